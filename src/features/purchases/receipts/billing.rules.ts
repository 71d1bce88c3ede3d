import { isEmail, messages } from '#features/auth/login-form.rules.ts'

export interface Billing {
  name: string
  phone: string
  email: string
}

export type BillingErrors = Partial<Record<keyof Billing, string>>

/**
 * What is wrong with the billing details (document 1, section 5, 'Billing form'). Ten digits are what an Indian number
 * has; the fields are read-only, so the rule must not keep learners of other countries, whose numbers log in, from buying.
 * @param countryCode digits of the calling code; without one the number counts as Indian
 */
export function billingErrors({ name, phone, email }: Billing, countryCode = '91'): BillingErrors {
  const errors: BillingErrors = {}
  if (name.trim() === '') errors.name = 'Full name is required'
  if (phone.trim() === '') errors.phone = 'Phone number is required'
  else if (countryCode === '91' && !/^\d{10}$/.test(phone.trim())) {
    errors.phone = 'Please enter a valid 10-digit phone number'
  }
  if (email.trim() === '') errors.email = messages.emailRequired
  else if (!isEmail(email.trim())) errors.email = messages.email
  return errors
}

/** What keeps the learner from buying (document 1, section 5, 'Billing form'). */
export function billingOf(user: {
  name?: string | null
  email?: string | null
  phone?: string
  country_code?: string
}) {
  const billing = { name: user.name ?? '', phone: user.phone ?? '', email: user.email ?? '' }
  return { billing, errors: billingErrors(billing, user.country_code) }
}
