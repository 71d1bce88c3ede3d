import { clockRange, indianDate, isoTime } from '#lib/both/time/clock.ts'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
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
    cell: ({ title, state }) => (
      <span className="flex min-w-36 flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium [overflow-wrap:anywhere]">{title}</bdi>
        <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
      </span>
    ),
    width: '34%',
  },
  { id: 'time', header: 'When', cell: (row) => <When {...row} />, whole: true },
  {
    id: 'course',
    header: 'Course',
    cell: ({ course, mentor }) => (
      <span className="block min-w-32 [overflow-wrap:anywhere]">
        <bdi>{course.title}</bdi>
        {course.withdrawn && ' (withdrawn)'}
        <span className="block text-muted">
          with <bdi>{mentor}</bdi>
        </span>
      </span>
    ),
  },
  {
    id: 'join',
    header: 'Meeting',
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
function When({ starts_at, ends_at, follows_day }: ListedClass) {
  return (
    <span className="block tabular-nums">
      <time dateTime={isoTime(starts_at)}>
        <span className="sm:block">{indianDate(starts_at)}</span> {clockRange(starts_at, ends_at, indianDate)}
      </time>
      {follows_day && <span className="block text-xs text-muted">Moves with the day</span>}
    </span>
  )
}
