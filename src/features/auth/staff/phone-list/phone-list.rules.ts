/** Phones of one file. */
export const MOST_PHONES = 5000

/** Characters of a learner's name. */
export const MAX_LEARNER_NAME = 100

/** Why a line of a file cannot be used. */
export const whyNot = {
  not_a_phone: 'Invalid phone number',
  shortened: 'A spreadsheet has shortened this number: format the column as text',
  two_numbers: 'Two phone numbers: keep one of them',
  landline: 'Landline, which gets no SMS',
  no_codes: 'Codes cannot be sent to this number',
  twice: 'Duplicate phone number',
  no_account: 'No learner has this phone number',
} as const

export type WhyNot = keyof typeof whyNot
