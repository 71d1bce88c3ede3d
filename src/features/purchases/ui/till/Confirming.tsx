import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { Spinner } from '#ui/states/Spinner.tsx'
import { LONG } from '../../checkout.rules.ts'
import { $asked, ask, payAgain } from '../../till.store.ts'

/** A payment that the provider has not confirmed yet: after a reload and in another tab, too. */
export function Confirming() {
  const long = useStore($asked) >= LONG
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center rounded-box border border-base-300 bg-base-100 px-6 py-12 text-center">
      <Spinner label="" />
      <h2 ref={heading} tabIndex={-1} className="mt-6 text-xl font-bold">
        Your payment is being confirmed
      </h2>
      <p className="mt-2 text-muted" role="status">
        {long
          ? 'It is taking longer than usual. You can leave this page: the course will open as soon as the bank confirms, and nothing will be lost.'
          : 'This takes a few seconds. Please do not pay again.'}
      </p>
      {long && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <button type="button" className="btn btn-primary" onClick={() => void ask()}>
            Check again
          </button>
          <button type="button" className="btn" onClick={payAgain}>
            Back to the order
          </button>
        </div>
      )}
      {long && (
        <p className="mt-4 text-sm text-muted">If you pay a second time, the second payment will be refunded.</p>
      )}
    </section>
  )
}
