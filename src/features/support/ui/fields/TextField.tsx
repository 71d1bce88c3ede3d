import { useId } from 'react'
import { countCharacters } from '#lib/both/text/count-characters.ts'
import { counted } from '#lib/both/text/format.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'

export interface TextFieldProps {
  label: string
  /** The label is for readers only. */
  labelHidden?: boolean
  value: string
  most: number
  problem: string | undefined
  disabled: boolean
  /** One line when 1. */
  rows: number
  placeholder?: string
  onChange: (value: string) => void
}

/** From here on the learner sees how much room is left. */
const NEARLY_FULL = 0.8

/** A field for text that may be typed too long: nothing that somebody types or pastes is cut off. */
export function TextField({ label, labelHidden, value, most, problem, disabled, rows, ...field }: TextFieldProps) {
  const id = useId()
  const used = countCharacters(value.trim())
  const shared = {
    id,
    value,
    dir: 'auto',
    readOnly: disabled,
    placeholder: field.placeholder,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-room ${id}-error`,
  } as const
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-2 block text-sm font-medium'}>
        {label}
      </label>
      {rows === 1 ? (
        <input
          {...shared}
          type="text"
          className={`input w-full ${problem ? 'input-error' : ''}`}
          onChange={(event) => field.onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          className={`textarea max-h-72 w-full resize-y leading-normal [field-sizing:content] ${rows > 3 ? 'min-h-36' : 'min-h-20'} ${problem ? 'textarea-error' : ''}`}
          onChange={(event) => field.onChange(event.target.value)}
        />
      )}
      <p id={`${id}-room`} className={`text-right text-xs ${used > most ? 'font-medium text-error' : 'text-muted'}`}>
        {used > most * NEARLY_FULL && (
          <span className="block pt-1 tabular-nums">{`${used} of ${counted(most, 'character')}`}</span>
        )}
      </p>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </div>
  )
}
