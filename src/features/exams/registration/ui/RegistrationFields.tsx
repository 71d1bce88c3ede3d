import { INDIA } from '#lib/both/text/calling-codes.ts'
import { typedDigits } from '#lib/both/text/phone-number.ts'
import { indianDay, namedDate } from '#lib/both/time/clock.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'
import { isDay, startOfDay } from '#lib/both/time/days.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import type { RegistrationField } from '../registration.contract.ts'
import type { Filled, RegistrationForm } from '../registration.store.ts'
import { serverNow } from '#lib/browser/server-time.ts'

export interface RegistrationFieldsProps {
  form: RegistrationForm
  given: Filled
  errors: FieldErrors
  disabled: boolean
  onEdit: (field: RegistrationField, value: string) => void
}

const labels: Record<RegistrationField, string> = {
  name_as_pre_psc: 'Name (as in your PSC profile)',
  dob: 'Date of birth',
  phone_number: 'Phone number',
  reg_no: 'Registration number',
  district_id: 'District',
  community_id: 'Community',
  exam_applied_district: 'Applied district',
}

/** Exactly the fields that the exam asks, each with what is wrong with it below. */
export function RegistrationFields({ form, given, errors, disabled, onEdit }: RegistrationFieldsProps) {
  return (
    <div className="space-y-4">
      {form.asked.map((field) => {
        const error = errors[field]
        const id = `registration-${field}`
        const known = form.fromProfile[field]
        const value = given[field] ?? ''
        const hint = [
          field === 'dob' && isDay(value) && namedDate(startOfDay(value)),
          known !== undefined && hintOf(field, known, value),
        ]
          .filter(Boolean)
          .join('. ')
        const common = {
          id,
          disabled,
          required: true,
          value,
          'aria-invalid': error !== undefined,
          'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
        }
        return (
          <div key={field}>
            <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
              {labels[field]}
            </label>
            {choicesOf(form, field) ? (
              <select
                {...common}
                className={`select w-full ${error ? 'select-error' : ''}`}
                onChange={({ target }) => onEdit(field, target.value)}
              >
                <option value="">Choose</option>
                {choicesOf(form, field)?.map(({ id: choice, name }) => (
                  <option key={choice} value={choice}>
                    {name}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...common}
                {...inputKind(field)}
                className={`input w-full ${error ? 'input-error' : ''}`}
                onChange={({ target }) =>
                  onEdit(field, field === 'phone_number' ? phoneDigits(target.value) : target.value)
                }
              />
            )}
            {hint && !error && (
              <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
                {hint}
              </p>
            )}
            <FieldError id={`${id}-error`}>{error}</FieldError>
          </div>
        )
      })}
    </div>
  )
}

/** Digits of a phone number, with those of the calling code if that is not India's. */
const phoneDigits = (typed: string) => typedDigits(typed, INDIA).replace('+', '')

/** Where a value comes from, and what the profile says once it is another. */
function hintOf(field: RegistrationField, known: string, value: string): string {
  if (value === known) return 'From your profile. You can change it.'
  return `In your profile: ${field === 'dob' ? namedDate(startOfDay(known)) : known}`
}

function inputKind(field: RegistrationField) {
  if (field === 'dob') {
    return { type: 'date', min: '1900-01-01', max: indianDay(serverNow()), autoComplete: 'bday' }
  }
  if (field === 'phone_number') return { type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national' } as const
  if (field === 'reg_no') return { type: 'text', autoComplete: 'off' }
  return { type: 'text', autoComplete: 'name' }
}

function choicesOf(
  { choices }: RegistrationForm,
  field: RegistrationField,
): { id: number; name: string }[] | undefined {
  if (field === 'community_id') return choices.community.map(({ id, category_name }) => ({ id, name: category_name }))
  if (field === 'district_id' || field === 'exam_applied_district') {
    return choices.district.map(({ id, district_name }) => ({ id, name: district_name }))
  }
  return undefined
}
