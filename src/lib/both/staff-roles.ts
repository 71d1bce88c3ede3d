/** What somebody of the staff may be; a person can be several. What each may do is declared by the calls (`roles` of a contract). */
export const staffRoles = {
  owner: { title: 'Owner', about: 'Runs the centre: all that others may, who is staff, and the log of what was done.' },
  author: { title: 'Author', about: 'Makes courses, exams and news, and sees how they do.' },
  mentor: { title: 'Mentor', about: 'Answers and moderates discussions.' },
  support: { title: 'Support', about: 'Answers tickets and the phone, and helps learners with access and log-in.' },
  accountant: { title: 'Accountant', about: 'Sales, refunds, receipts and tax.' },
} as const satisfies Record<string, { title: string; about: string }>

export type StaffRole = keyof typeof staffRoles

/** All of them: of calls that each member of the staff needs. */
export const everyRole = Object.keys(staffRoles) as StaffRole[]

/** What of a list of words names a role; of data that another version may have written. */
export function rolesIn(words: readonly string[]): StaffRole[] {
  return everyRole.filter((role) => words.includes(role))
}
