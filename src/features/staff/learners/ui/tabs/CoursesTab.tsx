import type { LearnerCourse } from '#features/course/staff/learner-courses.contract.ts'
import * as access from '#features/purchases/staff/access/access.contract.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant, Money } from '#ui/staff/values.tsx'
import { courses } from '../../learners.store.ts'
import type { Ask } from '../acts/asked.ts'
import { TabTable } from './TabTable.tsx'

interface CoursesProps {
  id: number
  onAsk: Ask
  /** Of an account that has ended nothing is changed. */
  ended: boolean
}

/** Courses that a learner has or had, and how far they have come. */
export function CoursesTab({ id, onAsk, ended }: CoursesProps) {
  const columns: Column<LearnerCourse>[] = [
    { id: 'title', header: 'Course', cell: ({ title }) => title },
    {
      id: 'state',
      header: 'State',
      cell: ({ open, renewal_paise: left }) => (
        <span className="flex flex-wrap gap-1">
          <StatusBadge tone={open ? 'good' : 'plain'}>{open ? 'Open' : 'Ended'}</StatusBadge>
          {left !== null && left > 0 && (
            <span className="text-xs text-muted">
              <Money paise={left} /> left to pay
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'since',
      header: 'Since',
      cell: ({ created_at }) => <Instant at={created_at} dayOnly />,
      whole: true,
      from: 'lg',
    },
    { id: 'until', header: 'Until', cell: ({ valid_until }) => <Instant at={valid_until} dayOnly />, whole: true },
    {
      id: 'progress',
      header: 'Watched',
      cell: ({ watched, chapters, progress }) => `${progress}%, ${watched} of ${chapters}`,
      whole: true,
    },
    {
      id: 'last',
      header: 'Last opened',
      cell: ({ last_viewed_at }) => <Instant at={last_viewed_at} dayOnly />,
      whole: true,
      from: 'lg',
    },
    ...(ended || !mayCall(access.extendCourse.roles)
      ? []
      : [
          {
            id: 'acts',
            header: 'Change',
            align: 'end' as const,
            cell: (course: LearnerCourse) => <Acts course={course} onAsk={onAsk} />,
          },
        ]),
  ]
  return <TabTable id={id} caption="Courses" loader={courses} columns={columns} empty="Never had a course" />
}

function Acts({ course, onAsk }: { course: LearnerCourse; onAsk: Ask }) {
  const act = (what: 'extend' | 'move' | 'end', label: string) => (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`${label}: ${course.title}`}
      onClick={() => onAsk({ what, course })}
    >
      {label}
    </button>
  )
  return (
    <span className="flex gap-1 max-sm:-ml-3 sm:-mr-3 sm:justify-end">
      {act('extend', 'Extend')}
      {course.open && act('move', 'Move')}
      {course.open && act('end', 'End')}
    </span>
  )
}
