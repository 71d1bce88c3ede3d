import type { ReactNode } from 'react'
import { rowSelectionFeature, rowSortingFeature, tableFeatures, type ColumnDef } from '@tanstack/react-table'

export interface Column<Row> {
  /** Also what the column is called in `sort`. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The server sorts by it; `desc` where the first wish is the largest, or the latest, first. */
  sortable?: boolean | 'desc'
  /** Numbers and money stand at the end. */
  align?: 'end'
  /** CSS width, where the table does not find the right one: `8rem`. */
  width?: string
  /** Stays on one line: times, phones. */
  whole?: boolean
  /** Left out of narrower windows: `sm` is wider than a phone, where a row is a card. */
  from?: Width
}

export type Width = 'sm' | 'lg' | 'xl'

/** What leaves a column out. */
export const fromWidth: Record<Width, string> = { sm: 'max-sm:hidden!', lg: 'max-lg:hidden!', xl: 'max-xl:hidden!' }

/** What of the library's is used: it knows the order and the selection, the server sorts. */
export const features = tableFeatures({ rowSortingFeature, rowSelectionFeature })

export const columnDefs = <Row extends object>(
  columns: readonly Column<Row>[],
): ColumnDef<typeof features, Row, unknown>[] =>
  columns.map(({ id, sortable = false }) => ({
    id,
    // Only what has a value can be sorted.
    accessorFn: () => null,
    enableSorting: sortable !== false,
    sortDescFirst: sortable === 'desc',
  }))

/** `name`, or `-name` from the end: as an address and a call say it. */
export function sortingOf(sort: string): { id: string; desc: boolean }[] {
  if (sort === '') return []
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }]
}

export function sortOf([first]: readonly { id: string; desc: boolean }[]): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : ''
}
