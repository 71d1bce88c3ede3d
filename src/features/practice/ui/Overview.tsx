import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { $query, $summary, followAddress, loadNotebook, loadSummary } from '../notebook.store.ts'
import { $waiting } from '../session.store.ts'
import { Notebook } from './Notebook.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { SummaryHead } from './SummaryHead.tsx'

/** How the notebook stands, the way into a session, and the notebook itself. */
export function Overview() {
  const summary = useStore($summary)
  const { source } = useStore($query)
  useEffect(
    () =>
      followAddress(() => {
        void loadSummary()
        void loadNotebook()
      }),
    [],
  )
  // Answers that had waited have arrived: also what is under way may have been read before them.
  useEffect(
    () =>
      $waiting.listen((now, before) => {
        if (now.length >= (before?.length ?? 0)) return
        void loadSummary()
        void loadNotebook(true)
      }),
    [],
  )
  const failed = typeof summary === 'object' && 'failed' in summary
  useEffect(() => {
    if (!failed) return
    const retry = () => void loadSummary()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed])
  if (summary === 'loading') return <OverviewSkeleton />
  if ('failed' in summary) {
    return (
      <ErrorState
        hint={
          summary.unreachable
            ? 'You seem to be offline. Your notebook will load as soon as you are back online.'
            : 'Something went wrong on our side.'
        }
        onRetry={() => {
          void loadSummary()
          void loadNotebook()
        }}
      />
    )
  }
  if (summary.learning + summary.known === 0 && !summary.resting && !source) {
    return (
      <EmptyState
        message="Your notebook is empty."
        hint="Questions that you get wrong or skip in exams, quizzes and video based exams are added here automatically. Practise them a little every day, until you know them."
        actionLabel="Go to General Exams"
        href={paths.mockTests}
      />
    )
  }
  return (
    <>
      <SummaryHead summary={summary} />
      <Notebook summary={summary} />
    </>
  )
}
