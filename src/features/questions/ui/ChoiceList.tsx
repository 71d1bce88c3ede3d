import { useRef, type KeyboardEvent, type UIEvent } from 'react'
import { letterOf } from '#lib/both/text/format.ts'
import { Html } from './Html.tsx'
import { OptionVerdict, optionLook } from './SolvedQuestion.tsx'
import type { QuickOption } from '../questions.contract.ts'

export interface ChoiceListProps {
  /** Of the radio group; unique on the page. */
  name: string
  options: readonly QuickOption[]
  /** Id of the chosen option, which stays chosen. */
  chosen: number | undefined
  /** Another option may be chosen instead. */
  changeable?: boolean
  /** Shows which option is right, once one is chosen. */
  reveal: boolean
  onChoose: (optionId: number) => void
}

/** The second click of a double click, which may fall on the next question already. */
const isRepeated = ({ nativeEvent }: { nativeEvent: Event }) => (nativeEvent as UIEvent['nativeEvent']).detail > 1

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Options of a question whose first choice counts, unless it may be changed. Up and down move among them and choose nothing, unlike a browser's
 * own radio buttons, where looking at an option would be choosing it; the space bar and Enter choose.
 */
export function ChoiceList({ name, options, chosen, changeable = false, reveal, onChoose }: ChoiceListProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const locked = chosen !== undefined && !changeable
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const radios = [...(group.current?.querySelectorAll('input') ?? [])]
    const at = radios.indexOf(event.target as HTMLInputElement)
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return
    if (step !== undefined) radios[(at + step + radios.length) % radios.length]?.focus()
    else if (event.key !== 'Enter') return
    else if (!locked) onChoose(options[at]!.option_id)
    event.preventDefault()
  }
  return (
    <fieldset ref={group} className="mt-6" onKeyDown={move}>
      <legend className="sr-only">Options</legend>
      <div className="space-y-3">
        {options.map(({ option_id, answer_option, isAnswer }, position) => {
          const yours = option_id === chosen
          const solved = locked && reveal
          const look = solved
            ? optionLook(isAnswer === 'Y', yours)
            : yours
              ? `border-primary bg-tint ${locked ? '' : 'cursor-pointer'}`
              : `border-base-300 bg-base-100 ${locked ? '' : 'cursor-pointer hover:border-primary/60'}`
          return (
            <label
              key={option_id}
              onClick={(event) => isRepeated(event) && event.preventDefault()}
              className={`flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 rounded-field border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary sm:gap-x-4 sm:px-4 ${look}`}
            >
              <input
                type="radio"
                name={name}
                value={option_id}
                checked={yours}
                aria-disabled={locked}
                onChange={(event) => !locked && !isRepeated(event) && onChoose(option_id)}
                className="radio radio-primary shrink-0 outline-none"
              />
              <span className="w-4 shrink-0 font-semibold text-muted">{letterOf(position)}</span>
              <Html html={answer_option} inline className="basis-40 grow" />
              {solved && <OptionVerdict right={isAnswer === 'Y'} yours={yours} />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
