import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { BadRow } from '../bulk.contract.ts'
import { badRow, readPhones, type ReadPhone } from './read-phones.ts'

/** What one statement asks about, far below what either database allows in parameters. */
const AT_ONCE = 500

export interface CheckedGrants {
  course: { id: number; title: string; validity_days: number }
  /** Learners of the file, by number. */
  learners: number[]
  /** Those of them who have or had the course. */
  having: Set<number>
  bad: BadRow[]
}

/**
 * Whom a file means, and each line that cannot be used, in the order of the file. Others have their turn meanwhile.
 * @throws notFound when there is no such course, invalid as `readPhones`
 */
export async function checkGrants(db: Db, courseId: number, csv: string): Promise<CheckedGrants> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'title', 'validity_days'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) throw notFound(`There is no course ${courseId}`)
  const { phones, bad } = await readPhones(csv)
  const accounts = await accountsOf(db, phones)
  const lines = new Map<number, number>()
  for (const { line, typed, candidates } of phones) {
    const id = candidates.map(({ countryCode, phone }) => accounts.get(`${countryCode} ${phone}`)).find(Boolean)
    const first = id === undefined ? undefined : lines.get(id)
    if (id === undefined) bad.push(badRow(line, typed, 'no_account'))
    else if (first !== undefined) bad.push(badRow(line, typed, 'twice', first))
    else lines.set(id, line)
  }
  const learners = [...lines.keys()].sort((one, other) => one - other)
  return {
    course,
    learners,
    having: await whoHave(db, courseId, learners),
    bad: bad.sort((one, other) => one.line - other.line),
  }
}

/** Accounts by country code and phone. */
async function accountsOf(db: Db, phones: readonly ReadPhone[]): Promise<Map<string, number>> {
  const byCountry = new Map<string, string[]>()
  for (const { countryCode, phone } of phones.flatMap(({ candidates }) => candidates)) {
    const known = byCountry.get(countryCode)
    if (known) known.push(phone)
    else byCountry.set(countryCode, [phone])
  }
  const found = new Map<string, number>()
  for (const [countryCode, of] of byCountry) {
    for (const some of inParts(of)) {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'phone'])
        .where('country_code', '=', countryCode)
        .where('phone', 'in', some)
        .where('deleted_at', 'is', null)
        .execute()
      for (const { id, phone } of rows) found.set(`${countryCode} ${phone}`, id)
      await setImmediate()
    }
  }
  return found
}

async function whoHave(db: Db, courseId: number, learners: readonly number[]): Promise<Set<number>> {
  const having = new Set<number>()
  for (const some of inParts(learners)) {
    const rows = await db
      .selectFrom('enrolments')
      .select('user_id')
      .where('course_id', '=', courseId)
      .where('user_id', 'in', some)
      .execute()
    for (const row of rows) having.add(row.user_id)
    await setImmediate()
  }
  return having
}

/** A list in parts of AT_ONCE. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, part) =>
    items.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
