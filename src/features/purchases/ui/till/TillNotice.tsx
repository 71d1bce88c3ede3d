import { useStore } from '@nanostores/react'
import { paths } from '#lib/both/paths.ts'
import InfoIcon from 'virtual:lucide/info'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'
import { $notice, type Notice } from '../../till.store.ts'
import { inr } from '../money.ts'

/** What the learner must know before paying (again): it stays, where a toast goes. */
export function TillNotice() {
  const notice = useStore($notice)
  return (
    <div role="status">
      {notice && (
        <p
          className={`mb-6 flex items-start gap-3 rounded-field border px-4 py-3 ${
            notice.is === 'not-paid' ? 'border-base-300 bg-base-100' : 'border-warning/50 bg-warning/10'
          }`}
        >
          {notice.is === 'not-paid' ? (
            <InfoIcon className="mt-0.5 size-5 shrink-0 text-info" />
          ) : (
            <TriangleAlertIcon className="mt-0.5 size-5 shrink-0 text-warning" />
          )}
          <span className="min-w-0">
            <Words notice={notice} />
          </span>
        </p>
      )}
    </div>
  )
}

function Words({ notice }: { notice: Notice }) {
  if (notice.is === 'price') return <>{notice.message} Please check the total before you continue.</>
  if (notice.is === 'not-paid') return <>You have not been charged. You can try again at any time.</>
  if (notice.is === 'unverified') {
    return (
      <>
        The payment could not be verified, and our payment provider has no record of a completed one. If money was taken
        all the same, the course will open or the money will be refunded automatically.
      </>
    )
  }
  const { amount, state, transaction_id, why } = notice.refund
  return (
    <>
      Your payment of {inr(amount)} could not be used for this course and{' '}
      {state === 'refunded' ? 'was refunded to you.' : 'is being refunded to you.'} {why && `${why} `}
      <a href={paths.purchase(transaction_id)} className="link font-medium text-primary">
        Show the payment
      </a>
    </>
  )
}
