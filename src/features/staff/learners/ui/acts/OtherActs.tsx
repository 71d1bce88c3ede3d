import type { LearnerAttempt } from '#features/exams/staff/learner-attempts.contract.ts'
import { giveLearnerAttempts, giveLearnerTime } from '#features/exams/staff/learner-attempts.contract.ts'
import type { LearnerPurchase } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { RefundDialog } from '#features/purchases/staff/learner/ui/RefundDialog.tsx'
import { displayTime } from '#lib/both/time/clock.ts'
import { reasonField } from '#ui/staff/reasons.ts'
import type { ActProps } from './asked.ts'
import { ActForm } from './ActForm.tsx'

const reason = reasonField('learner')

export function RefundAct({
  rules,
  onDone,
  onCancel,
  payment,
}: ActProps & { payment: LearnerPurchase['payments'][number] }) {
  return (
    <RefundDialog payment={payment} rules={rules.refund} onClose={onCancel} onDone={({ message }) => onDone(message)}>
      {payment.receipt && `Receipt ${payment.receipt}.`}
    </RefundDialog>
  )
}

export function AttemptsAct({ id, rules, onDone, onCancel, attempt }: ActProps & { attempt: LearnerAttempt }) {
  return (
    <ActForm
      title={`More attempts of ${attempt.exam.title}`}
      endpoint={giveLearnerAttempts}
      params={{ id }}
      also={{ exam_id: attempt.exam.id }}
      rules={rules.attempts}
      fields={[{ name: 'attempts', label: 'How many more', kind: 'number' }, reason]}
      initial={{ attempts: 1 }}
      submitLabel="Give"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        They may make {attempt.attempts_allowed} and have made {attempt.attempts_used}. What was scored stays as it is,
        and ranks know first attempts alone.
      </p>
    </ActForm>
  )
}

export function TimeAct({ id, rules, onDone, onCancel, attempt }: ActProps & { attempt: LearnerAttempt }) {
  return (
    <ActForm
      title={`More time for ${attempt.exam.title}`}
      endpoint={giveLearnerTime}
      params={{ id }}
      also={{ exam_id: attempt.exam.id }}
      rules={rules.time}
      fields={[{ name: 'minutes', label: 'Minutes', kind: 'number' }, reason]}
      initial={{ minutes: 10 }}
      submitLabel="Give"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        It ends at {displayTime(attempt.deadline_at)}. Their screen follows within ten seconds, also beyond the closing
        of the exam.
      </p>
    </ActForm>
  )
}
