import type { StaffRole } from '#lib/both/staff-roles.ts'
import { contactReaders, learnerReaders, moneyReaders } from './learner-roles.rules.ts'

/**
 * Roles that see each field by which learners can be found. What a role does not see is neither shown to it nor searched,
 * sorted or filtered for it: `findLearners`, `contactFor`, lists of exams and lists of phones all follow this table.
 */
export const learnerFieldReaders = {
  name: learnerReaders,
  /** The last four digits. */
  phone_end: learnerReaders,
  /** All digits. */
  phone: contactReaders,
  email: contactReaders,
  /** Numbers of orders, receipts, payments and transactions. */
  purchase_number: moneyReaders,
} as const satisfies Record<string, readonly StaffRole[]>

export type LearnerField = keyof typeof learnerFieldReaders

/** Digits at the end of a phone that roles see who do not see all of it. */
export const PHONE_END = 4

/** Returns whether one of a member's roles sees a field. */
export function isVisible(field: LearnerField, roles: readonly StaffRole[]): boolean {
  return roles.some((role) => learnerFieldReaders[field].includes(role))
}
