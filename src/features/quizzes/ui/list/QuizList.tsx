import { useEffect } from 'react'
import { ExamListSkeleton } from '#features/exams/list/ui/ExamListSkeleton.tsx'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { keepSending } from '#lib/browser/outbox/outbox.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { quizList } from '../../quiz-list.store.ts'
import { nextQuiz } from '../../quizzes.rules.ts'
import { results } from '../../result-outbox.browser.ts'
import { QuizCard } from './QuizCard.tsx'

/** Quizzes (document 2, section 2). */
export function QuizList() {
  const state = useLoaded(quizList)
  useEffect(() => {
    // From the back-forward cache: a quiz may have been taken meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void quizList.again()
    addEventListener('pageshow', shown)
    const unfollow = keepSending(results)
    return () => {
      removeEventListener('pageshow', shown)
      unfollow()
    }
  }, [])
  if (state.is === 'loading') return <ExamListSkeleton />
  if (state.is === 'failed') return <ErrorState onRetry={quizList.again} />
  const quizzes = state.shown
  if (quizzes.length === 0)
    return (
      <EmptyState
        message="No quizzes are available right now."
        ways={[{ label: 'General Exams', href: paths.mockTests }]}
      />
    )
  const next = nextQuiz(quizzes)
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {quizzes.map((quiz) => (
        <li key={quiz.id} className="flex">
          <QuizCard quiz={quiz} next={quiz === next} />
        </li>
      ))}
    </ul>
  )
}
