import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Html } from '#features/exams/ui/Html.tsx'
import { commandOf } from '#features/exams/ui/take/keys.ts'
import { ChoiceList } from '#features/quizzes/ui/ChoiceList.tsx'
import type { VideoQuestion } from '../../course.contract.ts'

/** A question on the video with its id under the name that quizzes have for it as well. */
export type Asked = VideoQuestion & { question_id: number }

export interface VideoQuestionsProps {
  questions: readonly Asked[]
  /** Every question has been answered. @param chosen option by question */
  onFinish: (chosen: Record<number, number>) => void
  onLeave: () => void
}

/** One question at a time; choosing an option stores the answer and advances. */
export function VideoQuestions({ questions, onFinish, onLeave }: VideoQuestionsProps) {
  const [chosen, setChosen] = useState<Record<number, number>>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const index = Object.keys(chosen).length
  const question = questions[index]
  useEffect(() => heading.current?.focus(), [index])
  if (!question) return null
  const choose = (optionId: number) => {
    const all = { ...chosen, [question.question_id]: optionId }
    if (index === questions.length - 1) onFinish(all)
    else setChosen(all)
  }
  // Only while the focus is in here (WCAG 2.1.4).
  const press = (event: KeyboardEvent) => {
    const command = commandOf(event, question.options.length, true)
    if (event.defaultPrevented || event.repeat || command?.do !== 'choose') return
    event.preventDefault()
    choose(question.options[command.position]!.option_id)
  }
  return (
    <section aria-label="Video Based Exam" tabIndex={-1} onKeyDown={press}>
      <div className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 font-semibold">
            Question {index + 1} of {questions.length}
          </h3>
          <button type="button" className="btn btn-ghost btn-sm" onClick={onLeave}>
            Leave
          </button>
        </div>
        <progress
          className="progress progress-primary h-1.5 w-full"
          value={index}
          max={questions.length}
          aria-label="Questions answered"
        />
        <div className="mt-4">
          <Html html={question.question_content} />
          <ChoiceList
            key={question.question_id}
            name={`video-question-${question.question_id}`}
            options={question.options}
            chosen={undefined}
            reveal={false}
            onChoose={choose}
          />
        </div>
      </div>
    </section>
  )
}
