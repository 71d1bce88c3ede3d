import { useRef, useState, type SubmitEvent } from 'react'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { indianDay } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { birthDateHint } from '#lib/both/time/birth-date.ts'
import { paths } from '#lib/both/paths.ts'
import { Spinner } from '#ui/states/Spinner.tsx'
import { toast } from '#ui/Toasts.tsx'
import { editProfile, type OwnProfile } from '../profile.contract.ts'
import { formErrors, messages, type ProfileForm, type ProfileFormErrors } from '../profile.rules.ts'

const fields = ['name', 'email', 'birthday', 'city'] as const

/** 'My Details' (document 1, sections 2 and 5). What was typed stays whatever happens to a save. */
export function DetailsForm({ profile, onSaved }: { profile: OwnProfile; onSaved: (profile: OwnProfile) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ProfileForm>(() => formOf(profile))
  const [errors, setErrors] = useState<ProfileFormErrors>({})
  const [busy, setBusy] = useState(false)
  const today = indianDay(serverNow())

  const change = (field: keyof ProfileForm, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _, ...others }) => others)
  }
  const refuse = (found: ProfileFormErrors) => {
    setErrors(found)
    const first = fields.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`#details-${first}`)?.focus()
  }

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const found = formErrors(values, serverNow())
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      const { user, message } = await call(editProfile, { body: { ...values, phone: profile.phone } })
      setValues(formOf(user))
      onSaved(user)
      toast.success(message)
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.errors) refuse(error.errors)
        toast.error(messages.saveFailed)
      } else toast.error(messages.saveError)
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof ProfileForm, more: { type?: string; max?: string; autoComplete: string }) => ({
    id: `details-${name}`,
    name,
    value: values[name],
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': `details-${name}-error`,
    className: `input w-full text-base ${errors[name] ? 'input-error' : ''}`,
    onChange: ({ target }: { target: HTMLInputElement }) => change(name, target.value),
    ...more,
  })

  return (
    <form ref={form} method="dialog" noValidate aria-busy={busy} onSubmit={(event) => void save(event)}>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field name="name" label="Name" error={errors.name}>
          <input {...field('name', { autoComplete: 'name' })} aria-required="true" />
        </Field>
        <Field name="email" label="Email" error={errors.email}>
          <input {...field('email', { type: 'email', autoComplete: 'email' })} readOnly className={fixed} />
        </Field>
        <Field name="phone" label="Phone">
          <input
            id="details-phone"
            type="tel"
            readOnly
            autoComplete="tel"
            value={`+${profile.country_code} ${profile.phone}`}
            className={`${fixed} tabular-nums`}
          />
        </Field>
        <Field name="birthday" label="Birthday" error={errors.birthday}>
          <input
            {...field('birthday', { type: 'date', max: today, autoComplete: 'bday' })}
            aria-describedby="details-birthday-hint details-birthday-error"
          />
          <p id="details-birthday-hint" className="pt-2 text-sm text-muted">
            {birthDateHint(values.birthday)}
          </p>
        </Field>
        <Field name="city" label="City" error={errors.city}>
          <input {...field('city', { autoComplete: 'address-level2' })} />
        </Field>
      </div>
      <p className="mt-5 text-sm text-muted">
        Your email and phone are used for your log-in and your receipts. To change them, please{' '}
        <a href={paths.support} className="link">
          write to support
        </a>
        .
      </p>
      <button type="submit" className="btn btn-primary mt-5 min-w-32" disabled={busy}>
        {busy ? <Spinner label="Saving" /> : 'Save'}
      </button>
    </form>
  )
}

const fixed = 'input w-full border-base-300 bg-base-200 text-base text-muted'

const formOf = ({ name, email, birthday, city }: OwnProfile): ProfileForm => ({
  name: name ?? '',
  email: email ?? '',
  birthday: birthday ?? '',
  city: city ?? '',
})

function Field(props: { name: string; label: string; error?: string | undefined; children: React.ReactNode }) {
  const { name, label, error, children } = props
  return (
    <div>
      <label htmlFor={`details-${name}`} className="mb-2 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldError id={`details-${name}-error`}>{error}</FieldError>
    </div>
  )
}
