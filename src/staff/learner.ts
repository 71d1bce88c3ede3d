import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { UsageError } from '#lib/server/typed.ts'
import { safe } from './print.ts'

/**
 * The learner with a phone as it was typed: of India, or with + and a calling code.
 * @param otherwise what was to be typed, if that is no phone
 * @throws notFound
 */
export async function learnerByPhone(db: Db, text: string, otherwise: string) {
  const [, given] = /^(\+?[\d\s-]{6,20})$/.exec(text) ?? []
  if (!given) throw new UsageError(`${otherwise}, not '${safe(text)}'`)
  const digits = given.replace(/\D/g, '')
  const learners = await db
    .selectFrom('users')
    .select(['id', 'name', 'country_code', 'phone'])
    .where(({ or, and, eb }) =>
      given.startsWith('+')
        ? or(
            // Country codes have one to three digits.
            [1, 2, 3].map((length) =>
              and([eb('country_code', '=', digits.slice(0, length)), eb('phone', '=', digits.slice(length))]),
            ),
          )
        : and([eb('country_code', '=', '91'), eb('phone', '=', digits)]),
    )
    .execute()
  const [learner] = learners
  if (!learner) throw notFound(`There is no learner with the phone ${safe(text)}`)
  return learner
}
