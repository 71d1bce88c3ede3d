import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { functionalUpdate, useTable, type Row as TableRow } from '@tanstack/react-table'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { counted } from '#lib/both/text/format.ts'
import { EmptyState } from '../../states/EmptyState.tsx'
import { FADES, useMoreAside } from '../../use-more-aside.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { columnDefs, features, fromWidth, sortingOf, sortOf, type Column } from './columns.ts'
import { Heads, SortChoice } from './Heads.tsx'
import { opens, rowAfter } from './row-keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'

export interface DataTableProps<Row extends object, Shown> {
  /** What it lists, for those who do not see it: 'Learners'. */
  caption: string
  columns: readonly Column<Row>[]
  /** As `useLoaded` has it. While another question is under way the rows of the last one stay, faintly. */
  loaded: Loaded<Shown>
  rowsOf: (shown: Shown) => readonly Row[]
  /** Names a row: its id. */
  rowKey: (row: Row) => number
  onRetry: () => void
  /** What a row opens. The first cell is the link, and must hold no other. */
  rowHref?: (row: Row) => string
  /** `name`, or `-name` from the end, of a column; the parent asks the server for it. */
  sort?: string
  onSort?: (sort: string) => void
  /** Rows that are chosen, by their keys; checkboxes appear with `onSelect`. */
  selected?: readonly number[]
  onSelect?: (keys: number[]) => void
  /** What can be done with what is chosen. */
  bulk?: (keys: readonly number[]) => ReactNode
  /** In place of rows, where there are none. */
  empty?: ReactNode
  /** False for the second table of a page: j, k and x are the first one's. */
  keys?: false
}

const NONE: readonly number[] = []

