import { indianClock, indianDay } from '#lib/both/time/clock.ts'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import type { ListedClass } from '../classes.contract.ts'
import type { ClassState } from '../classes.rules.ts'

const states: Record<ClassState, { label: string; tone: Tone }> = {
  upcoming: { label: 'Upcoming', tone: 'news' },
  live: { label: 'Live now', tone: 'good' },
  past: { label: 'Over', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
}

/** What is shown of live classes in a list. */
export const classColumns: Column<ListedClass>[] = [
  {
    id: 'title',
    header: 'Class',
    cell: ({ title }) => <bdi className="font-medium [overflow-wrap:anywhere]">{title}</bdi>,
    width: '18rem',
  },
  { id: 'time', header: 'When', cell: (row) => <When {...row} />, whole: true },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, follows_day }) => (
      <span className="flex flex-wrap items-center gap-1">
        <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
        {follows_day && <StatusBadge tone="plain">Moves with the day</StatusBadge>}
      </span>
    ),
  },
  {
    id: 'course',
    header: 'Course',
    cell: ({ course }) => (
      <span className="[overflow-wrap:anywhere]">
        <bdi>{course.title}</bdi>
        {course.withdrawn && <span className="text-muted"> (withdrawn)</span>}
      </span>
    ),
  },
  { id: 'mentor', header: 'Mentor', cell: ({ mentor }) => <bdi>{mentor}</bdi> },
  {
    id: 'learners',
    header: 'Learners',
    cell: ({ learners }) => learners,
    align: 'end',
    from: 'xl',
  },
  {
    id: 'join',
    header: 'Link',
    cell: ({ join_url, title }) => (
      <a
        href={join_url}
        target="_blank"
        rel="noreferrer"
        className="link link-primary"
        aria-label={`Open the meeting: ${title}`}
      >
        Open
      </a>
    ),
    from: 'xl',
  },
]

/** The day once, where it ends on the same. */
function When({ starts_at, ends_at }: { starts_at: number; ends_at: number }) {
  return (
    <span className="tabular-nums">
      <Instant at={starts_at} /> to{' '}
      {indianDay(starts_at) === indianDay(ends_at) ? indianClock(ends_at) : <Instant at={ends_at} />}
    </span>
  )
}
