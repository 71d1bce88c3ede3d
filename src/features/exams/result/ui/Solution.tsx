import { SECOND } from '#lib/both/time/clock.ts'
import type { PacedQuestion, ResultQuestion } from '../results.contract.ts'
import { letterOf, spokenDuration } from '#lib/both/text/format.ts'
import { Explanation } from '#features/questions/ui/Explanation.tsx'
import { Html } from '#features/questions/ui/Html.tsx'
import ClockIcon from 'virtual:lucide/clock'
import CircleXIcon from 'virtual:lucide/circle-x'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import { outcomes } from './outcomes.ts'

export interface SolutionProps {
  question: ResultQuestion
  number: number
  total: number
  outcome: PacedQuestion['outcome']
  section: string
}

/** A question with the right answer, the learner's own, the time it took and the explanation. */
export function Solution({
  question: { question, your_answer, corrected, time_ms },
  number,
  total,
  outcome,
  section,
}: SolutionProps) {
  const { text, icon: Icon, tone } = outcomes[outcome]
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-5 has-[h2:focus]:border-primary sm:p-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="scroll-mt-28 font-semibold" tabIndex={-1}>
          Question {number} of {total}
        </h2>
        <p className="text-sm text-muted">{section}</p>
        <p className="ml-auto flex items-center gap-x-4 text-sm">
          {time_ms !== null && (
            <span className="flex items-center gap-1.5 text-muted tabular-nums">
              <ClockIcon className="size-4" />
              <span className="sr-only">Your time: </span>
              {spokenDuration(Math.round(time_ms / SECOND))}
            </span>
          )}
          <span className={`flex items-center gap-1.5 font-semibold ${tone}`}>
            <Icon className="size-4.5" /> {text}
          </span>
        </p>
      </div>
      <Html html={question.question_content} />
      <ul className="mt-4 space-y-2">
        {question.answer_option.map(({ id, answer_option, isAnswer }, position) => {
          const right = isAnswer === 'Y'
          const yours = id === your_answer
          return (
            <li
              key={id}
              className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field border px-4 py-2.5 ${
                right ? 'border-success bg-success/10' : yours ? 'border-error bg-error/10' : 'border-base-300'
              }`}
            >
              <span className="w-4 shrink-0 font-semibold text-muted">{letterOf(position)}</span>
              <Html html={answer_option} inline className="basis-40 grow" />
              {(right || yours) && (
                <span
                  className={`flex items-center gap-1.5 text-sm font-semibold ${right ? 'text-success' : 'text-error'}`}
                >
                  {right ? <CircleCheckIcon className="size-4.5" /> : <CircleXIcon className="size-4.5" />}
                  {verdict(right, yours, Boolean(corrected))}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {corrected && (
        <p className="mt-4 rounded-field border border-warning bg-warning/10 px-4 py-3 text-sm">
          <strong>The answer key was corrected after this attempt.</strong> Your marks stay as they were given, by the
          earlier key. The correct answer now is{' '}
          <strong>
            {question.answer_option.flatMap(({ id }, at) => (corrected.includes(id) ? [letterOf(at)] : [])).join(', ')}
          </strong>
          .
        </p>
      )}
      <Explanation html={question.explanation} level={3} />
    </li>
  )
}

/** Of an option that was right, or the learner's. */
function verdict(right: boolean, yours: boolean, corrected: boolean): string {
  if (!right) return 'Your answer'
  if (corrected) return yours ? 'Your answer, marked correct' : 'Correct by the earlier key'
  return yours ? 'Your answer, correct' : 'Correct answer'
}
