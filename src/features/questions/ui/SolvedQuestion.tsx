import type { ReactNode } from 'react'
import { letterOf } from '#lib/both/text/format.ts'
import { Explanation } from './Explanation.tsx'
import { Html } from './Html.tsx'
import CircleXIcon from 'virtual:lucide/circle-x'
import MinusIcon from 'virtual:lucide/minus'
import CircleCheckIcon from 'virtual:lucide/circle-check'

type Outcome = 'correct' | 'wrong' | 'skipped' | 'unseen'

const verdicts: Record<Outcome, { text: string; icon: typeof CircleCheckIcon; tone: string }> = {
  correct: { text: 'Correct', icon: CircleCheckIcon, tone: 'text-success' },
  wrong: { text: 'Wrong', icon: CircleXIcon, tone: 'text-error' },
  skipped: { text: 'Skipped', icon: MinusIcon, tone: 'text-muted' },
  unseen: { text: 'Not seen', icon: MinusIcon, tone: 'text-muted' },
}

export interface SolvedQuestionProps {
  number: number
  total: number
  /** Beside the number. */
  note?: string
  outcome: Outcome
  html: string
  options: readonly { id: number; html: string; right: boolean }[]
  /** Id of the chosen option. */
  chosen: number | null
  explanation: string
  /** Of the heading. */
  level?: 2 | 3
}

/** A question with the right answer, the learner's own and the explanation. */
export function SolvedQuestion({
  number,
  total,
  note,
  outcome,
  html,
  options,
  chosen,
  explanation,
  level = 2,
}: SolvedQuestionProps) {
  const { text, icon: Icon, tone } = verdicts[outcome]
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-semibold">
          Question {number} of {total}
        </Heading>
        {note && <p className="text-sm text-muted">{note}</p>}
        <p className={`ml-auto flex items-center gap-1.5 text-sm font-semibold ${tone}`}>
          <Icon className="size-4.5" /> {text}
        </p>
      </div>
      <Html html={html} />
      <ul className="mt-4 space-y-2">
        {options.map((option, position) => {
          const yours = option.id === chosen
          return (
            <li
              key={option.id}
              className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field border px-4 py-2.5 ${optionLook(option.right, yours)}`}
            >
              <span className="w-4 shrink-0 font-semibold text-muted">{letterOf(position)}</span>
              <Html html={option.html} inline className="basis-40 grow" />
              <OptionVerdict right={option.right} yours={yours} />
            </li>
          )
        })}
      </ul>
      <Explanation html={explanation} level={level === 2 ? 3 : 4} />
    </article>
  )
}

/** Border and ground of an option whose question is solved. */
export function optionLook(right: boolean, yours: boolean): string {
  return right ? 'border-success bg-success/10' : yours ? 'border-error bg-error/10' : 'border-base-300'
}

/** What an option turned out to be, in words and with a sign, so that the colours are not needed. */
export function OptionVerdict({ right, yours }: { right: boolean; yours: boolean }): ReactNode {
  if (!right && !yours) return null
  return (
    <span className={`flex items-center gap-1.5 text-sm font-semibold ${right ? 'text-success' : 'text-error'}`}>
      {right ? <CircleCheckIcon className="size-4.5" /> : <CircleXIcon className="size-4.5" />}
      {right ? (yours ? 'Your answer, correct' : 'Correct answer') : 'Your answer'}
    </span>
  )
}
