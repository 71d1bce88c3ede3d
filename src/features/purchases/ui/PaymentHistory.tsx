import { displayTime } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import ArrowDownToLineIcon from 'virtual:lucide/arrow-down-to-line'
import type { PaymentRecord } from '../purchases.contract.ts'
import { GstNote } from './till/GstNote.tsx'
import { inr } from './money.ts'
import { RefundLine } from './RefundLine.tsx'

/** Every payment, newest first; money that went back is said to have gone back, and has no receipt. */
export function PaymentHistory({ payments }: { payments: PaymentRecord[] }) {
  return (
    <ul className="mt-2 divide-y divide-base-300">
      {payments.map((payment) => (
        <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 last:pb-0">
          <div className="min-w-0">
            <p className="text-sm font-semibold">{payment.kind === 'renewal' ? 'Renewal' : 'Course purchase'}</p>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span
                className={`text-lg font-bold tabular-nums ${payment.refund ? 'text-muted line-through decoration-1' : ''}`}
              >
                {payment.paid_amount === 0 ? 'Free' : inr(payment.paid_amount)}
              </span>
              {payment.paid_amount > 0 && <GstNote percent={payment.gst} included />}
              {payment.refund && (
                <span className="rounded-selector bg-info/12 px-2 py-0.5 text-xs font-semibold text-info">
                  {payment.refund === 'refunded' ? 'Refunded' : 'Refund on its way'}
                </span>
              )}
            </p>
            <p className="text-sm text-muted tabular-nums">
              {displayTime(Date.parse(payment.date_iso))}
              {payment.valid_till && !payment.refund && `, valid till ${payment.valid_till}`}
            </p>
            {payment.refunds.map((refund) => (
              <p key={refund.id} className="text-sm font-medium">
                <RefundLine refund={refund} />{' '}
                {refund.credit_note && (
                  <a href={paths.creditNote(payment.transaction_id, refund.id)} className="text-primary underline">
                    Open
                  </a>
                )}
              </p>
            ))}
            <p className="text-xs break-all text-muted">Reference {payment.acc_ref_id}</p>
          </div>
          {payment.refund ? (
            <p className="max-w-xs text-sm text-muted">
              {payment.refund === 'refunded'
                ? 'This payment could not be used and was refunded to you.'
                : 'This payment could not be used and is being refunded to you.'}
              {payment.refund_why && ` ${payment.refund_why}`}
            </p>
          ) : (
            <a href={payment.receipt_url} target="_blank" rel="noopener" className="btn w-full sm:w-auto">
              <ArrowDownToLineIcon />
              Download Payment Receipt
              <span className="sr-only"> of {displayTime(Date.parse(payment.date_iso))}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
