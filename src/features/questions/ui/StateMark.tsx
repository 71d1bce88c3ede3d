import type { ReactNode } from 'react'
import CheckIcon from 'virtual:lucide/check'
import type { QuestionState } from '../questions.rules.ts'

/** The five states in words, as the national tests call them. */
export const stateNames: Record<QuestionState, string> = {
  answered: 'Answered',
  not_answered: 'Not Answered',
  not_visited: 'Not Visited',
  marked: 'Marked for Review',
  answered_marked: 'Answered & Marked for Review',
}

/** Shape and colour together tell the state: candidates know them from the national tests. */
const shapes: Record<QuestionState, string> = {
  answered: 'rounded-t-[45%] rounded-b-md bg-success text-success-content',
  not_answered: 'rounded-b-[45%] rounded-t-md bg-error text-error-content',
  not_visited: 'rounded-md border border-base-content/40 bg-base-100 text-base-content',
  marked: 'rounded-full bg-primary text-primary-content',
  answered_marked: 'rounded-full bg-primary text-primary-content',
}

/** A number in the shape of a question's state. */
export function StateMark({
  state,
  children,
  className = 'size-11',
}: {
  state: QuestionState
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={`relative inline-grid shrink-0 place-items-center text-sm font-semibold tabular-nums ${shapes[state]} ${className}`}
    >
      {children}
      {state === 'answered_marked' && (
        <span className="absolute -bottom-1 -right-1 grid size-3.5 place-items-center rounded-full bg-success text-success-content ring-2 ring-base-100">
          <CheckIcon className="size-2.5" strokeWidth={4} />
        </span>
      )}
    </span>
  )
}
