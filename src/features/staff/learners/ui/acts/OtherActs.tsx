import type { LearnerAttempt } from '#features/exams/staff/learner-attempts.contract.ts'
import { giveLearnerAttempts, giveLearnerTime } from '#features/exams/staff/learner-attempts.contract.ts'
import type { LearnerPurchase } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { refundLearner } from '#features/purchases/staff/learner/refund.contract.ts'
import { formatInr } from '#lib/both/money.ts'
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
  const left = formatInr(payment.left_paise)
  const desk = payment.provider === 'desk'
  return (
    <ActForm
      title={`Send ${left} back, or a part`}
      endpoint={refundLearner}
      params={{ id: payment.id }}
      keyField="key"
      rules={rules.refund}
      fields={[
        { name: 'amount_paise', label: 'Amount with GST', kind: 'rupees', hint: `All that is left, ${left}, if empty` },
        { name: 'keep_access', label: 'The course stays open', kind: 'checkbox' },
      ]}
      reason={{
        field: 'reason',
        readBy: 'learner',
        title: 'Send the money back',
        message: desk
          ? 'This notes that you gave it back, with a credit note. It cannot be undone.'
          : 'It goes through the provider that took it, with a credit note. It cannot be undone.',
        presets: ['Bought twice', 'Bought the wrong course'],
        confirmLabel: 'Send back',
        danger: true,
      }}
      submitLabel="Send back"
      onCancel={onCancel}
      onDone={({ message }) => onDone(message)}
    >
      <p>
        {payment.receipt ? `Receipt ${payment.receipt}. ` : ''}When all of it is back the course that it opened ends,
        unless it stays open.
      </p>
    </ActForm>
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
