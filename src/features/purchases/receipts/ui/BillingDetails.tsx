import { useStore } from '@nanostores/react'
import { $user } from '#features/auth/auth.store.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { paths } from '#lib/both/paths.ts'
import { billingOf } from '../billing.rules.ts'
import { BillingState } from './BillingState.tsx'

const fields = [
  { name: 'name', label: 'Full name', type: 'text', autoComplete: 'name' },
  { name: 'phone', label: 'Phone number', type: 'tel', autoComplete: 'tel-national' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
] as const

/** Who buys, from the stored user and read-only; what is missing there is said at once, since nothing can be typed. */
export function BillingDetails() {
  const { billing, errors } = billingOf(useStore($user) ?? {})
  const wrong = Object.keys(errors).length > 0
  return (
    <section
      id="billing"
      aria-labelledby="billing-title"
      tabIndex={-1}
      className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6"
    >
      <h2 id="billing-title" className="text-lg font-semibold">
        Billing details
      </h2>
      <p className="mt-1 text-sm text-muted">They come from your account and appear on your receipt.</p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, label, ...input }) => (
          <div key={name} className={name === 'name' ? 'sm:col-span-2' : ''}>
            <label htmlFor={`billing-${name}`} className="mb-2 block text-sm font-medium">
              {label}
            </label>
            <input
              {...input}
              id={`billing-${name}`}
              readOnly
              value={billing[name]}
              className={`input w-full bg-base-200 ${errors[name] ? 'input-error' : ''}`}
              aria-invalid={errors[name] !== undefined}
              aria-describedby={`billing-${name}-error`}
            />
            <FieldError id={`billing-${name}-error`}>{errors[name]}</FieldError>
          </div>
        ))}
        <BillingState />
      </div>
      {wrong && (
        <p className="mt-5 text-sm text-muted">
          You can buy as soon as your account has these details.{' '}
          <a href={paths.support} className="link font-medium text-primary">
            Ask us to complete them
          </a>
        </p>
      )}
    </section>
  )
}
