import { useId } from 'react'
import { FieldError } from '#ui/forms/FieldError.tsx'
import type { Choices } from '../new-ticket/use-choices.ts'

export interface ChoiceFieldProps {
  label: string
  prompt: string
  /** Said where there is nothing to choose. */
  none?: string
  loaded: { state: Choices; failure: string; retry: () => void }
  value: number | ''
  problem: string | undefined
  disabled: boolean
  onChange: (value: number | '') => void
}

/** A choice from a list that the server has. */
export function ChoiceField({ label, prompt, none, loaded, value, problem, disabled, onChange }: ChoiceFieldProps) {
  const id = useId()
  const { state, failure, retry } = loaded
  const choices = state.is === 'shown' ? state.shown : []
  const nothing = state.is === 'shown' && choices.length === 0
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        className={`select w-full ${problem ? 'select-error' : ''}`}
        value={choices.some((choice) => choice.id === value) ? value : ''}
        disabled={disabled || state.is !== 'shown'}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note ${id}-error`}
        onChange={(event) => onChange(event.target.value === '' ? '' : Number(event.target.value))}
      >
        <option value="">{state.is === 'loading' ? 'Loading…' : prompt}</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.title}
          </option>
        ))}
      </select>
      <p id={`${id}-note`} className="text-sm text-muted">
        {nothing && none && <span className="block pt-2">{none}</span>}
        {state.is === 'failed' && (
          <span className="flex flex-wrap items-center gap-x-3 pt-2">
            {failure}
            <button type="button" className="btn btn-sm" onClick={retry}>
              Try again
            </button>
          </span>
        )}
      </p>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </div>
  )
}
