import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { saleMethods } from '../../../receipts/receipt.rules.ts'
import { exportPayments, type ListedPayment } from '../money.contract.ts'
import { paymentStates } from '../money.rules.ts'
import { address, asked, payments } from '../money.store.ts'
import { amount, course, learner, PaymentStatus, ReceiptLink, Taken, whenOf } from './cells.tsx'
import { choice, MoneyList, NetSums } from './MoneyList.tsx'
import { RefundDialog } from '../../learner/ui/RefundDialog.tsx'

/** Providers send back no less. */
const LEAST_PAISE = 100

function PaidFor({ payment: { course: bought, learner: payer } }: { payment: ListedPayment }) {
  const whose = payer.ended ? `learner ${payer.id}, whose account has ended` : (payer.name ?? payer.phone)
  return (
    <>
      <bdi>{bought.title}</bdi>, paid by <bdi>{whose}</bdi>.
    </>
  )
}

/** Payments. Everyone who sees them may refund them (`bookkeepers`). */
export function Payments({ rules }: { rules: FormRules }) {
  const query = asked.payments(useStore(address.$values))
  const loaded = useLoaded(payments, query)
  const [refunding, setRefunding] = useState<ListedPayment>()
  const save = () => {
    const { after: _, ...filters } = query
    downloadCsv('payments.csv', (after?: string) =>
      staffCall(exportPayments, { query: { ...filters, ...(after !== undefined && { after }) } }),
    ).catch((error: unknown) => toast.error(failureWords(error)))
  }
  const columns: Column<ListedPayment>[] = [
    whenOf('Payment'),
    learner,
    course,
    amount,
    { id: 'state', header: 'State', cell: (payment) => <PaymentStatus of={payment} /> },
    { id: 'taken', header: 'Taken by', cell: (payment) => <Taken of={payment} /> },
    { id: 'receipt', header: 'Receipt', cell: ({ id, receipt }) => <ReceiptLink payment={id} number={receipt} /> },
    {
      id: 'acts',
      header: 'Refund',
      align: 'end',
      cell: (payment) =>
        payment.left_paise >= LEAST_PAISE && (
          <button type="button" className="btn btn-sm max-sm:min-h-11" onClick={() => setRefunding(payment)}>
            Refund<span className="sr-only"> payment {payment.id}</span>
          </button>
        ),
    },
  ]
  return (
    <>
      <MoneyList
        caption="Payments"
        one="payment"
        sums={(shown) => <NetSums of={shown} />}
        loaded={loaded}
        onRetry={() => void payments.again()}
        columns={columns}
        fields={[choice('payment', 'State', paymentStates), choice('method', 'Paid at the desk by', saleMethods)]}
      >
        <button type="button" className="btn" onClick={save}>
          Download CSV
        </button>
      </MoneyList>
      {refunding && (
        <RefundDialog
          payment={refunding}
          rules={rules}
          onClose={() => setRefunding(undefined)}
          onDone={({ success, message }) => {
            setRefunding(undefined)
            payments.refresh().catch(() => {})
            if (success) toast.success(message)
            else toast.error(message)
          }}
        >
          <PaidFor payment={refunding} />
        </RefundDialog>
      )}
    </>
  )
}
