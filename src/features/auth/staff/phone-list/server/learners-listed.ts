import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import type { BadRow } from '../phone-list.contract.ts'
import { badRow, readPhones, type ReadPhone } from './read-phones.ts'

/** What one statement asks about, far below what either database allows in parameters. */
const AT_ONCE = 500

/**
 * Whom a list of phones means, by number, and each line that cannot be used, in the order of the list. Others have their turn
 * meanwhile.
 * @throws invalid as `readPhones`
 */
export async function learnersListed(db: Db, csv: string): Promise<{ learners: number[]; bad: BadRow[] }> {
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
  return {
    learners: [...lines.keys()].sort((one, other) => one - other),
    bad: bad.sort((one, other) => one.line - other.line),
  }
}

/** Why nothing is done with a list: how many lines cannot be used. */
export function badLines(bad: readonly BadRow[]): string {
  const lines = bad.length === 1 ? '1 line' : `${bad.length} lines`
  return `${lines} cannot be used, the first is line ${bad[0]?.line ?? 1}. Nothing was done.`
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

/** A list in parts of AT_ONCE. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, part) =>
    items.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
