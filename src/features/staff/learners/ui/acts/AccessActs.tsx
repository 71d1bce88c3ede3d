import type { LearnerCourse } from '#features/course/staff/learner-courses.contract.ts'
import * as contracts from '#features/purchases/staff/access/access.contract.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { CHOOSE_COURSE, spanFields, useCourseOptions } from '../access-fields.ts'
import type { ActProps } from './asked.ts'
import { ActForm } from './ActForm.tsx'

const reason = reasonField('learner')

export function GrantAct({ id, rules, onDone, onCancel }: ActProps) {
  const options = useCourseOptions()
  return (
    <ActForm
      title="Grant a course"
      endpoint={contracts.grantCourse}
      params={{ id }}
      rules={rules.grant}
      fields={[
        { name: 'course_id', label: 'Course', kind: 'select', wide: true, options, needed: CHOOSE_COURSE },
        ...spanFields,
        reason,
      ]}
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
      fields={[...spanFields, reason]}
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
      readBy="learner"
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
