import { memo, useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { countStates, questionState, staysHere, type StateCounts } from '../../answers/attempt.rules.ts'
import type { Attempt } from '../../answers/attempt.store.ts'
import type { ExamDetail } from '../../../detail/detail.contract.ts'
import type { ExamQuestion } from '../../attempt.contract.ts'
import { placeText } from '../../../ui/fault-texts.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import { StateMark, stateNames } from '#features/questions/ui/StateMark.tsx'
import { questionStates, type QuestionState } from '#features/questions/questions.rules.ts'
import { useSitting } from '../sitting.ts'

export interface PaletteProps {
  exam: ExamDetail
  questions: ExamQuestion[]
  attempt: Attempt
  onPick: (index: number) => void
}

/** The review panel: every question by section with its state, and a legend that counts. */
export function Palette({ exam, questions, attempt, onPick }: PaletteProps) {
  const { $index } = useSitting()
  const work = useStore(attempt.$work)
  const journalled = useStore(attempt.$journalled)
  const current = useStore($index)
  return (
    <nav aria-label="Questions" className="space-y-6">
      <Legend counts={countStates(work, questions)} />
      {exam.sections.map(({ title }, section) => (
        <section key={section} aria-label={title}>
          <h3 className="mb-3 text-sm font-semibold">{title}</h3>
          <ol className="grid grid-cols-[repeat(auto-fill,2.75rem)] justify-between gap-2">
            {questions.map(({ qid, section: of }, index) => {
              if (of !== section) return null
              const own = work.work[qid]
              return (
                <li key={qid}>
                  <PaletteButton
                    index={index}
                    state={questionState(work, qid)}
                    current={index === current}
                    place={own && staysHere(work, own) ? placeText(journalled) : undefined}
                    onPick={onPick}
                  />
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </nav>
  )
}

interface PaletteButtonProps {
  index: number
  state: QuestionState
  current: boolean
  /** Where the answer is that has not arrived. */
  place: string | undefined
  onPick: (index: number) => void
}

const PaletteButton = memo(function PaletteButton({ index, state, current, place, onPick }: PaletteButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Question ${index + 1}, ${stateNames[state]}${place ? `, ${place}` : ''}`}
      aria-current={current ? 'true' : undefined}
      className={`relative block scroll-my-4 rounded-md ${current ? 'ring-2 ring-base-content ring-offset-2 ring-offset-base-100' : ''}`}
      onClick={() => onPick(index)}
    >
      <StateMark state={state}>{index + 1}</StateMark>
      {place && (
        <span className="absolute -right-1 -top-1 grid size-4.5 place-items-center rounded-full bg-warning text-warning-content ring-2 ring-base-100">
          <CloudOffIcon className="size-3" strokeWidth={2.5} />
        </span>
      )}
    </button>
  )
})

/** What the shapes mean, and how many there are of each. */
export function Legend({ counts }: { counts: StateCounts }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-2 text-xs">
      {questionStates.map((state) => (
        <li key={state} className={`flex items-center gap-2 ${state === 'answered_marked' ? 'col-span-2' : ''}`}>
          <StateMark state={state} className="size-7">
            <span className="text-xs">{counts[state]}</span>
          </StateMark>
          {stateNames[state]}
        </li>
      ))}
    </ul>
  )
}
