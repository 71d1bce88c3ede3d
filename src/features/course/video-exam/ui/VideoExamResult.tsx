import { useEffect, useRef } from 'react'
import { PractiseLink } from '#features/questions/ui/PractiseLink.tsx'
import { outcomeOf } from '#features/quizzes/quizzes.rules.ts'
import { ReviewList } from '#features/quizzes/ui/ReviewList.tsx'
import { Ring } from '#ui/charts/Ring.tsx'
import type { Asked } from './VideoQuestions.tsx'

export interface VideoExamResultProps {
  chapterId: number
  questions: readonly Asked[]
  /** Option by question. */
  chosen: Record<number, number>
  /** Returns to the examinations. */
  onReattempt: () => void
}

/** Correct and wrong counts, and every question with its right answer and explanation. */
export function VideoExamResult({ chapterId, questions, chosen, onReattempt }: VideoExamResultProps) {
  const { correct, incorrect, percentage } = outcomeOf(questions, chosen)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-6">
      <section
        aria-labelledby="video-exam-result"
        className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-box border border-base-300 bg-base-100 p-5 sm:p-6"
      >
        <Ring percent={percentage} label="Correct" size={88} />
        <div className="min-w-0 grow">
          <h3 id="video-exam-result" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
            Your result
          </h3>
          <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
            <div className="flex gap-2">
              <dt className="text-muted">Correct</dt>
              <dd className="font-semibold text-success">{correct}</dd>
            </div>
            <div className="flex gap-2">
              <dt className="text-muted">Wrong</dt>
              <dd className="font-semibold text-error">{incorrect}</dd>
            </div>
          </dl>
        </div>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={onReattempt}>
          Reattempt
        </button>
      </section>
      <PractiseLink missed={incorrect} source={`chapter:${chapterId}`} />
      <ReviewList questions={questions} chosen={chosen} />
    </div>
  )
}
