import { sql, type Selectable } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import type { UsersTable } from '../../auth.tables.ts'
import { STAFF_PAGE } from '../../server/learners.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { PHONE_END } from '../learner-fields.rules.ts'
import { conditionsOf, type ListFilters } from './list-filters.ts'
import type { FoundLearner } from '../learners.contract.ts'
import { hasWords, readWords } from './read-words.ts'
import { along, beginsWith, shown } from './users-along.ts'
import { visibleSearch, type VisibleSearch } from './visible-search.ts'

/** Learners that one search finds, at most: what finds more says too little. */
const MOST_FOUND = 1000

export type ListedLearner = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'name'
  | 'country_code'
  | 'phone'
  | 'email'
  | 'role'
  | 'blocked_at'
  | 'muted_at'
  | 'last_logged_on'
  | 'created_at'
>

/** What of a learner, or of what they bought, has what was typed. */
type FoundBy = FoundLearner['found_by']

export interface FoundLearners {
  learners: (ListedLearner & { found_by: FoundBy })[]
  /** Whether there is a page after this one. */
  more: boolean
  /** Learners on all pages, `MOST_FOUND` at most. */
  total: number
  /** There are more than are on the pages, which have some of them. */
  isCut: boolean
}

interface FindLearners {
  words: string
  page: number
  roles: readonly StaffRole[]
  filters?: ListFilters
}

interface Candidate {
  id: number
  found_by: FoundBy
}

/**
 * Finds learners by phone, name, email address, or the number of an order, receipt, payment or transaction, as far as the
 * searcher sees these, twenty a page: numbers first, then phones, the one that was typed whole before those that begin or end
 * so; else those whose name begins as typed, by name. What is read does not grow with the number of learners. Accounts that
 * have ended are not found. Filters choose among what the words find.
 * @param words as `readWords` reads them
 * @param roles of the searcher
 * @throws invalid when fewer than two letters or digits were typed, and as `visibleSearch`
 */
export async function findLearners(
  db: Db,
  engine: Engine,
  { words, page, roles, filters }: FindLearners,
): Promise<FoundLearners> {
  const found = await lookThrough([byNumber, ...lookups], db, engine, visibleSearch(readWords(words), roles))
  const matching = await filterFound(db, [...found.keys()].slice(0, MOST_FOUND), filters)
  const total = matching.length
  const end = Math.min(page * STAFF_PAGE, total)
  const ids = matching.slice((page - 1) * STAFF_PAGE, end)
  const rows = ids.length === 0 ? [] : await db.selectFrom('users').select(shown).where('id', 'in', ids).execute()
  const learners = ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...row, found_by: found.get(id)! }] : []
  })
  return { learners, more: end < total, total, isCut: found.size > MOST_FOUND }
}

/** Keeps the learners who are on a list, in their order. */
async function filterFound(db: Db, ids: number[], filters: ListFilters | undefined): Promise<number[]> {
  const given = filters && [filters.courseId, filters.status, filters.seenSince, filters.seenBefore]
  if (ids.length === 0 || !given?.some((value) => value !== undefined)) return ids
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', ids)
    .where(conditionsOf(filters!))
    .execute()
  const kept = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => kept.has(id))
}

/** Finds the learners whose name, phone or email address a search means: at most `MOST_FOUND`, the best first. */
export async function findLearnerIds(db: Db, engine: Engine, search: VisibleSearch): Promise<number[]> {
  return [...(await lookThrough(lookups, db, engine, search)).keys()].slice(0, MOST_FOUND)
}

async function lookThrough(looks: readonly Look[], db: Db, engine: Engine, search: VisibleSearch) {
  const found = new Map<number, FoundBy>()
  for (const look of looks) {
    if (found.size > MOST_FOUND) break
    for (const { id, found_by } of await look(db, engine, search)) if (!found.has(id)) found.set(id, found_by)
  }
  return found
}

/** Looks for what a search may mean, at most one more than can be found. */
type Look = (db: Db, engine: Engine, search: VisibleSearch) => Promise<Candidate[]>

const isThere = sql<boolean>`users.deleted_at is null and users.staff_id is null`

/** Whose purchase, order, receipt or payment it is. */
const byNumber: Look = async (db, _, { number, row }) => {
  const owners = (found_by: FoundBy) =>
    db
      .selectFrom('purchases')
      .innerJoin('users', 'users.id', 'purchases.user_id')
      .where(isThere)
      .select(['users.id', sql<FoundBy>`${sql.lit(found_by)}`.as('found_by')])
  const ordered = (found_by: FoundBy) =>
    owners(found_by).innerJoin('payment_orders as orders', 'orders.purchase_id', 'purchases.id')
  const paid = (found_by: FoundBy) => owners(found_by).innerJoin('payments', 'payments.purchase_id', 'purchases.id')
  const refunded = (found_by: FoundBy) =>
    paid(found_by).innerJoin('payment_refunds as refunds', 'refunds.payment_id', 'payments.id')
  if (row?.of === 'transaction') return owners('transaction').where('purchases.id', '=', row.id).execute()
  if (row?.of === 'payment') return paid('payment').where('payments.id', '=', row.id).execute()
  if (row?.of === 'order') return ordered('order').where('orders.id', '=', row.id).execute()
  if (row?.of === 'refund') return refunded('refund').where('refunds.id', '=', row.id).execute()
  if (number === undefined) return []
  const printed = [number, number.toUpperCase()]
  return ordered('order')
    .where('orders.receipt', '=', number)
    .unionAll(ordered('order').where('orders.provider_order_id', '=', number))
    .unionAll(paid('receipt').where('payments.invoice_number', 'in', printed))
    .unionAll(paid('payment').where('payments.provider_payment_id', '=', number))
    .unionAll(refunded('credit note').where('refunds.credit_note_number', 'in', printed))
    .limit(MOST_FOUND + 1)
    .execute()
}

