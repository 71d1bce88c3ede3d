import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { CODE_LENGTH } from '../../login-form.rules.ts'
import { clearBox, digitAt, putDigits, typeInBox } from './code-boxes.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'

interface CodeInputProps {
  /** Digits of the code: 4, or 8 in two groups. */
  length?: number
  /** As code-boxes.ts has it. */
  value: string
  onChange: (code: string) => void
  invalid: boolean
  /** What is wrong with the code; said below the boxes. */
  problem?: string | undefined
  /** Ids of what is said about the code. */
  describedBy: string
}

const PROBLEM = 'otp-problem'

/** A field a digit (document 1, sections 2 and 5). Pasted codes, and those that a phone fills in, go into all of them. */
export function CodeInput({ length = CODE_LENGTH, value, onChange, invalid, problem, describedBy }: CodeInputProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const long = length > CODE_LENGTH

  const goTo = (place: number) => {
    const box = group.current?.querySelectorAll('input')[place]
    box?.focus()
    // So that typing replaces the digit.
    box?.select()
  }
  useEffect(() => goTo(0), [])

  const change = (changed: { code: string; next: number } | undefined) => {
    if (!changed) return
    onChange(changed.code)
    goTo(changed.next)
  }

  const press = (event: KeyboardEvent, place: number) => {
    if (event.shiftKey || event.altKey || event.metaKey || event.ctrlKey) return
    const steps: Record<string, number> = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: length - 1 }
    const step = steps[event.key]
    const empty = digitAt(value, place) === ''
    if (step !== undefined) goTo(Math.min(Math.max(step, 0), length - 1))
    else if (event.key === 'Backspace' && empty) goTo(Math.max(place - 1, 0))
    else if (event.key === 'Delete') onChange(clearBox(value, place))
    // A change to the same digit is none to the browser's form, and yet the learner goes on.
    else if (!empty && event.key === digitAt(value, place)) goTo(Math.min(place + 1, length - 1))
    else return
    event.preventDefault()
  }

  const paste = (event: ClipboardEvent, place: number) => {
    event.preventDefault()
    change(putDigits(value, place, event.clipboardData.getData('text'), length))
  }

  return (
    <fieldset ref={group} aria-describedby={describedBy}>
      <legend className="mb-2 font-medium">{length}-digit code</legend>
      <div className={`flex ${long ? 'gap-1.5 sm:gap-2' : 'gap-3 sm:gap-4'}`}>
        {Array.from({ length }, (_, place) => (
          <input
            key={place}
            type="text"
            inputMode="numeric"
            // The others would each be offered the code.
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            pattern="\d*"
            aria-label={`Digit ${place + 1} of ${length}`}
            aria-invalid={invalid}
            aria-describedby={problem ? PROBLEM : undefined}
            aria-required="true"
            value={digitAt(value, place)}
            className={`h-16 w-full min-w-0 grow basis-0 rounded-field border bg-base-100 text-center font-semibold tabular-nums caret-primary outline-offset-1 focus:border-primary focus:outline-2 focus:outline-primary ${
              long ? 'text-xl' : 'text-2xl'
            } ${long && place === length / 2 ? 'ml-2' : ''} ${
              invalid ? 'border-error' : 'border-[light-dark(oklch(62%_0.015_300),oklch(58%_0.015_300))]'
            }`}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onKeyDown={(event) => press(event, place)}
            onPaste={(event) => paste(event, place)}
            onChange={({ target }) => change(typeInBox(value, place, target.value, length))}
          />
        ))}
      </div>
      <FieldError id={PROBLEM} urgent>
        {problem}
      </FieldError>
    </fieldset>
  )
}
