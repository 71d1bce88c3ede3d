import type { LearnerCourse } from '#features/course/staff/learner-courses.contract.ts'
import * as contracts from '#features/purchases/staff/access/access.contract.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { courseTitles } from '../../learners.store.ts'
import type { ActProps } from './asked.ts'
import { ActForm } from './ActForm.tsx'

const span = [
  { name: 'days', label: 'Days', kind: 'number', hint: 'As many as a sale gives, if left empty' },
  { name: 'until', label: 'Or until', kind: 'date', hint: 'The end of this day in India' },
] as const
const reason = { name: 'reason', label: 'Reason', kind: 'text', wide: true } as const

/** All courses, as options; those that have left the catalogue say so. */
export function useCourseOptions(without?: number) {
  const loaded = useLoaded(courseTitles)
  const courses = loaded.is === 'shown' ? loaded.shown.data : []
  return courses
    .filter(({ id }) => id !== without)
    .map(({ id, title, retired }) => ({ value: id, label: retired ? `${title} (no longer sold)` : title }))
}

export function GrantAct({ id, rules, onDone, onCancel }: ActProps) {
  const options = useCourseOptions()
  return (
    <ActForm
      title="Grant a course"
      endpoint={contracts.grantCourse}
      params={{ id }}
      rules={rules.grant}
      fields={[{ name: 'course_id', label: 'Course', kind: 'select', wide: true, options }, ...span, reason]}
      submitLabel="Grant"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>It opens without a payment, and the learner is told. For money that was paid enter a sale.</p>
    </ActForm>
  )
}

export function ExtendAct({ id, rules, onDone, onCancel, course }: ActProps & { course: LearnerCourse }) {
  return (
    <ActForm
      title={`Extend ${course.title}`}
      endpoint={contracts.extendCourse}
      params={{ id }}
      also={{ course_id: course.course_id }}
      rules={rules.extend}
      fields={[...span, reason]}
      submitLabel="Extend"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        {course.open ? 'It is open until' : 'It ended on'} {indianDate(course.valid_until)}. Days count from then, or
        from today where that is over. The learner is told.
      </p>
    </ActForm>
  )
}

export function MoveAct({ id, rules, onDone, onCancel, course }: ActProps & { course: LearnerCourse }) {
  const options = useCourseOptions(course.course_id)
  return (
    <ActForm
      title={`Move ${course.title} to another course`}
      endpoint={contracts.moveCourse}
      params={{ id }}
      also={{ course_id: course.course_id }}
      rules={rules.move}
      fields={[{ name: 'to_course_id', label: 'To', kind: 'select', wide: true, options }, reason]}
      submitLabel="Move"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        It ends now, and its days until {indianDate(course.valid_until)} go to the other course. Money and receipt stay
        as they are. The learner is told.
      </p>
    </ActForm>
  )
}

export function EndAct({ id, onDone, onCancel, course }: ActProps & { course: LearnerCourse }) {
  return (
    <ReasonDialog
      open
      title={`End ${course.title}`}
      keeps={`end ${course.course_id}`}
      message="It ends for the learner now. Extending it opens it again."
      presets={['Granted by mistake', 'The money went back']}
      confirmLabel="End"
      danger
      onCancel={onCancel}
      onConfirm={async (words) => {
        const body = { course_id: course.course_id, reason: words }
        onDone((await staffCall(contracts.endCourse, { params: { id }, body })).message)
      }}
    />
  )
}
