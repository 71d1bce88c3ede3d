import { setImmediate } from 'node:timers/promises'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { Phone } from '../../../server/codes/phone.ts'
import { inParts } from '../../phone-list/server/learners-listed.ts'

export interface NewLearner extends Phone {
  /** The learner confirms it at the first log-in. */
  name: string | null
}

/**
 * Adds accounts for people who have never logged in, in the caller's transaction. A phone that has an account without a
 * profile keeps it and gets the name, as somebody may have requested a code before. No code is sent.
 * @returns ids of the accounts, and how many are new
 */
export async function addLearners(
  tx: Db,
  work: StaffWork,
  learners: readonly NewLearner[],
): Promise<{ ids: number[]; added: number }> {
  const ids: number[] = []
  const created: number[] = []
  const named = new Map<string, number>()
  // Rows are stored and changed in the order of phones, so that two lists with the same phones do not wait for each other.
  const sorted = [...learners].sort(byPhone)
  for (const some of inParts(sorted)) {
    const rows = await tx
      .insertInto('users')
      .values(
        some.map(({ countryCode, phone, name }) => ({ country_code: countryCode, phone, name, created_at: work.now })),
      )
      .onConflict((conflicting) => conflicting.columns(['country_code', 'phone']).doNothing())
      .returning(['id', 'country_code', 'phone'])
      .execute()
    for (const { id, country_code, phone } of rows) named.set(`${country_code} ${phone}`, id)
    created.push(...rows.map(({ id }) => id))
    await setImmediate()
  }
  for (const learner of sorted) {
    const id = named.get(`${learner.countryCode} ${learner.phone}`)
    ids.push(id ?? (await nameAccount(tx, learner)))
  }
  if (created.length > 0)
    await logWork(tx, work, {
      action: 'learners added',
      subject: created.length === 1 ? `learner ${created[0]!}` : 'learners',
      userId: created,
      after: { added: created.length },
    })
  return { ids, added: created.length }
}

const byPhone = (one: NewLearner, other: NewLearner) =>
  `${one.countryCode} ${one.phone}` < `${other.countryCode} ${other.phone}` ? -1 : 1

/** Gives an account without a profile a name that it lacks. @returns its id */
async function nameAccount(tx: Db, { countryCode, phone, name }: NewLearner): Promise<number> {
  const row = await tx
    .updateTable('users')
    .set(({ fn, val, eb, ref }) => ({
      name: eb
        .case()
        .when('registration_completed', '=', 0)
        .then(fn.coalesce('name', val(name)))
        .else(ref('name'))
        .end(),
    }))
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
