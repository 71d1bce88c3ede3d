import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { logInAgain } from '#features/auth/auth.store.ts'
import { paths } from '#lib/both/paths.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { Breadcrumb } from '#ui/navigation/Breadcrumb.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { $step, $till, load, openTill, type Sale } from '../../till.store.ts'
import { BillingDetails } from '../../receipts/ui/BillingDetails.tsx'
import { Confirming } from './Confirming.tsx'
import { NothingToPay } from './NothingToPay.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PaymentSuccess } from './PaymentSuccess.tsx'
import { TillNotice } from './TillNotice.tsx'
import { TillSkeleton } from './TillSkeleton.tsx'

export interface TillProps {
  kind: Sale['kind']
  courseId: number
}

const headings = {
  renewal: 'Renew your course',
  'nothing-to-pay': 'Course renewal',
  free: 'Open the course',
  purchase: 'Buy your course',
}

/** Where a course is bought, or its renewal paid (document 1, section 2, 'Purchase page' and 'Renewal page'). */
export function Till({ kind, courseId }: TillProps) {
  const till = useStore($till)
  const step = useStore($step)
  useEffect(() => openTill(kind, courseId), [kind, courseId])
  const renewal = kind === 'renewal'
  const free = till.is === 'open' && till.sale.total === 0
  return (
    <>
      <Breadcrumb
        crumbs={[
          renewal ? { label: 'My Courses', href: paths.myCourses } : { label: 'Courses', href: paths.courses },
          ...(till.is === 'open' ? [{ label: till.sale.title }] : []),
        ]}
      />
      {step === 'done' && till.is === 'open' ? (
        <PaymentSuccess courseId={courseId} free={free} />
      ) : (
        <>
          <h1 className="mt-2 mb-6 text-2xl font-bold sm:text-3xl">
            {headings[till.is === 'nothing-to-pay' ? till.is : free ? 'free' : kind]}
          </h1>
          {till.is === 'loading' && <TillSkeleton />}
          {till.is === 'missing' && (
            <EmptyState
              message="No course found"
              hint="It may have been replaced by a newer one."
              actionLabel="Browse Courses"
              href={paths.courses}
              ways={[
                { label: 'My Courses', href: paths.myCourses },
                { label: 'Support', href: paths.support },
              ]}
            />
          )}
          {till.is === 'nothing-to-pay' && <NothingToPay courseId={courseId} {...till} />}
          {till.is === 'failed' && <Failed why={till.why} />}
          {till.is === 'open' && (step === 'confirming' ? <Confirming /> : <Open sale={till.sale} />)}
        </>
      )}
      <Toasts />
    </>
  )
}

function Open({ sale }: { sale: Sale }) {
  const free = sale.total === 0
  return (
    <>
      <TillNotice />
      <div className={free ? 'max-w-md' : 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]'}>
        {!free && <BillingDetails />}
        <OrderSummary sale={sale} />
      </div>
    </>
  )
}

function Failed({ why }: { why: 'unreachable' | 'logged-out' | 'error' }) {
  if (why === 'logged-out') {
    return (
      <div role="alert">
        <EmptyState
          message="Your session has ended"
          hint="Log in again to come back here."
          actionLabel="Log in"
          onAction={logInAgain}
        />
      </div>
    )
  }
  return (
    <ErrorState
      message={why === 'error' ? 'Something went wrong.' : 'Failed to load data'}
      hint={
        why === 'error'
          ? 'You have not been charged. Please try again.'
          : 'You seem to be offline. The page will load as soon as you are back online.'
      }
      onRetry={() => void load()}
    />
  )
}

export const PurchaseTill = numbered<TillProps>(Till, (courseId) => ({ kind: 'purchase', courseId }))

export const RenewalTill = numbered<TillProps>(Till, (courseId) => ({ kind: 'renewal', courseId }))
