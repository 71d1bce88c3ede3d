import { useStore } from '@nanostores/react'
import { $user } from '#features/auth/auth.store.ts'
import { SendButton } from '#ui/forms/SendButton.tsx'
import { gstOf, paiseOf, rupees } from '#lib/both/money.ts'
import { billingOf } from '../../receipts/billing.rules.ts'
import { proceed } from '../../payment.store.ts'
import { STATE_FIELD } from '../../receipts/ui/BillingState.tsx'
import { $step, namesState, payAgain, type Sale } from '../../till.store.ts'
import { GstNote } from './GstNote.tsx'
import { inr } from '../money.ts'

/** What is bought and what it costs; the button that opens the provider's checkout. */
export function OrderSummary({ sale }: { sale: Sale }) {
  const step = useStore($step)
  const { errors } = billingOf(useStore($user) ?? {})
  const free = sale.total === 0
  const buy = () => {
    if (free) return void proceed()
    if (Object.keys(errors).length > 0) {
      // What is wrong stands there, and with the keyboard the reading goes on there.
      document.getElementById('billing')?.focus()
      return
    }
    if (!namesState()) {
      document.getElementById(STATE_FIELD)?.focus()
      return
    }
    void proceed()
  }
  return (
    <form
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        buy()
      }}
      aria-labelledby="summary-title"
      className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6 lg:sticky lg:top-20"
    >
      <h2 id="summary-title" className="text-lg font-semibold">
        Order summary
      </h2>
      <div className="mt-5 flex gap-4">
        <img
          src={sale.thumbnail}
          alt=""
          width={112}
          height={63}
          className="aspect-video w-28 shrink-0 rounded-field bg-base-200 object-cover"
        />
        <p className="min-w-0 leading-snug font-medium">{sale.title}</p>
      </div>
      <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-3 border-t border-base-300 pt-5 text-sm tabular-nums">
        {sale.kind === 'purchase' ? (
          <>
            <dt className="text-muted">Course price</dt>
            <dd className="text-right">
              <Amount paid={sale.price} percent={sale.gst} included={false} />
            </dd>
            <dt className="text-muted">GST ({sale.gst}%)</dt>
            <dd className="text-right">{inr(rupees(gstOf(paiseOf(sale.price), sale.gst)))}</dd>
          </>
        ) : (
          <>
            <dt className="text-muted">Renewal amount</dt>
            <dd className="text-right">
              <Amount paid={sale.total} percent={sale.gst} included />
            </dd>
          </>
        )}
        <div className="col-span-2 mt-1 flex items-baseline justify-between gap-x-4 border-t border-base-300 pt-4">
          <dt className="text-base font-semibold">Total</dt>
          <dd className="text-right text-xl font-bold">
            {free ? 'Free' : <Amount paid={sale.total} percent={sale.gst} included />}
          </dd>
        </div>
      </dl>
      <div className="mt-6">
        <SendButton label={free ? 'OPEN THE COURSE' : 'PROCEED TO BUY'} busy={step !== 'idle'} />
      </div>
      <p role="status" className="mt-3 min-h-5.5 text-center text-sm text-muted">
        {free ? 'This course is free.' : said[step]}
      </p>
      {step === 'paying' && (
        <div className="mt-3 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-sm">
          <p>Was the payment window closed?</p>
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => {
              payAgain()
              buy()
            }}
          >
            Pay again
          </button>
        </div>
      )}
    </form>
  )
}

function Amount({ paid, ...tax }: { paid: number; percent: number; included: boolean }) {
  return (
    <>
      {inr(paid)}
      <span className="block leading-snug">
        <GstNote {...tax} />
      </span>
    </>
  )
}

const said = {
  idle: 'You will pay in the secure window of our payment provider.',
  ordering: 'Preparing your payment…',
  paying: 'Complete the payment in the window.',
  verifying: 'Verifying your payment…',
  confirming: '',
  done: '',
}
