/** Phones of one file. */
export const MOST_PHONES = 5000

/** Why a line of a file cannot be used. */
export const whyNot = {
  not_a_phone: 'This is not a phone',
  shortened: 'A spreadsheet has shortened this number: format the column as text',
  twice: 'The phone stands in the file before',
  no_account: 'No learner has this phone',
} as const
