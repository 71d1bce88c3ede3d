import type { PaymentRecord } from '../purchases.contract.ts'
import { paymentStatusWords } from '../purchases.rules.ts'

type PaymentStatusProps = Pick<PaymentRecord, 'payment_status' | 'refunded'>

const statuses: Record<PaymentRecord['payment_status'] | 'part' | 'all', { label: string; look: string }> = {
  closedpymnt: { label: paymentStatusWords.closedpymnt, look: 'bg-success/12 text-success' },
  partialpymnt: { label: paymentStatusWords.partialpymnt, look: 'bg-warning/12 text-warning' },
  pending: { label: paymentStatusWords.pending, look: 'bg-base-200 text-base-content' },
  part: { label: 'Partly refunded', look: 'bg-info/12 text-info' },
  all: { label: 'Refunded', look: 'bg-info/12 text-info' },
}

/** How much of a purchase is paid, or refunded. */
export function PaymentStatus({ payment_status, refunded }: PaymentStatusProps) {
  const { label, look } = statuses[refunded === 'none' ? payment_status : refunded]
  return <span className={`inline-block rounded-selector px-2 py-0.5 text-xs font-semibold ${look}`}>{label}</span>
}
