import { useStore } from '@nanostores/react'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { $buyerState, $stateProblem, chooseState } from '../../till.store.ts'
import { codeOf, nameOf, states } from '#lib/both/gst-states.ts'

/** Of the select, which the summary leads to while nothing is chosen. */
export const STATE_FIELD = 'billing-state'

/** The state that the tax of a purchase goes to. */
export function BillingState() {
  const problem = useStore($stateProblem)
  return (
    <div className="sm:col-span-2">
      <label htmlFor={STATE_FIELD} className="mb-2 block text-sm font-medium">
        State for your tax invoice
      </label>
      <select
        id={STATE_FIELD}
        required
        autoComplete="address-level1"
        className={`select w-full ${problem ? 'select-error' : ''}`}
        value={useStore($buyerState)}
        aria-invalid={problem !== undefined}
        aria-describedby={`${STATE_FIELD}-why ${STATE_FIELD}-error`}
        onChange={(event) => chooseState(event.target.value)}
      >
        <option value="">Choose your state</option>
        {states.map((state) => (
          <option key={state} value={codeOf(state)}>
            {nameOf(state)}
          </option>
        ))}
      </select>
      <p id={`${STATE_FIELD}-why`} className="mt-2 text-sm text-muted">
        GST goes to the state that you live in.
      </p>
      <FieldError id={`${STATE_FIELD}-error`}>{problem}</FieldError>
    </div>
  )
}
