import type { Invoice } from '../receipts/invoice.contract.ts'
import { inr } from './money.ts'

/** A refund of a payment, done or on its way. */
export function RefundLine({ refund }: { refund: Invoice['refunds'][number] }) {
  return (
    <>
      {inr(refund.amount)} {refund.state === 'refunded' ? 'refunded on' : 'on its way back since'} {refund.date}
      {refund.credit_note && `, credit note ${refund.credit_note}`}
    </>
  )
}
