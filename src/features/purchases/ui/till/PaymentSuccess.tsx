import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { paths } from '#lib/both/paths.ts'
import { nameDocument } from '#lib/browser/site.ts'
import CheckIcon from 'virtual:lucide/check'
import { $receipt } from '../../till.store.ts'
import ArrowDownToLineIcon from 'virtual:lucide/arrow-down-to-line'

/** Document 1, section 2, 'Payment success card'. */
export function PaymentSuccess({ courseId, free }: { courseId: number; free: boolean }) {
  const title = free ? 'Your course is open' : 'Payment Successful!'
  const receipt = useStore($receipt)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    nameDocument(title)
    scrollTo({ top: 0 })
    heading.current?.focus()
  }, [title])
  return (
    <section
      aria-labelledby="paid"
      className="mx-auto mt-6 flex max-w-xl flex-col items-center rounded-box border border-base-300 bg-base-100 px-6 py-12 text-center motion-safe:animate-enter sm:mt-10"
    >
      <span className="grid size-16 place-items-center rounded-full bg-success/12 text-success">
        <CheckIcon className="size-8" />
      </span>
      <h1 ref={heading} id="paid" tabIndex={-1} className="mt-6 text-2xl font-bold sm:text-3xl">
        {title}
      </h1>
      <p className="mt-3 text-lg">{free ? 'This course is free.' : 'Thank you for your purchase.'}</p>
      {!free && <p className="mt-1 text-muted">Your Order Placed Successfully.</p>}
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <a href={paths.myCourse(courseId)} className="btn btn-primary">
          Open the course
        </a>
        <a href={paths.dashboard} className="btn">
          Go to Dashboard
        </a>
      </div>
      <p className="mt-4">
        <a
          href={receipt ?? paths.purchases}
          {...(receipt && { target: '_blank', rel: 'noopener' })}
          className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-primary hover:underline"
        >
          <ArrowDownToLineIcon />
          {receipt ? 'Download Payment Receipt' : 'Your receipt is under Purchases'}
        </a>
      </p>
    </section>
  )
}
