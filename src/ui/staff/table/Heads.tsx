import type { Table } from '@tanstack/react-table'
import ArrowDownIcon from 'virtual:lucide/arrow-down'
import ArrowUpIcon from 'virtual:lucide/arrow-up'
import ChevronsUpDownIcon from 'virtual:lucide/chevrons-up-down'
import { fromWidth, sortingOf, type Column, type features } from './columns.ts'

interface HeadsProps<Row extends object> {
  table: Pick<
    Table<typeof features, Row>,
    'getColumn' | 'getIsAllRowsSelected' | 'getIsSomeRowsSelected' | 'toggleAllRowsSelected'
  >
  columns: readonly Column<Row>[]
  choosing: boolean
}

const head =
  'border-b border-base-300 bg-base-100 px-3 py-2 text-left text-xs font-semibold text-muted xl:sticky xl:top-0 xl:z-10'

/** The names of the columns, which stay in sight. */
export function Heads<Row extends object>({ table, columns, choosing }: HeadsProps<Row>) {
  const all = table.getIsAllRowsSelected()
  return (
    <thead role="rowgroup" className="max-sm:hidden">
      <tr role="row">
        {choosing && (
          <th role="columnheader" scope="col" className={`${head} w-9 pr-0`}>
            <label className="grid size-6 place-items-center">
              <span className="sr-only">Choose all rows of this page</span>
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && table.getIsSomeRowsSelected()
                }}
                onChange={() => table.toggleAllRowsSelected(!all)}
              />
            </label>
          </th>
        )}
        {columns.map(({ id, header, align, width, from }) => {
          const column = table.getColumn(id)
          const sorted = column?.getIsSorted() ?? false
          const Sign = sorted === 'asc' ? ArrowUpIcon : sorted === 'desc' ? ArrowDownIcon : ChevronsUpDownIcon
          return (
            <th
              key={id}
              role="columnheader"
              scope="col"
              style={width ? { width } : undefined}
              aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
              className={`${head} ${align === 'end' ? 'text-right' : ''} ${from ? fromWidth[from] : ''}`}
            >
              {column?.getCanSort() ? (
                <button
                  type="button"
                  onClick={() => column.toggleSorting()}
                  className={`-mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-field px-1.5 hover:text-base-content ${
                    align === 'end' ? 'flex-row-reverse' : ''
                  } ${sorted ? 'text-base-content' : ''}`}
                >
                  {header}
                  <Sign className={`size-3.5 ${sorted ? 'text-primary' : 'opacity-50'}`} />
                </button>
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[]
  sort: string
  onSort: (sort: string) => void
}

/** The order, where cards have no heads. */
export function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  const known = sortable.some(({ id }) => id === sortingOf(sort)[0]?.id)
  return (
    <label className="mb-2 flex items-center justify-end gap-2 text-sm sm:hidden">
      <span className="text-muted">Order</span>
      <select
        className="select w-auto text-base"
        value={known ? sort : ''}
        onChange={({ target }) => onSort(target.value)}
      >
        {!known && <option value="">As it comes</option>}
        {sortable.flatMap(({ id, header }) => [
          <option key={id} value={id}>{`${header} ↑`}</option>,
          <option key={`-${id}`} value={`-${id}`}>{`${header} ↓`}</option>,
        ])}
      </select>
    </label>
  )
}
