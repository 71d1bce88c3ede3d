import type { PersonalPart } from '#core/personal-data/part.ts'
import { removeUnknownPhone } from '#features/auth/server/codes/unknown-phones.ts'

/** Log-ins of staff that were begun with a learner's phone, by anybody; each is kept for an hour, and what counts for the phone for 31 days. */
export const staffLogInsPart: PersonalPart = {
  tables: ['staff_log_ins'],
  lists: [],
  erase: async (tx, { countryCode, phone }) => {
    await tx
      .deleteFrom('staff_log_ins')
      .where('phone', '=', `+${countryCode}${phone}`)
      .where('staff_id', 'is', null)
      .execute()
    await removeUnknownPhone(tx, { countryCode, phone })
  },
}
