import type { FormRules } from '#lib/both/form-rules.ts'
import { formatInr } from '#lib/both/money.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/Toasts.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { refundLearner } from '../../learner/refund.contract.ts'
import type { ListedPayment } from '../money.contract.ts'

interface RefundDialogProps {
  /** What is sent back; the dialog is closed without. */
  payment: ListedPayment | undefined
  rules: FormRules
  onClose: () => void
  onDone: () => void
}

/** Sends money back: all that is left of a payment, or a part. */
export function RefundDialog({ payment, rules, onClose, onDone }: RefundDialogProps) {
  return (
    <Dialog open={payment !== undefined} title={`Refund payment ${payment?.id ?? ''}`} onClose={onClose}>
      {payment && <Refunding payment={payment} rules={rules} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

type RefundingProps = RefundDialogProps & { payment: ListedPayment }

function Refunding({ payment, rules, onClose, onDone }: RefundingProps) {
  const { learner, course, left_paise, amount_paise, provider } = payment
  const whose = learner.ended ? `learner ${learner.id}, whose account has ended` : (learner.name ?? learner.phone)
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        <bdi>{course.title}</bdi>, paid by <bdi>{whose}</bdi>. {formatInr(left_paise)} of {formatInr(amount_paise)} can
        go back, with a credit note.{' '}
        {provider === 'desk'
          ? 'It was paid at the desk: hand the money back yourself, this notes that you did.'
          : 'It goes to where it came from, which can take the bank some days.'}
      </p>
      <StaffForm
        endpoint={refundLearner}
        rules={rules}
        params={{ id: payment.id }}
        fields={[
          {
            name: 'amount_paise',
            label: 'Amount',
            kind: 'rupees',
            wide: true,
            hint: 'With GST; empty: all that is left',
          },
          {
            name: 'keep_access',
            label: 'The course stays open',
            kind: 'checkbox',
            wide: true,
            hint: 'Otherwise a payment that is back as a whole takes with it what it opened of the course.',
          },
          reasonField('learner', 'Paid twice'),
        ]}
        initial={{ amount_paise: left_paise }}
        keyField="key"
        submitLabel="Send back"
        onCancel={onClose}
        onDone={({ success, message }) => {
          onClose()
          onDone()
          if (success) toast.success(message)
          else toast.error(message)
        }}
      />
    </>
  )
}
