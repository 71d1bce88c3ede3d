import type { StaffRole } from '#lib/both/staff-roles.ts'
import { contactReaders } from '../learner-roles.rules.ts'

/**
 * How a learner is reached, as far as whoever reads it has to do with that: mentors, who neither telephone nor write to
 * learners, are told the last four digits of the phone and no address.
 * @param roles of whoever reads it
 */
export function contactFor<Told extends { phone: string; email?: string | null }>(
  learner: Told,
  roles: readonly StaffRole[],
): Told {
  if (roles.some((role) => contactReaders.includes(role))) return learner
  const phone = learner.phone && `••••••${learner.phone.slice(-4)}`
  return { ...learner, phone, ...(learner.email !== undefined && { email: null }) }
}
