import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'

interface NotShownProps {
  /** What is not shown: 'purchase' or 'receipt'. */
  what: string
  state: { is: 'missing' } | { is: 'failed'; unreachable: boolean }
  onRetry: () => void
}

/** In place of a purchase or of its receipt: there is none of the learner's, or it could not be loaded. */
export function NotShown(props: NotShownProps) {
  return (
    <>
      <h1 className="sr-only">Your {props.what}</h1>
      <Why {...props} />
    </>
  )
}

function Why({ what, state, onRetry }: NotShownProps) {
  if (state.is === 'missing')
    return (
      <EmptyState
        hint={`There is no such ${what}.`}
        actionLabel="Show my purchases"
        href={paths.purchases}
        ways={[{ label: 'Support', href: paths.support }]}
      />
    )
  return (
    <ErrorState
      message="Failed to load data"
      hint={
        state.unreachable
          ? `You seem to be offline. The ${what} will load as soon as you are back online.`
          : 'Something went wrong on our side.'
      }
      onRetry={onRetry}
    />
  )
}
