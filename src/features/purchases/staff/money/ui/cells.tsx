import { indianClock } from '#lib/both/time/clock.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import { Instant, Money, Price } from '#ui/staff/values.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { saleMethods } from '../../../receipts/receipt.rules.ts'
import type { ListedPayment, Payer } from '../money.contract.ts'
import { address } from '../money.store.ts'
import {
  orderStates,
  paymentStates,
  refundStates,
  type OrderState,
  type PaymentState,
  type RefundState,
} from '../money.rules.ts'

/** What stands in the columns of several tables of money. */

/** Breaks only what is too long for a column: without a width of its own one as narrow as a letter would do. */
const wrapping = 'block min-w-30 [overflow-wrap:anywhere]'

/** Whose money it is, with the way to their page. */
export function Learner({ of: { id, name, phone, ended } }: { of: Payer }) {
  return (
    <>
      <a className={`link ${wrapping}`} href={staffPaths.learner(id)}>
        <bdi>{ended ? `Learner ${id}` : (name ?? 'Learner')}</bdi>
      </a>
      <span className="block text-xs whitespace-nowrap text-muted tabular-nums">{ended ? 'Account ended' : phone}</span>
    </>
  )
}

/** A course, which narrows the list to it. */
function Course({ of: { id, title } }: { of: { id: number; title: string } }) {
  return (
    <a className={`hover:underline ${wrapping}`} href={address.href({ course: id })}>
      <bdi>{title}</bdi>
    </a>
  )
}

/** A credit note by its number, which opens it. */
export function CreditNoteLink({ refund, number }: { refund: number; number: string | null }) {
  if (number === null) return <span className="text-muted">None</span>
  return (
    <a className="link whitespace-nowrap tabular-nums" href={staffPaths.creditNote(refund)}>
      {number}
    </a>
  )
}

/** A receipt by its number, which opens it. */
export function ReceiptLink({ payment, number }: { payment: number; number: string | null }) {
  if (number === null) return <span className="text-muted">None</span>
  return (
    <a className="link whitespace-nowrap tabular-nums" href={staffPaths.receipt(payment)}>
      {number}
    </a>
  )
}

const takers: Record<string, string> = {
  desk: 'At the desk',
  free: 'Free course',
  razorpay: 'Razorpay',
  sandbox: 'Test payment',
}

export const takenBy = (provider: string) => takers[provider] ?? provider

/** What the provider calls it, or what is said where it has no name. */
export const ProviderId = ({ id }: { id: string }) => (
  <span className="block min-w-20 text-xs text-muted [overflow-wrap:anywhere]">{id}</span>
)

export function Taken({ of: { provider, method, provider_payment_id } }: { of: ListedPayment }) {
  return (
    <>
      {takenBy(provider)}
      {method && `: ${saleMethods[method]}`}
      <ProviderId id={provider_payment_id} />
    </>
  )
}

const refundedTones = {
  partly_refunded: 'news',
  refund_due: 'waiting',
  refunding: 'waiting',
  refunded: 'plain',
  refund_failed: 'bad',
} as const

const orderTones: Record<OrderState, Tone> = { open: 'waiting', paid: 'good', ...refundedTones, lapsed: 'plain' }
export const OrderBadge = ({ state }: { state: OrderState }) => (
  <StatusBadge tone={orderTones[state]}>{orderStates[state]}</StatusBadge>
)

const refundTones: Record<RefundState, Tone> = { requested: 'waiting', done: 'good', failed: 'bad' }
export const RefundBadge = ({ state }: { state: RefundState }) => (
  <StatusBadge tone={refundTones[state]}>{refundStates[state]}</StatusBadge>
)

export const paymentTones: Record<PaymentState, Tone> = { granted: 'good', ...refundedTones }

/** The state of a payment, with the amounts of its refunds. */
export function PaymentStatus({ of: { status, back_paise, coming_back_paise } }: { of: ListedPayment }) {
  return (
    <>
      <StatusBadge tone={paymentTones[status]}>{paymentStates[status]}</StatusBadge>
      {back_paise > 0 && (
        <span className="block text-xs text-muted">
          <Money paise={back_paise} /> refunded
        </span>
      )}
      {coming_back_paise > 0 && (
        <span className="block text-xs text-muted">
          <Money paise={coming_back_paise} /> in progress
        </span>
      )}
    </>
  )
}

/** A moment on two lines, since rows have two: eight columns are many. */
export const When = ({ at, more }: { at: number; more?: string }) => (
  <>
    <Instant at={at} dayOnly />
    <span className="block text-xs font-normal text-muted tabular-nums">
      {indianClock(at)}
      {more && <span className="ml-2">{more}</span>}
    </span>
  </>
)

/** When a row was made, with its number as the search takes it: 'Payment 7'. */
export const whenOf = (name: 'Payment' | 'Order' | 'Refund'): Column<{ id: number; at: number }> => ({
  id: 'at',
  header: 'When',
  whole: true,
  cell: ({ id, at }) => <When at={at} more={`${name} ${id}`} />,
})

/** Columns that all lists of money have. */
export const learner: Column<{ learner: Payer }> = {
  id: 'learner',
  header: 'Learner',
  cell: (row) => <Learner of={row.learner} />,
}
export const course: Column<{ course: { id: number; title: string } }> = {
  id: 'course',
  header: 'Course',
  cell: (row) => <Course of={row.course} />,
}
export const amount: Column<{ amount_paise: number }> = {
  id: 'amount',
  header: 'Amount',
  align: 'end',
  cell: ({ amount_paise }) => <Price paise={amount_paise} />,
}