/** A list from the server. On a phone each row is a card. */
export function DataTable<Row extends object, Shown>(props: DataTableProps<Row, Shown>) {
  const { caption, columns, loaded, rowsOf, rowKey, onRetry, rowHref, sort = '', onSort, empty } = props
  const { selected = NONE, onSelect, bulk, keys = true } = props
  // What was shown last, and its rows, which the library wants to be the same as long as they are.
  const [kept, setKept] = useState<{ shown: Shown; rows: readonly Row[] }>()
  if (loaded.is === 'shown' && kept?.shown !== loaded.shown)
    setKept({ shown: loaded.shown, rows: rowsOf(loaded.shown) })
  const rows = kept?.rows ?? []
  const table = useTable({
    features,
    columns: useMemo(() => columnDefs(columns), [columns]),
    data: kept?.rows ?? NO_ROWS,
    getRowId: (row) => String(rowKey(row)),
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting: sortingOf(sort),
      rowSelection: Object.fromEntries(selected.map((key) => [String(key), true as const])),
    },
    onSortingChange: (change) => onSort?.(sortOf(functionalUpdate(change, sortingOf(sort)))),
    onRowSelectionChange: (change) => {
      const before = Object.fromEntries(selected.map((key) => [String(key), true as const]))
      onSelect?.(Object.keys(functionalUpdate(change, before)).map(Number))
    },
  })
  const body = useRef<HTMLTableSectionElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { scrolls, more } = useMoreAside(box)
  const [hasPages, canChoose] = [rowHref !== undefined, onSelect !== undefined]

  useEffect(() => {
    if (!keys) return
    const move = ({ key }: { key: string }) => moveFocus(body.current, key)
    const tick = () => focusedRow(body.current)?.querySelector<HTMLInputElement>('[data-choose]')?.click()
    return bindKeys([
      { keys: 'j', does: 'Next row', run: move },
      { keys: 'k', does: 'Row before', run: move },
      ...(hasPages ? [{ keys: 'Enter', does: 'Open the row' }] : []),
      ...(canChoose ? [{ keys: 'x', does: 'Choose the row, or not', run: tick }] : []),
    ])
    // What they do is found in the page.
  }, [keys, hasPages, canChoose])

  const busy = loaded.is === 'loading'
  const first = loaded.is === 'loading' && !kept
  const failed = loaded.is === 'failed' || loaded.is === 'missing'
  const isEmpty = loaded.is === 'shown' && rows.length === 0
  const width = columns.length + (onSelect ? 1 : 0)
  return (
    <div className="relative">
      <p role="status" className="sr-only">
        {busy ? 'Loading' : loaded.is === 'shown' ? counted(rows.length, 'row') : ''}
      </p>
      {onSort && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
      {/* Clipped where it fits, so that its head sticks to the window. */}
      <div
        ref={box}
        {...(scrolls && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
        className={`border-base-300 sm:rounded-box sm:border sm:bg-base-100 sm:max-xl:overflow-x-auto ${scrolls ? 'xl:overflow-x-auto' : 'xl:overflow-clip'} ${more ? FADES : ''}`}
      >
        <table role="table" aria-busy={busy} className="block w-full border-separate border-spacing-0 text-sm sm:table">
          <caption className="sr-only">{caption}</caption>
          <Heads table={table} columns={columns} choosing={onSelect !== undefined} />
          <tbody
            ref={body}
            role="rowgroup"
            className={`block sm:table-row-group max-sm:space-y-2 ${busy && kept ? 'opacity-50' : ''}`}
            onKeyDown={(event) => arrows(event, body.current)}
          >
            {first && <SkeletonRows columns={columns} choosing={onSelect !== undefined} />}
            {loaded.is === 'missing' && (
              <Instead width={width}>
                <EmptyState compact message="There is no such list any more" />
              </Instead>
            )}
            {loaded.is === 'failed' && (
              <Instead width={width}>
                <LoadFailure compact failed={loaded} what="This list" onRetry={onRetry} />
              </Instead>
            )}
            {isEmpty && <Instead width={width}>{empty ?? <EmptyState compact message="Nothing here" />}</Instead>}
            {!failed &&
              table
                .getRowModel()
                .rows.map((row) => (
                  <DataRow
                    key={row.id}
                    row={row}
                    columns={columns}
                    href={rowHref?.(row.original)}
                    choosing={onSelect !== undefined}
                  />
                ))}
          </tbody>
        </table>
      </div>
      {onSelect && selected.length > 0 && (
        <div
          data-bottom-bar
          className="sticky bottom-2 z-20 mt-2 flex flex-wrap items-center gap-2 rounded-box border border-primary bg-tint px-3 py-2 text-sm shadow-lg"
        >
          <span className="font-semibold">{selected.length} chosen</span>
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onSelect([])}>
            Clear
          </button>
          <div className="ml-auto flex flex-wrap gap-2">{bulk?.(selected)}</div>
        </div>
      )}
    </div>
  )
}

const NO_ROWS: never[] = []

interface DataRowProps<Row extends object> {
  row: TableRow<typeof features, Row>
  columns: readonly Column<Row>[]
  href: string | undefined
  choosing: boolean
}

const line = 'sm:border-b sm:border-base-300 sm:group-last/row:border-b-0'

function DataRow<Row extends object>({ row, columns, href, choosing }: DataRowProps<Row>) {
  const open = (event: MouseEvent<HTMLElement>) => {
    const how = href && opens(event, event.target as Element, String(getSelection()))
    if (how === 'here') location.assign(href!)
    if (how === 'beside') window.open(href, '_blank', 'noopener')
  }
  return (
    <tr
      role="row"
      data-row
      tabIndex={href ? undefined : -1}
      className={`group/row relative block rounded-box border border-base-300 bg-base-100 p-3 focus-within:bg-tint sm:table-row sm:p-0 ${
        href ? 'cursor-pointer hover:bg-base-200' : ''
      } ${row.getIsSelected() ? 'bg-tint' : ''}`}
      onClick={open}
      onAuxClick={open}
    >
      {choosing && (
        <td
          role="cell"
          className={`max-sm:absolute max-sm:right-1 max-sm:top-0.5 sm:w-9 sm:pl-3 sm:align-middle ${line}`}
        >
          <label className="grid size-6 place-items-center max-sm:size-11">
            <span className="sr-only">Choose this row</span>
            <input
              type="checkbox"
              data-choose
              className="checkbox checkbox-sm"
              checked={row.getIsSelected()}
              onChange={() => {}}
              onClick={row.getToggleSelectedHandler()}
            />
          </label>
        </td>
      )}
      {columns.map(({ id, header, cell, align, whole, from }, index) => {
        const content = cell(row.original)
        return (
          <td
            key={id}
            role="cell"
            className={`block sm:table-cell sm:px-3 sm:py-1.5 sm:align-middle ${line} ${align === 'end' ? 'tabular-nums sm:text-right' : ''} ${
              whole ? 'sm:whitespace-nowrap' : ''
            } ${from ? fromWidth[from] : ''} ${
              index === 0
                ? 'max-sm:pr-10 max-sm:text-base max-sm:font-semibold'
                : 'max-sm:mt-1 max-sm:flex max-sm:gap-3'
            }`}
          >
            {index > 0 && (
              <span aria-hidden="true" className="w-24 shrink-0 text-muted sm:hidden">
                {header}
              </span>
            )}
            {index === 0 && href ? (
              <a href={href} data-row-focus className="font-medium text-primary hover:underline">
                {content}
              </a>
            ) : index === 0 ? (
              content
            ) : (
              <span className="min-w-0 sm:contents">{content}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** What stands in the place of all rows. */
function Instead({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr role="row" className="block sm:table-row">
      <td role="cell" colSpan={width} className="block sm:table-cell">
        {children}
      </td>
    </tr>
  )
}

/** Arrows are the browser's, which scrolls, until a row has the focus. */
function arrows(event: KeyboardEvent, body: HTMLElement | null): void {
  const { key, target } = event
  if (!key.startsWith('Arrow') || (target as Element).matches('input:not([type=checkbox]), select, textarea')) return
  if (moveFocus(body, key)) event.preventDefault()
}

const rowsIn = (body: HTMLElement | null) => [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

const focusedRow = (body: HTMLElement | null) => rowsIn(body).find((row) => row.contains(document.activeElement))

/** @returns whether there was a row to go to */
function moveFocus(body: HTMLElement | null, key: string): boolean {
  const rows = rowsIn(body)
  const next = rowAfter(key, rows.indexOf(focusedRow(body)!), rows.length)
  const row = next === undefined ? undefined : rows[next]
  const place = row?.querySelector<HTMLElement>('[data-row-focus]') ?? row
  place?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  return place !== undefined
}
