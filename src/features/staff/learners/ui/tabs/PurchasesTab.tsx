import { useStore } from '@nanostores/react'
import type { LearnerPurchase } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { refundLearner } from '#features/purchases/staff/learner/refund.contract.ts'
import { paymentStates } from '#features/purchases/staff/money/money.rules.ts'
import { paymentTones } from '#features/purchases/staff/money/ui/cells.tsx'
import { saleMethods } from '#features/purchases/receipts/receipt.rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import { Instant, Money, Price } from '#ui/staff/values.tsx'
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
        Net paid (after refunds, test payments not counted):{' '}
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

const states: Record<LearnerPurchase['state'], { tone: Tone; words: string }> = {
  pending: { tone: 'plain', words: 'Not paid' },
  paid: { tone: 'good', words: 'Paid' },
  partly_paid: { tone: 'waiting', words: 'Partly paid' },
  partly_refunded: { tone: 'news', words: 'Partly refunded' },
  refunding: { tone: 'waiting', words: 'Refund in progress' },
  refunded: { tone: 'plain', words: 'Refunded' },
}

function Purchase({ purchase, onAsk }: { purchase: LearnerPurchase; onAsk: Ask }) {
  const { id, course, state, total_paise, sale_staff, created_at, payments, orders } = purchase
  const open = orders.filter(({ status }) => status !== 'paid')
  const { tone, words } = states[state]
  return (
    <article aria-label={course.title} className="rounded-box border border-base-300 bg-base-100 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{course.title}</h2>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      <p className="mt-0.5 text-sm text-muted">
        Transaction {id} · <Instant at={created_at} /> · <Price paise={total_paise} />
        {total_paise > 0 && ' with GST'}
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

const refundWords = { requested: 'refund in progress', done: 'refunded', failed: 'refund failed' } as const

function PaymentLine({ payment, onAsk }: { payment: Payment; onAsk: Ask }) {
  const { amount_paise, provider, method, provider_payment_id, receipt, captured_at, status, refunds } = payment
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <strong className="font-semibold">
            <Price paise={amount_paise} />
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
          {status !== 'granted' && <StatusBadge tone={paymentTones[status]}>{paymentStates[status]}</StatusBadge>}
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          Payment {payment.id} ·{' '}
          {receipt && (
            <>
              <a className="link" href={staffPaths.receipt(payment.id)}>
                Receipt {receipt}
              </a>{' '}
              ·{' '}
            </>
          )}
          {provider_payment_id}
        </p>
        {refunds.map((refund) => (
          <p key={refund.id} className="mt-1 text-xs">
            <Money paise={refund.amount_paise} /> {refundWords[refund.state]}, <Instant at={refund.created_at} />
            {refund.credit_note && (
              <>
                :{' '}
                <a className="link" href={staffPaths.creditNote(refund.id)}>
                  credit note {refund.credit_note}
                </a>
              </>
            )}
            {refund.problem && `: ${refund.problem}`}
          </p>
        ))}
      </div>
      {payment.left_paise > 0 && mayCall(refundLearner.roles) && (
        <button
          type="button"
          className="btn btn-sm"
          aria-label={`Refund: ${receipt ?? provider_payment_id}`}
          onClick={() => onAsk({ what: 'refund', payment })}
        >
          Refund
        </button>
      )}
    </div>
  )
}
