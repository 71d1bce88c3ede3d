import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { paths } from '#lib/both/paths.ts'
import { PractiseLink } from '#features/questions/ui/PractiseLink.tsx'
import { Ring } from '#ui/charts/Ring.tsx'
import { encouragement } from '../../quizzes.rules.ts'
import { $deliveries, type Delivery } from '../../result-outbox.browser.ts'
import { skippedIn } from '../../run.rules.ts'
import type { Finished } from '../../run.store.ts'
import { ReviewList } from '../ReviewList.tsx'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** What the learner is told of the result's way to the server; nothing while all is well. */
const troubles: Partial<Record<Delivery, string>> = {
  waiting:
    'Your result is not saved yet. It is kept on this device and will be sent as soon as the server can be reached.',
  refused: 'Your result could not be saved.',
}

export interface QuizResultProps {
  quizId: number
  questions: QuickQuestion[]
  finished: Finished
}

/** The result card (document 2, section 2), and the answers below it. */
export function QuizResult({ quizId, questions, finished }: QuizResultProps) {
  const { by, run, outcome } = finished
  const heading = useRef<HTMLHeadingElement>(null)
  const delivery = useStore($deliveries)[run.submission]
  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const facts: [label: string, count: number, tone: string][] = [
    ['Total', outcome.total, ''],
    ['Not attended', outcome.not_attended, 'text-muted'],
    ['Correct', outcome.correct, 'text-success'],
    ['Incorrect', outcome.incorrect, 'text-error'],
  ]
  return (
    <>
      <section aria-labelledby="result" className="mt-6 rounded-box border border-base-300 bg-base-100 p-6 sm:p-8">
        <div className="flex flex-col items-center gap-4 text-center">
          {by === 'timer' && <p className="text-sm font-medium text-muted">Time is up</p>}
          <Ring percent={outcome.percentage} label="Correct" size={144} />
          <h2 id="result" ref={heading} tabIndex={-1} className="text-xl font-bold">
            {encouragement(outcome.percentage)}
          </h2>
        </div>
        <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {facts.map(([label, count, tone]) => (
            <div key={label} className="flex flex-col-reverse rounded-field bg-base-200 px-3 py-3 text-center">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className={`text-2xl font-bold tabular-nums ${tone}`}>{count}</dd>
            </div>
          ))}
        </dl>
        <div role="status">
          {delivery && troubles[delivery] && (
            <p className="mt-4 rounded-field bg-base-200 px-4 py-3 text-center text-sm">{troubles[delivery]}</p>
          )}
        </div>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <a href={paths.quizzes} className="btn">
            Quizzes
          </a>
          <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
            Retake Exam
          </button>
        </div>
      </section>
      {delivery === 'sent' && (
        <PractiseLink missed={outcome.incorrect + skippedIn(run, questions).length} source={`quiz:${quizId}`} />
      )}
      <section aria-labelledby="answers" className="mt-8">
        <h2 id="answers" className="mb-4 text-lg font-semibold">
          Your answers
        </h2>
        <ReviewList questions={questions} chosen={run.chosen} seen={run.seen} />
      </section>
    </>
  )
}
