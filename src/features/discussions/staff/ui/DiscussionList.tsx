import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { addressState, matching, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { discussionChoices, listThreads, type StaffThread } from '../threads.contract.ts'

const address = addressState({
  show: oneOf('all', 'unanswered', 'reported', 'hidden'),
  text: words('', 100),
  course: matching(/^\d{1,9}$/),
  after: matching(/^\d{1,15}-\d{1,10}$/),
})

type Asked = { show: 'all' | 'unanswered' | 'reported' | 'hidden'; text?: string; course?: string; after?: string }

const threads = loading((query: Asked, signal) => staffCall(listThreads, { query, signal }))
const choices = loading((_: undefined, signal) => staffCall(discussionChoices, { signal }), { keeps: 'instead' })

/** Comments of all courses, newest first: all, those without a mentor's reply, with reports, with something hidden. */
export function DiscussionList() {
  const { show, text, course, after } = useStore(address.$values)
  const loaded = useLoaded(threads, {
    show,
    ...(text && { text }),
    ...(course && { course }),
    ...(after && { after }),
  })
  useRefreshed(threads)
  const next = loaded.is === 'shown' ? loaded.shown.next : null
  return (
    <SectionTabs
      label="Discussions"
      address={address}
      name="show"
      tabs={[
        { id: 'all', label: 'All' },
        { id: 'unanswered', label: 'Unanswered' },
        { id: 'reported', label: 'Reported' },
        { id: 'hidden', label: 'Hidden' },
      ]}
    >
      {() => (
        <>
          <CourseFilters />
          <DataTable
            caption="Discussions"
            columns={columns}
            loaded={loaded}
            rowsOf={({ data }) => data}
            rowKey={({ id }) => id}
            rowHref={({ id }) => staffPaths.discussion(id)}
            onRetry={() => void threads.again()}
            empty={
              <EmptyState
                compact
                {...(address.differs(['text', 'course'])
                  ? { message: 'No such comments', hint: 'Nothing fits all of the filters.' }
                  : { message: empty[show] })}
              />
            }
          />
          <KeysetPager
            address={address}
            newer={after ? { after: '' } : undefined}
            older={next ? { after: next } : undefined}
            words={['Newest', 'Older']}
          />
        </>
      )}
    </SectionTabs>
  )
}

const empty = {
  all: 'Nobody has written anything yet',
  unanswered: 'Every question has a reply of a mentor',
  reported: 'No report waits',
  hidden: 'Nothing is hidden',
}

function CourseFilters() {
  const loaded = useLoaded(choices)
  const { course } = useStore(address.$values)
  const courses = loaded.is === 'shown' ? loaded.shown.courses : []
  const known = courses.some(({ id }) => String(id) === course)
  return (
    <Filters
      address={address}
      search={{ name: 'text', label: 'Search discussions', placeholder: 'Words of a comment or reply' }}
      fields={[
        {
          name: 'course',
          label: 'Course',
          kind: 'select',
          options: [
            { value: '', label: 'All' },
            ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
            ...(course && !known ? [{ value: course, label: `Number ${course}` }] : []),
          ],
        },
      ]}
    />
  )
}

const columns: Column<StaffThread>[] = [
  {
    id: 'words',
    header: 'Comment',
    cell: ({ words: said }) => (
      <bdi className="line-clamp-2 min-w-56 font-normal [overflow-wrap:anywhere]">{said || '(no words)'}</bdi>
    ),
  },
  {
    id: 'writer',
    header: 'By',
    cell: ({ writer }) => <bdi className="block min-w-24 [overflow-wrap:anywhere]">{writer.name ?? 'Learner'}</bdi>,
  },
  {
    id: 'course',
    header: 'Course',
    cell: ({ course }) => <span className="block min-w-32">{course.title}</span>,
    from: 'sm',
  },
  { id: 'replies', header: 'Replies', cell: ({ replies }) => replies, align: 'end' },
  { id: 'state', header: 'State', cell: (thread) => <Marks thread={thread} /> },
  { id: 'at', header: 'Written', cell: ({ created_at }) => <Instant at={created_at} />, whole: true },
]

function Marks({ thread: { answered, sight, hidden, reports, writer } }: { thread: StaffThread }) {
  return (
    <span className="flex flex-wrap gap-1">
      {sight === 'hidden' && <StatusBadge tone="plain">Hidden</StatusBadge>}
      {sight === 'deleted' && <StatusBadge tone="plain">Deleted by its writer</StatusBadge>}
      {sight === 'shown' && writer.role === 'learner' && (
        <StatusBadge tone={answered ? 'good' : 'waiting'}>{answered ? 'Answered' : 'Unanswered'}</StatusBadge>
      )}
      {reports > 0 && <StatusBadge tone="bad">{counted(reports, 'report')}</StatusBadge>}
      {sight === 'shown' && hidden > 0 && <StatusBadge tone="plain">{`${hidden} hidden`}</StatusBadge>}
    </span>
  )
}
