import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CODE_LENGTH } from '../auth.rules.ts'

interface CodeInputProps {
  /** Digits of the code: 4, or 8 in two groups. */
  length?: number
  value: string
  onChange: (code: string) => void
  invalid: boolean
  describedBy: string
}

/**
 * Boxes drawn over one field: a box a digit to the eye, one field to keyboards, pasting, screen readers and what
 * fills codes in.
 */
export function CodeInput({ length = CODE_LENGTH, value, onChange, invalid, describedBy }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState(0)
  const [focused, setFocused] = useState(false)

  useEffect(() => input.current?.focus(), [])

  /** Selects the digit at `place`, so that typing replaces it; behind the last digit there is only the caret. */
  const goTo = (place: number) => {
    const to = Math.min(Math.max(place, 0), value.length)
    input.current?.setSelectionRange(to, Math.min(to + 1, value.length))
    setCaret(to)
  }

  const follow = () => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    if (selectionStart === null || selectionStart === undefined) return
    if (selectionStart === selectionEnd && selectionStart < value.length) goTo(selectionStart)
    else setCaret(selectionStart)
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    if (event.shiftKey || event.altKey || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    goTo((event.currentTarget.selectionStart ?? 0) + (event.key === 'ArrowLeft' ? -1 : 1))
  }

  return (
    <div className={`relative flex ${length > CODE_LENGTH ? 'gap-1.5 sm:gap-2' : 'gap-3 sm:gap-4'}`}>
      {Array.from({ length }, (_, place) => {
        const here = focused && place === Math.min(caret, length - 1)
        return (
          <span
            key={place}
            aria-hidden="true"
            className={`grid h-16 min-w-0 grow basis-0 place-items-center rounded-field border bg-base-100 font-semibold tabular-nums ${
              length > CODE_LENGTH ? 'text-xl' : 'text-2xl'
            } ${length > CODE_LENGTH && place === length / 2 ? 'ml-2' : ''} ${
              here
                ? 'border-primary outline-2 outline-offset-1 outline-primary'
                : invalid
                  ? 'border-error'
                  : 'border-[light-dark(oklch(62%_0.015_300),oklch(58%_0.015_300))]'
            }`}
          >
            {value[place] ?? (here && <span className="h-7 w-px bg-base-content motion-safe:animate-pulse" />)}
          </span>
        )
      })}
      <input
        ref={input}
        id="otp"
        name="otp"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d*"
        maxLength={length}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        aria-required="true"
        value={value}
        className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent opacity-0 outline-none"
        onFocus={() => {
          setFocused(true)
          follow()
        }}
        onBlur={() => setFocused(false)}
        onKeyDown={press}
        onSelect={follow}
        onMouseUp={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          const boxes = event.currentTarget.parentElement?.querySelectorAll('span[aria-hidden]') ?? []
          const hit = [...boxes].findIndex((box) => event.clientX <= box.getBoundingClientRect().right)
          goTo(hit < 0 && event.clientX > left + width / 2 ? value.length : Math.max(hit, 0))
        }}
        onPaste={(event) => {
          const digits = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, length)
          event.preventDefault()
          if (digits) onChange(digits)
        }}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
      />
    </div>
  )
}