const byPhone: Look = async (db, engine, { phone, international }) => {
  const national = along.national(engine)
  // A character after all digits, so that the range has nothing else.
  const begins = (digits: string) => sql<boolean>`(${national} >= ${digits} and ${national} < ${`${digits}:`})`
  const ways = [
    ...(phone === undefined ? [] : [begins(phone)]),
    // Country codes have one to three digits.
    ...[1, 2, 3].flatMap((length) =>
      international === undefined || international.length <= length
        ? []
        : [
            sql<boolean>`(users.country_code = ${international.slice(0, length)} and ${begins(international.slice(length))})`,
          ],
    ),
  ]
  const found: Candidate[] = []
  for (const way of ways) {
    const rows = await db
      .selectFrom('users')
      .select('users.id')
      .where(isThere)
      .where(way)
      .orderBy(national)
      .limit(MOST_FOUND + 1)
      .execute()
    found.push(...rows.map(({ id }) => ({ id, found_by: 'phone' as const })))
  }
  return found
}

const byLastDigits: Look = async (db, _, { ending }) => {
  if (ending === undefined || ending.length < PHONE_END) return []
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(isThere)
    .where(along.lastDigits, '=', ending.slice(-PHONE_END))
    .where('users.phone', 'like', `%${ending}`)
    .orderBy('users.id', 'desc')
    .limit(MOST_FOUND + 1)
    .execute()
  return rows.map(({ id }) => ({ id, found_by: 'phone' }))
}

/** Addresses that begin as typed, of learners who have the other words as well. */
const byAddress: Look = async (db, engine, { addresses, words }) => {
  const [first, ...others] = addresses
  if (first === undefined) return []
  const address = along.address(engine)
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email'])
    .where(isThere)
    .where(beginsWith(address, sql<string>`lower(cast(${first} as text))`))
    .orderBy(address)
    .limit(MOST_FOUND + 1)
    .execute()
  return rows
    .filter(({ name, email }) => {
      const whole = email?.toLowerCase() ?? ''
      return (
        others.every((other) => whole.startsWith(other.toLowerCase())) &&
        hasWords(`${name ?? ''} ${whole.split('@')[0]!}`, words)
      )
    })
    .map(({ id }) => ({ id, found_by: 'email' }))
}

/** Whose name begins as typed. Of a beginning that very many names have there are enough without the others. */
const byWholeName: Look = async (db, engine, { text, words, addresses }) => {
  if (words.length === 0 || addresses.length > 0) return []
  const name = along.name(engine)
  const [typed] = words.length === 1 ? words : [text]
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(isThere)
    .where(beginsWith(name, sql<string>`lower(cast(${typed} as text))`))
    .orderBy(name)
    .orderBy('users.id')
    .limit(MOST_FOUND + 1)
    .execute()
  return rows.map(({ id }) => ({ id, found_by: 'name' }))
}

const byWords: Look = async (db, engine, { words, addresses, wordsInAddresses }) => {
  if (words.length === 0 || addresses.length > 0) return []
  const found = engine === 'sqlite' ? wordsOnSqlite(words, wordsInAddresses) : wordsOnPostgres(words, wordsInAddresses)
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => sql<{ id: number }>`(${found})`,
    )
    .selectFrom('found')
    .innerJoin('users', 'users.id', 'found.id')
    .where(isThere)
    .select(['users.id', 'users.name'])
    .orderBy(along.name(engine))
    .orderBy('users.id')
    .execute()
  return rows.map(({ id, name }) => ({ id, found_by: hasWords(name ?? '', words) ? 'name' : 'email' }))
}

/** The newest, where there are too many. The index has names and addresses in columns of their own. */
function wordsOnSqlite(words: string[], inAddresses: boolean) {
  const pattern = words.map((word) => `${inAddresses ? '' : 'name : '}"${word}"*`).join(' AND ')
  return sql`select rowid as id from learner_words where learner_words match ${pattern}
    order by rowid desc limit ${sql.lit(MOST_FOUND + 1)}`
}

/** PostgreSQL keeps the beginnings of words as words; small letters are what they are to its own language. */
const wordsOnPostgres = (words: string[], inAddresses: boolean) =>
  sql`select id from users where deleted_at is null and staff_id is null
    and learner_words(name, ${inAddresses ? sql.ref('email') : sql`cast(null as text)`})
      @@ cast(lower(${words.map((word) => `'${word}'`).join(' & ')}) as tsquery)
    limit ${sql.lit(MOST_FOUND + 1)}`

/** By what a person is; numbers of what they bought apart. */
const lookups: readonly Look[] = [byPhone, byLastDigits, byAddress, byWholeName, byWords]
