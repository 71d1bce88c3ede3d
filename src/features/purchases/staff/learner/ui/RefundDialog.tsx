import type { ReactNode } from 'react'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { formatInr } from '#lib/both/money.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { FieldValue } from '#ui/staff/forms/form-values.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { Instant } from '#ui/staff/values.tsx'
import { refundLearner, type previewRefund } from '../refund.contract.ts'
import { refundPreview } from '../refund.store.ts'

interface RefundDialogProps {
  payment: { id: number; provider: string }
  rules: FormRules
  /** Names the course, the buyer or the receipt. */
  children?: ReactNode
  onClose: () => void
  onDone: (reply: ReplyOf<typeof refundLearner>) => void
}

/** Refunds a payment in full or in part. The amounts are those of the server when the dialog opens. */
export function RefundDialog({ payment, rules, children, onClose, onDone }: RefundDialogProps) {
  const { id, provider } = payment
  const loaded = useLoaded(refundPreview, id)
  return (
    <Dialog open title={`Refund payment ${id}`} onClose={onClose}>
      <p className="mb-4 text-sm text-muted">
        {children}{' '}
        {provider === 'desk'
          ? 'It was paid offline: return the money yourself. This records the refund, with a credit note.'
          : 'The money returns to the account it was paid from, with a credit note. Banks can take some days.'}
      </p>
      {loaded.is === 'loading' && <div className="skeleton h-72" aria-busy="true" />}
      {loaded.is === 'failed' && (
        <ErrorState compact message={failureWords(loaded.error)} onRetry={() => void refundPreview.again()} />
      )}
      {loaded.is === 'shown' && (
        <Refunding id={id} preview={loaded.shown} rules={rules} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  )
}

type Preview = ReplyOf<typeof previewRefund>

function Refunding({
  id,
  preview: { left_paise, amount_paise, courses },
  rules,
  onClose,
  onDone,
}: Pick<RefundDialogProps, 'rules' | 'onClose' | 'onDone'> & { id: number; preview: Preview }) {
  const left = formatInr(left_paise)
  return (
    <>
      <p className="mb-4 text-sm">
        <strong className="font-semibold">{left}</strong> of {formatInr(amount_paise)} can be refunded.
      </p>
      <StaffForm
        endpoint={refundLearner}
        rules={rules}
        params={{ id }}
        fields={[
          {
            name: 'amount_paise',
            label: 'Amount',
            kind: 'rupees',
            wide: true,
            hint: `With GST. If empty, all that is left: ${left}`,
          },
          {
            name: 'keep_access',
            label: 'The course stays open',
            kind: 'checkbox',
            wide: true,
            hint: 'Otherwise a full refund ends the access that this payment gave.',
          },
          reasonField('learner', 'Paid twice'),
        ]}
        also={{ left_paise }}
        aside={({ amount_paise: amount, keep_access: keeps }) => (
          <AccessAfter courses={courses} isFull={isAllLeft(amount, left_paise)} keeps={keeps === true} />
        )}
        keyField="key"
        submitLabel="Refund"
        onCancel={onClose}
        onDone={onDone}
        onFailed={(error) => {
          if (error instanceof ApiError && error.status === 409) refundPreview.refresh().catch(() => {})
        }}
      />
    </>
  )
}

/** Whether the amount field holds all that is left: empty, or that many rupees. */
const isAllLeft = (typed: FieldValue | undefined, left_paise: number) =>
  typed === undefined || typed === '' || Math.round(Number(typed) * 100) === left_paise

interface AccessAfterProps {
  courses: Preview['courses']
  isFull: boolean
  keeps: boolean
}

/** States until when each course is open after the refund. */
function AccessAfter({ courses, isFull, keeps }: AccessAfterProps) {
  const isKept = keeps || !isFull
  return (
    <div role="status" className="mt-4 rounded-field bg-base-200 px-4 py-3 text-sm">
      {courses.length === 0 && <p>No open course depends on this payment.</p>}
      {courses.map(({ id, title, valid_until, valid_until_after }) => (
        <p key={id} className="[overflow-wrap:anywhere]">
          <bdi>{title}</bdi>{' '}
          {isKept || valid_until_after === valid_until ? (
            <>
              stays open until{' '}
              <strong>
                <Instant at={valid_until} dayOnly />
              </strong>
              .
            </>
          ) : (
            <>
              {valid_until_after === null ? (
                <strong>ends at once</strong>
              ) : (
                <>
                  will be open until{' '}
                  <strong>
                    <Instant at={valid_until_after} dayOnly />
                  </strong>
                </>
              )}
              , instead of <Instant at={valid_until} dayOnly />.
            </>
          )}
        </p>
      ))}
    </div>
  )
}
