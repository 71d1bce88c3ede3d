import { useStore } from '@nanostores/react'
import type { LearnerPurchase } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { refundLearner } from '#features/purchases/staff/learner/refund.contract.ts'
import { saleMethods } from '#features/purchases/receipts/receipt.rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import { Instant, Money } from '#ui/staff/values.tsx'
import { learnerAddress, purchases } from '../../learners.store.ts'
import type { Ask } from '../acts/asked.ts'
import { TabPager } from './TabTable.tsx'

type Payment = LearnerPurchase['payments'][number]

/** What was bought and paid, and what went back. */
export function PurchasesTab({ id, onAsk }: { id: number; onAsk: Ask }) {
  const { before } = useStore(learnerAddress.$values)
  const loaded = useLoaded(purchases, { id, before })
  if (loaded.is === 'loading') return <div className="skeleton h-64" aria-busy="true" />
  if (loaded.is !== 'shown')
    return <LoadFailure compact failed={loaded} what="This list" onRetry={() => void purchases.again()} />
  const { data, next, paid_paise } = loaded.shown
  if (data.length === 0) return <EmptyState compact message="Has bought nothing" />
  return (
    <>
      <p className="mb-4 text-sm">
        Paid in all, without what went back:{' '}
        <strong>
          <Money paise={paid_paise} />
        </strong>
      </p>
      <ul className="space-y-4">
        {data.map((purchase) => (
          <li key={purchase.id}>
            <Purchase purchase={purchase} onAsk={onAsk} />
          </li>
        ))}
      </ul>
      <TabPager before={before} next={next} />
    </>
  )
}

const states: Record<LearnerPurchase['payment_status'], { tone: Tone; words: string }> = {
  pending: { tone: 'plain', words: 'Not paid' },
  closedpymnt: { tone: 'good', words: 'Paid' },
  partialpymnt: { tone: 'waiting', words: 'Paid in part' },
}

function Purchase({ purchase, onAsk }: { purchase: LearnerPurchase; onAsk: Ask }) {
  const { id, course, payment_status, total_paise, sale_staff, created_at, payments, orders } = purchase
  const open = orders.filter(({ status }) => status !== 'paid')
  const { tone, words } = states[payment_status]
  return (
    <article aria-label={course.title} className="rounded-box border border-base-300 bg-base-100 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{course.title}</h2>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      <p className="mt-0.5 text-sm text-muted">
        Transaction {id} · <Instant at={created_at} /> · <Money paise={total_paise} /> with GST
        {sale_staff && ` · sold by ${sale_staff}`}
      </p>
      {payments.length > 0 && (
        <ul aria-label="Payments" className="mt-3 divide-y divide-base-300 border-t border-base-300">
          {payments.map((payment) => (
            <li key={payment.id} className="py-3 text-sm last:pb-0">
              <PaymentLine payment={payment} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <ul aria-label="Orders that were not paid" className="mt-3 space-y-1 text-xs text-muted">
          {open.map((order) => (
            <li key={order.id} className="[overflow-wrap:anywhere]">
              Order {order.receipt}, <Money paise={order.amount_paise} />, <Instant at={order.created_at} />:{' '}
              {order.status === 'open' ? 'not paid yet' : 'never paid'}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

const back: Partial<Record<Payment['status'], { tone: Tone; words: string }>> = {
  refund_due: { tone: 'waiting', words: 'Goes back' },
  refunding: { tone: 'waiting', words: 'On its way back' },
  refunded: { tone: 'plain', words: 'Went back' },
  refund_failed: { tone: 'bad', words: 'Could not go back' },
}

const refundWords = { requested: 'is on its way back', done: 'went back', failed: 'could not go back' } as const

function PaymentLine({ payment, onAsk }: { payment: Payment; onAsk: Ask }) {
  const { amount_paise, provider, method, provider_payment_id, receipt, captured_at, status, refunds } = payment
  const gone = back[status]
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <strong className="font-semibold">
            <Money paise={amount_paise} />
          </strong>
          <span>
            {provider === 'desk'
              ? method
                ? saleMethods[method]
                : 'At the desk'
              : provider === 'free'
                ? 'Free course'
                : provider}
          </span>
          <Instant at={captured_at} />
          {gone && <StatusBadge tone={gone.tone}>{gone.words}</StatusBadge>}
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {receipt && `Receipt ${receipt} · `}
          {provider_payment_id}
        </p>
        {refunds.map((refund) => (
          <p key={refund.id} className="mt-1 text-xs">
            <Money paise={refund.amount_paise} /> {refundWords[refund.state]}, <Instant at={refund.created_at} />
            {refund.credit_note && `: credit note ${refund.credit_note}`}
            {refund.problem && `: ${refund.problem}`}
          </p>
        ))}
      </div>
      {payment.left_paise > 0 && mayCall(refundLearner.roles) && (
        <button
          type="button"
          className="btn btn-sm"
          aria-label={`Send back: ${receipt ?? provider_payment_id}`}
          onClick={() => onAsk({ what: 'refund', payment })}
        >
          Send back
        </button>
      )}
    </div>
  )
}
