import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Html } from '#features/questions/ui/Html.tsx'
import { commandOf } from '#features/questions/ui/keys.ts'
import { ChoiceList } from '#features/questions/ui/ChoiceList.tsx'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import type { VideoQuestion } from '../../course.contract.ts'
import { chooseAndAdvance, goBack, goOn, newVideoRun } from '../video-run.rules.ts'

/** A question on the video with its id under the name that quizzes have for it as well. */
export type Asked = VideoQuestion & { question_id: number }

export interface VideoQuestionsProps {
  questions: readonly Asked[]
  /** Every question has been answered. @param chosen option by question */
  onFinish: (chosen: Record<number, number>) => void
  onLeave: () => void
}

/** One question at a time; choosing an option stores the answer and advances. One may go back and choose again. */
export function VideoQuestions({ questions, onFinish, onLeave }: VideoQuestionsProps) {
  const [run, setRun] = useState(newVideoRun)
  const heading = useRef<HTMLHeadingElement>(null)
  const hint = useId()
  const { index, chosen } = run
  const question = questions[index]
  useEffect(() => heading.current?.focus(), [index])
  if (!question) return null
  const answer = chosen[question.question_id]
  const last = index === questions.length - 1
  const choose = (optionId: number) => {
    const next = chooseAndAdvance(run, questions, optionId)
    if (last) onFinish(next.chosen)
    else setRun(next)
  }
  const back = () => setRun(goBack(run))
  const on = () => setRun(goOn(run, questions))
  // Only while the focus is in here (WCAG 2.1.4).
  const press = (event: KeyboardEvent) => {
    const command = commandOf(event, question.options.length, true)
    if (event.defaultPrevented) return
    if (command?.do === 'previous') back()
    else if (command?.do === 'forward') on()
    else if (command?.do !== 'choose') return
    else if (!event.repeat) choose(question.options[command.position]!.option_id)
    // Left and right would choose within the radio group.
    event.preventDefault()
  }
  return (
    <section aria-label="Video Based Exam" tabIndex={-1} onKeyDown={press}>
      <div className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h3
            ref={heading}
            tabIndex={-1}
            // Read aloud where it tells something new.
            aria-describedby={last || answer !== undefined ? hint : undefined}
            className="scroll-mt-24 font-semibold"
          >
            Question {index + 1} of {questions.length}
          </h3>
          <button type="button" className="btn btn-ghost btn-sm" onClick={onLeave}>
            Leave
          </button>
        </div>
        <progress
          className="progress progress-primary h-1.5 w-full"
          value={Object.keys(chosen).length}
          max={questions.length}
          aria-label="Questions answered"
        />
        <div className="mt-4">
          <Html html={question.question_content} />
          <ChoiceList
            key={question.question_id}
            name={`video-question-${question.question_id}`}
            options={question.options}
            chosen={answer}
            changeable
            reveal={false}
            onChoose={choose}
          />
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
          <button type="button" className="btn px-3" disabled={index === 0} onClick={back}>
            <ChevronLeftIcon />
            Previous
          </button>
          {answer !== undefined && (
            <button type="button" className="btn px-3" onClick={on}>
              Next
              <ChevronRightIcon />
            </button>
          )}
          <p id={hint} className="min-w-0 basis-56 grow text-sm text-muted">
            {answer !== undefined
              ? 'You can choose another option, or keep your answer and continue.'
              : last
                ? 'This is the last question: your choice ends the exam and shows the result.'
                : 'Your choice is saved and the next question appears. You can go back and change it.'}
          </p>
        </div>
      </div>
    </section>
  )
}
