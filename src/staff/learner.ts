import type { Db } from '#db/database.ts'
import { phoneIn } from '#features/auth/server/codes/phone.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { safe } from './print.ts'

/**
 * The learner with a phone as it was typed: of India, or with + and a calling code.
 * @param otherwise what was to be typed, if that is no phone
 * @throws notFound
 */
export async function learnerByPhone(db: Db, text: string, otherwise: string) {
  const phone = phoneIn(text)
  if (!phone) throw new UsageError(`${otherwise}, not '${safe(text)}'`)
  const learner = await db
    .selectFrom('users')
    .select(['id', 'name', 'country_code', 'phone'])
    .where('country_code', '=', phone.countryCode)
    .where('phone', '=', phone.phone)
    .executeTakeFirst()
  if (!learner) throw notFound(`There is no learner with the phone ${safe(text)}`)
  return learner
}
