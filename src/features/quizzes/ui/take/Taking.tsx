import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from '@nanostores/react'
import { letterOf } from '#lib/both/text/format.ts'
import { Html } from '#features/questions/ui/Html.tsx'
import CircleXIcon from 'virtual:lucide/circle-x'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import { Explanation } from '#features/questions/ui/Explanation.tsx'
import { commandOf } from '#features/questions/ui/keys.ts'
import { TimeLeft, type Warnings } from '#features/questions/ui/TimeLeft.tsx'
import { BottomBar } from '#ui/navigation/BottomBar.tsx'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import type { QuizRun } from '../../run.store.ts'
import { ChoiceList } from '#features/questions/ui/ChoiceList.tsx'
import { prepareQuestions } from '../prepare.ts'
import { Progress } from './Progress.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

const warnings: Warnings = { amber: [60, 'One minute left'], red: [10, 'Ten seconds left'] }

/** A quiz under way: one question at a time, solved as soon as it is answered (document 2, section 2). */
export function Taking({ questions, run }: { questions: QuickQuestion[]; run: QuizRun }) {
  const state = useStore(run.$run)
  const { index, chosen } = state
  const [asking, setAsking] = useState(false)
  // Counts the questions picked in the dialog: the one that is on the screen may be picked as well.
  const [picks, setPicks] = useState(0)
  const seconds = useStore(run.$secondsLeft)
  const heading = useRef<HTMLHeadingElement>(null)
  const question = questions[index]!
  const choice = chosen[question.question_id]
  const last = index === questions.length - 1
  const answered = Object.keys(chosen).length
  const whole = answered === questions.length
  // What is wanted next: Next, or Submit.
  const ready = last || whole
  // A quiz that is answered whole has nothing left to change, and is over at once (document 2, section 4).
  const askSubmit = () => (whole ? run.submit() : setAsking(true))
  useEffect(() => prepareQuestions(questions), [questions])
  useEffect(() => {
    // A tab that slept or was hidden has missed ticks.
    const look = () => run.tick()
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
  }, [run])
  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [index, picks])

  // Keys work while the focus is in here and nowhere else, so that none is pressed by chance (WCAG 2.1.4).
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const command = commandOf(event, question.options.length, true)
    if (command?.do === 'previous') run.goTo(index - 1)
    else if (command?.do === 'forward') run.goTo(index + 1)
    else if (command?.do === 'choose' && !event.repeat) run.choose(question.options[command.position]!.option_id)
    else return
    event.preventDefault()
  }
  return (
    <>
      <section aria-label="Quiz" tabIndex={-1} onKeyDown={press} className="mt-4">
        <div
          data-uncovered
          className="sticky top-16 z-10 -mx-4 mb-4 flex [@media(max-height:20rem)]:static items-center justify-between gap-4 bg-page px-4 py-2 sm:mx-0 sm:px-0"
        >
          <h2 id="question" ref={heading} tabIndex={-1} className="text-base font-semibold">
            Question {index + 1} of {questions.length}
          </h2>
          <TimeLeft seconds={seconds} warnings={warnings} />
        </div>
        <Progress questions={questions} chosen={chosen} index={index} />
        <div
          role="group"
          aria-labelledby="question"
          className="mt-4 rounded-box border border-base-300 bg-base-100 p-5 text-[1.0625rem] leading-7 sm:p-6"
        >
          <Html html={question.question_content} />
          <ChoiceList
            key={question.question_id}
            name={`question-${question.question_id}`}
            options={question.options}
            chosen={choice}
            reveal
            onChoose={run.choose}
          />
          <div aria-live="polite">{choice !== undefined && <Verdict question={question} chosen={choice} />}</div>
          {choice !== undefined && <Explanation html={question.explanation} level={3} />}
        </div>
        <p className="mt-4 text-sm text-muted max-sm:hidden pointer-coarse:hidden">
          Keys: A to {letterOf(question.options.length - 1)} or 1 to {question.options.length} choose an option, the
          left and right arrows change the question.
        </p>
        <BottomBar label="Quiz actions" of="page">
          <div className="flex items-center gap-2">
            <button
              type="button"
              className="btn px-3 lg:px-4"
              disabled={index === 0}
              onClick={() => run.goTo(index - 1)}
            >
              <ChevronLeftIcon />
              <span className="max-lg:sr-only">Previous</span>
            </button>
            <button
              type="button"
              className={`btn px-3 max-sm:grow lg:px-4 ${ready ? '' : 'btn-primary'}`}
              disabled={last}
              onClick={() => run.goTo(index + 1)}
            >
              Next
              <ChevronRightIcon />
            </button>
            <p className="ml-auto mr-2 text-sm tabular-nums text-muted max-sm:hidden">
              {answered} of {questions.length} answered
            </p>
            <button
              type="button"
              className={`btn max-sm:grow sm:min-w-28 ${ready ? 'btn-primary' : 'btn-primary btn-outline'}`}
              onClick={askSubmit}
            >
              Submit
            </button>
          </div>
        </BottomBar>
      </section>
      <SubmitDialog
        open={asking}
        questions={questions}
        run={state}
        onPick={(to) => {
          setAsking(false)
          setPicks(picks + 1)
          run.goTo(to)
        }}
        onSubmit={run.submit}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Said aloud as soon as the choice is made. */
function Verdict({ question: { options }, chosen }: { question: QuickQuestion; chosen: number }) {
  const right = options.findIndex(({ isAnswer }) => isAnswer === 'Y')
  const correct = options[right]?.option_id === chosen
  const Icon = correct ? CircleCheckIcon : CircleXIcon
  return (
    <p className={`mt-5 flex items-center gap-2 font-semibold ${correct ? 'text-success' : 'text-error'}`}>
      <Icon />
      {correct ? 'Correct' : `Wrong. The right answer is ${letterOf(right)}.`}
    </p>
  )
}
