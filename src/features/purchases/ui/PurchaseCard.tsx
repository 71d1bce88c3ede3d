import { paths } from '#lib/both/paths.ts'
import type { PurchaseItem } from '../purchases.contract.ts'
import { GstNote } from './till/GstNote.tsx'
import { inr } from './money.ts'
import { PaymentStatus } from './PaymentStatus.tsx'
import { Validity } from './Validity.tsx'

const card =
  'overflow-hidden rounded-box border border-base-300 bg-base-100 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)]'

/** A purchase as the list shows it; the whole card leads to it. */
export function PurchaseCard({ purchase, eager }: { purchase: PurchaseItem; eager: boolean }) {
  const amounts = [
    ['Course price', purchase.price, false],
    ['Offer price', purchase.offered_price, false],
    ['Paid amount', purchase.paid_amount, true],
  ] as const
  const { refunded, payment_status } = purchase
  const isFree = purchase.offered_price === 0
  return (
    <li>
      <article
        className={`${card} group relative transition-shadow hover:shadow-lg has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary`}
      >
        <img
          src={purchase.thumbnail}
          alt=""
          width={640}
          height={360}
          className="aspect-video w-full bg-base-200 object-cover sm:h-full"
          loading={eager ? 'eager' : 'lazy'}
        />
        <div className="flex min-w-0 flex-col justify-between gap-4 p-4 sm:p-5">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
            <h2 className="min-w-0 text-lg leading-snug font-semibold">
              <a href={paths.purchase(purchase.transaction_id)} className="outline-none after:absolute after:inset-0">
                <span className="group-hover:underline">{purchase.course}</span>
              </a>
            </h2>
            <Validity {...purchase} />
          </div>
          <dl className="grid gap-x-4 gap-y-1 border-t border-base-300 pt-4 tabular-nums min-[30rem]:grid-cols-3">
            {amounts.map(([label, amount, included]) => (
              <div key={label} className="flex items-baseline justify-between gap-4 min-[30rem]:block">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className={included ? 'font-bold' : 'font-medium'}>
                  {isFree && amount === 0 ? 'Free' : inr(amount)}
                  {!(isFree && amount === 0) && (
                    <span className="block text-right min-[30rem]:text-left">
                      <GstNote percent={purchase.gst} included={included} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {(refunded !== 'none' || payment_status === 'partialpymnt') && (
            <p>
              <PaymentStatus {...purchase} />
            </p>
          )}
          {purchase.renewals.length > 0 && (
            <ul aria-label="Renewals" className="space-y-1 border-t border-base-300 pt-3 text-sm tabular-nums">
              {purchase.renewals.map((renewal) => (
                <li key={renewal.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="text-muted">
                    Renewal on {renewal.date}
                    {renewal.validity_end && `, valid till ${renewal.validity_end}`}
                  </span>
                  <span className="font-medium">
                    {inr(renewal.paid_amount)} <GstNote percent={purchase.gst} included />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </article>
    </li>
  )
}

/** Cards of the same size without content. */
export function PurchasesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <ul aria-hidden="true" className="space-y-4">
        {Array.from({ length: 4 }, (_, index) => (
          <li key={index} className={card}>
            <div className="skeleton aspect-video w-full rounded-none sm:h-full" />
            <div className="flex flex-col justify-between gap-4 p-4 sm:p-5">
              <div className="space-y-2">
                <div className="skeleton h-5 w-2/3" />
                <div className="skeleton h-4 w-1/3" />
              </div>
              <div className="border-t border-base-300 pt-4">
                <div className="skeleton h-10 w-full" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
