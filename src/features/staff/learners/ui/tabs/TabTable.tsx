import { useStore } from '@nanostores/react'
import type { Loader } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { learnerAddress } from '../../learners.store.ts'

interface Page<Row> {
  data: Row[]
  next: number | null
}

export interface TabTableProps<Row extends { id: number }> {
  /** The learner. */
  id: number
  caption: string
  loader: Loader<{ id: number; before: number }, Page<Row>>
  columns: readonly Column<Row>[]
  rowHref?: (row: Row) => string
  /** In place of rows. */
  empty: string
}

/** A tab that is a list, newest first. */
export function TabTable<Row extends { id: number }>(props: TabTableProps<Row>) {
  const { id, caption, loader, columns, rowHref, empty } = props
  const { before } = useStore(learnerAddress.$values)
  const loaded = useLoaded(loader, { id, before })
  return (
    <>
      <DataTable<Row, Page<Row>>
        caption={caption}
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={(row) => row.id}
        onRetry={() => void loader.again()}
        empty={<EmptyState compact message={empty} />}
        {...(rowHref && { rowHref })}
      />
      <TabPager before={before} next={loaded.is === 'shown' ? loaded.shown.next : null} />
    </>
  )
}

/** Pages of a tab. */
export function TabPager({ before, next }: { before: number; next: number | null }) {
  return (
    <KeysetPager
      address={learnerAddress}
      newer={before > 0 ? { before: 0 } : undefined}
      older={next === null ? undefined : { before: next }}
    />
  )
}
