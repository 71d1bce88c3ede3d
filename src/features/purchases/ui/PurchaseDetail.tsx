import { call } from '#lib/browser/call/call.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { Breadcrumb } from '#ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { listPayments, type PaymentRecord } from '../purchases.contract.ts'
import { GstNote } from './till/GstNote.tsx'
import { inr } from './money.ts'
import { NotShown } from './NotShown.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { PaymentStatus } from './PaymentStatus.tsx'
import { Validity } from './Validity.tsx'

const purchase = loading((transactionId: number, signal) => call(listPayments, { params: { transactionId }, signal }), {
  mayMiss: true,
})

const card = 'rounded-box border border-base-300 bg-base-100 p-5 sm:p-6'

/** A purchase and its payments (document 1, section 2, 'Purchase detail'). */
function PurchaseDetail({ transactionId }: { transactionId: number }) {
  const state = useLoaded(purchase, transactionId)
  const payments = state.is === 'shown' ? state.shown.data : []
  const [first] = payments
  return (
    <>
      <Breadcrumb
        crumbs={[{ label: 'Purchases', href: paths.purchases }, ...(first ? [{ label: first.course_name }] : [])]}
      />
      {state.is === 'loading' && <PurchaseDetailSkeleton />}
      {(state.is === 'missing' || state.is === 'failed') && (
        <NotShown what="purchase" state={state} onRetry={purchase.again} />
      )}
      {first && <Shown purchase={first} payments={payments} />}
      <Toasts />
    </>
  )
}

function Shown({ purchase, payments }: { purchase: PaymentRecord; payments: PaymentRecord[] }) {
  const isFree = purchase.final_price === 0 && purchase.total_paid_amount === 0
  return (
    <>
      <header className={`${card} mt-4 flex flex-col gap-5 sm:flex-row sm:items-center`}>
        <img
          src={purchase.thumbnail}
          alt=""
          width={640}
          height={360}
          className="aspect-video w-full rounded-field bg-base-200 object-cover sm:w-48"
        />
        <div className="min-w-0 grow">
          <h1 className="text-xl font-bold sm:text-2xl">{purchase.course_name}</h1>
          <div className="mt-1">
            <Validity {...purchase} />
          </div>
          {purchase.payment_status !== 'pending' && (
            <a
              href={paths.myCourse(purchase.course_id)}
              className="mt-1 inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline"
            >
              Open the course
            </a>
          )}
        </div>
        <p className="shrink-0 border-t border-base-300 pt-4 sm:border-0 sm:pt-0 sm:text-right">
          <span className="block text-sm text-muted">Total paid</span>
          <span className="block text-2xl font-bold tabular-nums">
            {isFree ? 'Free' : inr(purchase.total_paid_amount)}
          </span>
          {!isFree && <GstNote percent={purchase.gst} included />}
        </p>
      </header>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="history" className={`${card} order-2 lg:order-1`}>
          <h2 id="history" className="text-lg font-semibold">
            Payment history
          </h2>
          <PaymentHistory payments={payments} />
        </section>
        <section aria-labelledby="summary" className={`${card} order-1 lg:order-2`}>
          <h2 id="summary" className="text-lg font-semibold">
            Order summary
          </h2>
          <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-3 text-sm">
            <dt className="text-muted">Base price</dt>
            <dd className="text-right font-medium tabular-nums">
              {inr(purchase.price)} {purchase.price > 0 && <GstNote percent={purchase.gst} included={false} />}
            </dd>
            <dt className="text-muted">Sales representative</dt>
            <dd className="text-right font-medium">{purchase.sale_staff ?? 'NA'}</dd>
            <dt className="text-muted">Offer price</dt>
            <dd className="text-right font-medium tabular-nums">
              {purchase.final_price === 0 ? (
                'Free'
              ) : (
                <>
                  {inr(purchase.final_price)} <GstNote percent={purchase.gst} included={false} />
                </>
              )}
            </dd>
            <dt className="text-muted">Payment status</dt>
            <dd className="text-right">
              <PaymentStatus {...purchase} />
            </dd>
          </dl>
        </section>
      </div>
    </>
  )
}

/** The page while it loads. */
export function PurchaseDetailSkeleton() {
  return (
    <>
      <div className={`${card} mt-4 flex flex-col gap-5 sm:flex-row sm:items-center`} aria-hidden="true">
        <div className="skeleton aspect-video w-full sm:w-48" />
        <div className="skeleton h-8 w-1/2" />
      </div>
      <div className={`${card} mt-6`}>
        <Skeleton />
      </div>
    </>
  )
}

export const PurchaseIsland = numbered(PurchaseDetail, (transactionId) => ({ transactionId }))
