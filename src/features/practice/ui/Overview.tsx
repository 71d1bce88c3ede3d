import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { $asked, $query, followAddress, notebook, refresh, summary } from '../notebook.store.ts'
import { $waiting } from '../session.store.ts'
import { Notebook } from './Notebook.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { SummaryHead } from './SummaryHead.tsx'

/** How the notebook stands, the way into a session, and the notebook itself. */
export function Overview() {
  const state = useLoaded(summary)
  const listed = useLoaded(notebook, useStore($asked))
  const { source } = useStore($query)
  useEffect(() => followAddress(), [])
  // Answers that had waited have arrived: also what is under way may have been read before them.
  useEffect(
    () =>
      $waiting.listen((now, before) => {
        if (now.length < (before?.length ?? 0)) refresh()
      }),
    [],
  )
  if (state.is === 'loading') return <OverviewSkeleton />
  if (state.is === 'failed') {
    return (
      <ErrorState
        hint={
          state.unreachable
            ? 'You seem to be offline. Your notebook will load as soon as you are back online.'
            : 'Something went wrong on our side.'
        }
        onRetry={() => {
          void summary.again()
          void notebook.again()
        }}
      />
    )
  }
  const { learning, known, resting } = state.shown
  if (learning + known === 0 && !resting && !source) {
    return (
      <EmptyState
        message="Your notebook is empty."
        hint="Take an exam or a quiz: the questions you miss will be here afterwards. Practise a few of them every day."
        actionLabel="Go to General Exams"
        href={paths.mockTests}
      />
    )
  }
  return (
    <>
      <SummaryHead summary={state.shown} />
      <Notebook summary={state.shown} listed={listed} />
    </>
  )
}
