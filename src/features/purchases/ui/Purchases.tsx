import { useEffect, useRef } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { PurchaseCard, PurchasesSkeleton } from './PurchaseCard.tsx'
import { usePurchases } from './use-purchases.ts'

/** What the learner has bought, 10 a page; the page stands in the address (document 1, section 2, 'Purchases'). */
export function Purchases() {
  const { state, page, turn, retry } = usePurchases()
  const top = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  useEffect(() => {
    // After a turn of the page reading goes on at its top.
    if (!turned.current || state.is !== 'shown') return
    turned.current = false
    top.current?.focus()
  }, [state])
  return (
    <div ref={top} tabIndex={-1} role="group" aria-label="Purchases" className="min-h-[calc(100dvh-11rem)]">
      <p role="status" className="sr-only">
        {state.is === 'shown' && counted(state.shown.total, 'purchase')}
      </p>
      {state.is === 'loading' && <PurchasesSkeleton />}
      {state.is === 'failed' && (
        <ErrorState
          message="Failed to load data"
          hint={
            state.unreachable
              ? 'You seem to be offline. Your purchases will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={retry}
        />
      )}
      {state.is === 'shown' && state.shown.data.length === 0 && (
        <EmptyState
          message="You haven’t purchased any courses yet."
          actionLabel="Browse Courses"
          href={paths.courses}
        />
      )}
      {state.is === 'shown' && state.shown.data.length > 0 && (
        <>
          <ul className="space-y-4">
            {state.shown.data.map((purchase, index) => (
              <PurchaseCard key={purchase.id} purchase={purchase} eager={index < 4} />
            ))}
          </ul>
          <div className="mt-8">
            <Pagination
              current={page}
              last={state.shown.last_page}
              label="Pages of my purchases"
              onPage={(next) => {
                turned.current = true
                turn(next)
                scrollTo({ top: 0 })
              }}
            />
          </div>
        </>
      )}
      <Toasts />
    </div>
  )
}
