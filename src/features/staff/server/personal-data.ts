import type { PersonalPart } from '#core/personal-data/part.ts'

/** Log-ins of staff that were begun with a learner's phone, by anybody; each is kept for an hour. */
export const staffLogInsPart: PersonalPart = {
  tables: ['staff_log_ins'],
  lists: [],
  erase: async (tx, { countryCode, phone }) => {
    await tx
      .deleteFrom('staff_log_ins')
      .where('phone', '=', `+${countryCode}${phone}`)
      .where('staff_id', 'is', null)
      .execute()
  },
}
