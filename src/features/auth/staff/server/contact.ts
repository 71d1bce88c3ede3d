import type { StaffRole } from '#lib/both/staff-roles.ts'
import { isVisible, PHONE_END } from '../learner-fields.rules.ts'

/**
 * Returns a learner with phone and email address as far as these roles see them: of a phone that is not visible the last
 * digits behind dots, of an email address null.
 */
export function contactFor<Told extends { phone: string; email?: string | null }>(
  learner: Told,
  roles: readonly StaffRole[],
): Told {
  const phone = isVisible('phone', roles) ? learner.phone : maskPhone(learner.phone)
  const hidesEmail = learner.email !== undefined && !isVisible('email', roles)
  return { ...learner, phone, ...(hidesEmail && { email: null }) }
}

/** The number of dots is the same for phones of any length. */
const maskPhone = (phone: string) => phone && `••••••${phone.slice(-PHONE_END)}`
