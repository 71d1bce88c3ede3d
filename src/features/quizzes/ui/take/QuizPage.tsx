import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { keepSending } from '#lib/browser/outbox/outbox.ts'
import { nameDocument } from '#lib/browser/site.ts'
import { Breadcrumb } from '#ui/navigation/Breadcrumb.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { openQuiz, type OpenQuiz } from '../../quiz.store.ts'
import { results } from '../../result-outbox.browser.ts'
import { QuizResult } from './QuizResult.tsx'
import { Taking } from './Taking.tsx'

/** A quiz, from its first question to its result (document 2, section 2). */
export function QuizPage({ quizId }: { quizId: number }) {
  const state = useLoaded(openQuiz, quizId)
  useEffect(() => keepSending(results), [quizId])
  const title = state.is === 'shown' ? state.shown.quiz.title : undefined
  useEffect(() => {
    if (title) nameDocument(title)
  }, [title])
  return (
    <div className="mx-auto max-w-3xl">
      <Breadcrumb crumbs={[{ label: 'Quizzes', href: paths.quizzes }, ...(title ? [{ label: title }] : [])]} />
      <div className="mt-4">
        {state.is === 'loading' && <Skeleton />}
        {(state.is === 'missing' || state.is === 'failed') && <h1 className="sr-only">Quiz</h1>}
        {state.is === 'missing' && (
          <EmptyState message="There is no such quiz." actionLabel="See all quizzes" href={paths.quizzes} />
        )}
        {state.is === 'failed' && <ErrorState onRetry={openQuiz.again} />}
        {state.is === 'shown' && <Open {...state.shown} />}
      </div>
    </div>
  )
}

function Open({ quiz, questions, run }: OpenQuiz) {
  const finished = useStore(run.$finished)
  return (
    <>
      <h1 className="text-2xl font-bold sm:text-3xl">{quiz.title}</h1>
      {finished ? (
        <QuizResult quizId={quiz.id} questions={questions} finished={finished} />
      ) : (
        <Taking questions={questions} run={run} />
      )}
    </>
  )
}

export const QuizIsland = numbered(QuizPage, (quizId) => ({ quizId }))
