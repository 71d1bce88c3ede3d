import type { StaffRole } from '#lib/both/staff-roles.ts'

/** Who of the staff may see which part of a learner's page, and do what there. Money is nothing for mentors. */

/** The page itself, the courses on it and the notes. */
export const learnerReaders: readonly StaffRole[] = ['owner', 'support', 'accountant', 'mentor']

/** How a learner is reached. */
export const contactReaders: readonly StaffRole[] = ['owner', 'support', 'accountant']

/** What was bought and paid, and what staff did. */
export const moneyReaders: readonly StaffRole[] = ['owner', 'support', 'accountant']

/** What a learner studies and writes. */
export const studyReaders: readonly StaffRole[] = ['owner', 'support', 'mentor']

/** Who helps learners with access and log-in, and reads their tickets and what they were told, which may be of money. */
export const helpers: readonly StaffRole[] = ['owner', 'support']

/** Who gives time to whoever sits an exam: authors too, who look after its day and need not know who it is. */
export const examHelpers: readonly StaffRole[] = ['owner', 'author', 'support']
