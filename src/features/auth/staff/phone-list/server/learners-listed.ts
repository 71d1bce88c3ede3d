import { setImmediate } from 'node:timers/promises'
import { counted } from '#lib/both/text/format.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { parsePhone } from '#lib/both/text/phone-number.ts'
import { readInternational } from '../../../server/codes/phone.ts'
import type { BadRow, ReadList } from '../phone-list.contract.ts'
import { badRow, readPhones, type ChosenColumns, type ReadPhone } from './read-phones.ts'

/** Parameters of one statement, far below the limit of either database. */
const AT_ONCE = 500

/** A phone of a list and the account that has it. */
export interface MatchedPhone extends ReadPhone {
  learner: { id: number; name: string | null } | undefined
}

export interface MatchedList {
  list: ReadList
  /** Phones with an account, and others that codes can be sent to. */
  phones: MatchedPhone[]
  bad: BadRow[]
}

/**
 * Reads a list and looks up the account of each phone. Others have their turn meanwhile.
 * @throws invalid as `readPhones`
 */
export async function matchList(db: Db, csv: string, chosen?: ChosenColumns): Promise<MatchedList> {
  const { list, phones, bad } = await readPhones(csv, chosen)
  const accounts = await accountsOf(db, phones)
  const matched: MatchedPhone[] = []
  for (const phone of phones) {
    const learner = accounts.get(`${phone.countryCode} ${phone.phone}`)
    if (learner || phone.unreachable === undefined) matched.push({ ...phone, learner })
    else bad.push(badRow(phone.line, phone.typed, whyUnreachable(phone.unreachable)))
  }
  return { list, phones: matched, bad }
}

const whyUnreachable = (unreachable: NonNullable<ReadPhone['unreachable']>) =>
  unreachable === 'no_codes_to_country' ? 'no_codes' : unreachable

/** Lines of a list in the order of the list. */
export const inOrder = <Row extends { line: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => one.line - other.line)

/**
 * The learners of a list by id, and each line that cannot be used, in the order of the list.
 * @throws invalid as `readPhones`, and when more than one column could have the phones
 */
export async function learnersListed(db: Db, csv: string): Promise<{ learners: number[]; bad: BadRow[] }> {
  const { list, phones, bad } = await matchList(db, csv, { withoutNames: true })
  if (list.choose !== null) throw invalid({ csv: `${columnQuestion(list)} Please paste that column alone.` })
  const known = phones.flatMap(({ learner }) => (learner ? [learner.id] : []))
  const unknown = phones.filter(({ learner }) => !learner)
  return {
    learners: known.sort((one, other) => one - other),
    bad: inOrder([...bad, ...unknown.map(({ line, typed }) => badRow(line, typed, 'no_account'))]),
  }
}

/** Asks which column has the phones or the names, naming those that could. */
export function columnQuestion({ choose, choices, columns }: ReadList): string {
  const names = choices.map((column) => {
    const heading = columns.find((one) => one.column === column)?.heading
    return heading ? `‘${heading}’` : `column ${column}`
  })
  return `Which column has the ${choose === 'name_column' ? 'names' : 'learners’ phone numbers'}: ${names.join(' or ')}?`
}

/** The same for one phone. */
export async function learnerListed(db: Db, typed: string): Promise<{ learners: number[]; bad: BadRow[] }> {
  const parsed = parsePhone(typed)
  const { phone } = parsed.problem === undefined ? readInternational(parsed.international) : {}
  if (!phone) return { learners: [], bad: [badRow(1, typed, parsed.problem ?? 'not_a_phone')] }
  const learner = (await accountsOf(db, [phone])).get(`${phone.countryCode} ${phone.phone}`)
  return learner ? { learners: [learner.id], bad: [] } : { learners: [], bad: [badRow(1, typed, 'no_account')] }
}

/** Says why nothing is done with a list: how many lines cannot be used. */
export function badLines(bad: readonly BadRow[]): string {
  return `${counted(bad.length, 'line')} cannot be used, the first is line ${bad[0]?.line ?? 1}. Nothing was done.`
}

/** Accounts by country code and phone. */
async function accountsOf(db: Db, phones: readonly Pick<ReadPhone, 'countryCode' | 'phone'>[]) {
  const byCountry = new Map<string, string[]>()
  for (const { countryCode, phone } of phones) {
    const known = byCountry.get(countryCode)
    if (known) known.push(phone)
    else byCountry.set(countryCode, [phone])
  }
  const found = new Map<string, { id: number; name: string | null }>()
  for (const [countryCode, of] of byCountry) {
    for (const some of inParts(of)) {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'phone', 'name'])
        .where('country_code', '=', countryCode)
        .where('phone', 'in', some)
        .where('deleted_at', 'is', null)
        .execute()
      for (const { id, phone, name } of rows) found.set(`${countryCode} ${phone}`, { id, name })
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
