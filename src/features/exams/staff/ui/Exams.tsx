import { useStore } from '@nanostores/react'
import { addressState, number, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { marks } from '#lib/both/text/format.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { listExams, type ListedExam } from '../exams.contract.ts'
import { examStates, type ExamState } from '../exams.rules.ts'

const address = addressState({ words: words(), state: oneOf('', ...examStates), before: number(0, 0) })

const exams = loading((query: { words?: string; state?: ExamState; before?: number }, signal) =>
  staffCall(listExams, { query, signal }),
)

const states = [
  { value: '', label: 'All' },
  { value: 'sitting', label: 'Somebody sits it' },
  { value: 'running', label: 'Open' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Closed' },
]

const columns: Column<ListedExam>[] = [
  { id: 'title', header: 'Exam', cell: ({ title }) => title, width: '16rem' },
  {
    id: 'type',
    header: 'Where',
    cell: ({ type, courses, withdrawn }) => (
      <span className="flex min-w-40 flex-wrap items-center gap-x-2 gap-y-1">
        {type === 'general' ? 'Mock test' : <Courses of={courses.map(({ title }) => title)} />}
        {withdrawn && <StatusBadge tone="plain">Withdrawn</StatusBadge>}
      </span>
    ),
  },
  { id: 'opens', header: 'Opens', cell: ({ opens_at }) => opens_at && <Instant at={opens_at} />, from: 'lg' },
  { id: 'closes', header: 'Closes', cell: ({ closes_at }) => closes_at && <Instant at={closes_at} />, from: 'lg' },
  { id: 'questions', header: 'Questions', cell: ({ questions }) => questions, align: 'end', from: 'lg' },
  {
    id: 'sitting',
    header: 'Sit it now',
    cell: ({ sitting }) => (sitting > 0 ? <strong>{sitting}</strong> : 0),
    align: 'end',
  },
  { id: 'finished', header: 'Finished', cell: ({ finished }) => finished, align: 'end' },
  {
    id: 'mean',
    header: 'Mean',
    cell: ({ mean, total_marks }) =>
      mean === null ? <span className="text-muted">Too few</span> : `${marks(mean)} of ${marks(total_marks)}`,
    align: 'end',
    whole: true,
  },
]

/** An exam may be in many courses: one is enough to know it by. */
function Courses({ of: [first = 'In no course', ...others] }: { of: string[] }) {
  return (
    <span title={[first, ...others].join('\n')}>
      {first}
      {others.length > 0 && <span className="text-muted"> and {others.length} more</span>}
    </span>
  )
}

/** All exams, with who is in them now. */
export function Exams() {
  const { words: text, state, before } = useStore(address.$values)
  const asked = { ...(text && { words: text }), ...(state && { state }), ...(before > 0 && { before }) }
  const loaded = useLoaded(exams, asked)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  return (
    <>
      <Filters
        address={address}
        search={{ name: 'words', label: 'Title', placeholder: 'Words of the title' }}
        fields={[{ name: 'state', label: 'State', kind: 'select', options: states }]}
      />
      <DataTable
        caption="Exams"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.exam(id)}
        onRetry={() => void exams.again()}
        empty={<EmptyState compact message={state === 'sitting' ? 'Nobody sits an exam now' : 'No such exam'} />}
      />
      <KeysetPager
        address={address}
        newer={before > 0 ? { before: 0 } : undefined}
        older={shown?.next ? { before: shown.next } : undefined}
      />
    </>
  )
}
