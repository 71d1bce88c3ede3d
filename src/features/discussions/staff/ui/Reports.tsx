import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { addressState, matching, oneOf } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { moderation } from '../moderation.browser.ts'
import { listReports, type ReportedComment } from '../reports.contract.ts'

const address = addressState({
  show: oneOf('waiting', 'settled'),
  after: matching(/^\d{1,15}-\d{1,10}$/),
})

type Asked = { show: 'waiting' | 'settled'; after?: string }

const reports = loading((query: Asked, signal) => staffCall(listReports, { query, signal }))
const acts = moderation(() => reports.refresh().catch(() => {}))

/** Comments that learners have reported, until somebody keeps or hides them. */
export function Reports() {
  const { show, after } = useStore(address.$values)
  const loaded = useLoaded(reports, { show, ...(after && { after }) })
  useRefreshed(reports)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const [waiting, setWaiting] = useState<number>()
  if (shown && shown.waiting !== waiting) setWaiting(shown.waiting)
  return (
    <>
      <SectionTabs
        label="Reports"
        address={address}
        name="show"
        tabs={[
          { id: 'waiting', label: 'Waiting', ...(waiting !== undefined && { badge: waiting }) },
          { id: 'settled', label: 'Looked at' },
        ]}
      >
        {() => (
          <>
            <DataTable
              caption="Reported comments"
              columns={columns[show]}
              loaded={loaded}
              rowsOf={({ data }) => data}
              rowKey={({ id }) => id}
              onRetry={() => void reports.again()}
              empty={
                <EmptyState compact message={show === 'waiting' ? 'No report waits' : 'No report was looked at yet'} />
              }
            />
            <KeysetPager
              address={address}
              newer={after ? { after: '' } : undefined}
              older={shown?.next ? { after: shown.next } : undefined}
              words={['First page', 'Next page']}
            />
          </>
        )}
      </SectionTabs>
      <Toasts />
    </>
  )
}

const sights = { shown: 'Shown', hidden: 'Hidden', deleted: 'Deleted' } as const

const words: Column<ReportedComment> = {
  id: 'words',
  header: 'Comment',
  cell: ({ id, words: said, sight }) =>
    sight === 'deleted' ? (
      <span className="text-muted">{said || 'Its words are erased'}</span>
    ) : (
      <a href={staffPaths.discussion(id)} data-row-focus className="text-primary hover:underline">
        <bdi className="line-clamp-3 min-w-56 [overflow-wrap:anywhere]">{said}</bdi>
      </a>
    ),
}

const common: Column<ReportedComment>[] = [
  words,
  {
    id: 'writer',
    header: 'By',
    cell: ({ writer }) => (
      <span className="flex min-w-24 flex-wrap items-center gap-1">
        <bdi className="[overflow-wrap:anywhere]">{writer.name ?? 'Learner'}</bdi>
        {writer.muted && <StatusBadge tone="waiting">May not write</StatusBadge>}
      </span>
    ),
  },
  { id: 'course', header: 'Course', cell: ({ course }) => course },
  {
    id: 'reports',
    header: 'Learners',
    cell: ({ reports: all, waiting }) => (waiting > 0 && waiting < all ? `${all}, ${waiting} of them wait` : all),
    align: 'end',
  },
]

const columns: Record<'waiting' | 'settled', Column<ReportedComment>[]> = {
  waiting: [
    ...common,
    { id: 'first', header: 'Reported', cell: ({ first_at }) => <Instant at={first_at} />, whole: true },
    {
      id: 'acts',
      header: 'Decide',
      align: 'end',
      cell: (comment) => (
        <span className="flex gap-1 sm:justify-end">
          <Act label="Keep" comment={comment} onClick={() => void acts.keep(comment.id)} />
          <Act label="Hide" comment={comment} onClick={() => void acts.hide(comment.id)} />
        </span>
      ),
    },
  ],
  settled: [
    ...common,
    { id: 'last', header: 'Last reported', cell: ({ last_at }) => <Instant at={last_at} />, whole: true },
    {
      id: 'sight',
      header: 'State',
      cell: ({ sight }) => <StatusBadge tone={sight === 'shown' ? 'good' : 'plain'}>{sights[sight]}</StatusBadge>,
    },
  ],
}

interface ActProps {
  label: string
  comment: ReportedComment
  onClick: () => void
}

function Act({ label, comment, onClick }: ActProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`${label}: comment of ${comment.writer.name ?? 'a learner'}`}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
