import { sql, type Kysely, type Transaction } from 'kysely'
import { brakeLimits, pruneHours, type Brake } from '../codes/code-hours.ts'
import type { Database, Db } from '#db/database.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { inLargeUnits, type Limit } from '#lib/both/calls/limits.ts'
import { countCode, type WhyRefused } from '#core/metrics/metrics.ts'
import { LONG_WAY } from '../../login-form.rules.ts'
import type { CodeKey, CodeWay } from '../../auth.tables.ts'
import { eachNetwork, type Networks } from '../address.ts'
import { codeLimits, isLong, isShort, limitsOfWay, REMEMBERED } from '../codes/code-limits.ts'
import { pruneUnknownPhones } from '../codes/unknown-phones.ts'

type Tx = Transaction<Database>

/** Who asks for a code or guesses at one. */
export interface Asker {
  way: CodeWay
  /** Key of the stored code where it is not the way: limits of a way hold for all staff log-ins, each of which has its code. */
  key?: CodeKey
  /** Of a stranger. Whoever is known is counted as who they are, wherever they are. */
  from: { networks: Networks; brake: Brake } | undefined
}

interface Counted {
  table: 'code_sends' | 'code_tries'
  at: 'sent_at' | 'tried_at'
  /** What somebody reads who is over a limit. */
  told: string
}

const sends: Counted = { table: 'code_sends', at: 'sent_at', told: 'Too many codes were requested.' }
const guesses: Counted = { table: 'code_tries', at: 'tried_at', told: 'Too many wrong codes were entered.' }

/**
 * Makes what one network asks for come one after the other, whatever number of processes there are: its rows are the
 * turnstiles, the widest first. Comes first in a transaction, before the row of a code.
 * @throws ApiError 429 when a network has sent or guessed too much
 */
export async function countSend(tx: Tx, asker: Asker, now: number): Promise<void> {
  if (!asker.from) return
  for (const { name } of eachNetwork(asker.from.networks)) {
    await tx
      .insertInto('code_addresses')
      .values({ address: name, seen_at: now })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ seen_at: now }))
      .execute()
  }
  await refuseNetworks(tx, sends, asker, codeLimits.sends.network, now)
  await refuseNetworks(tx, guesses, asker, codeLimits.guesses.network, now)
}

/** The same for a guess: it counts before it is looked at; `forgiveGuess` takes it back when it is right. */
export async function countGuess(tx: Tx, asker: Asker, now: number): Promise<void> {
  if (!asker.from) return
  const { count, span } = codeLimits.anyGuesses
  const fresh = sql<boolean>`code_addresses.guesses_since > ${now - span}`
  for (const { name, width } of eachNetwork(asker.from.networks)) {
    const counted = await tx
      .insertInto('code_addresses')
      .values({ address: name, seen_at: now, guesses: 1, guesses_since: now })
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet({
          seen_at: now,
          guesses: sql<number>`case when ${fresh} then code_addresses.guesses + 1 else 1 end`,
          guesses_since: sql<number>`case when ${fresh} then code_addresses.guesses_since else ${now} end`,
        }),
      )
      .returning(['guesses', 'guesses_since'])
      .executeTakeFirstOrThrow()
    const over = { told: guesses.told, wait: counted.guesses_since + span - now }
    if (counted.guesses > count[width]) throw refusal(asker, over, 'network')
    if (counted.guesses > braked(asker, count[width])) throw refusal(asker, over, 'brake')
  }
  await refuseNetworks(tx, guesses, asker, codeLimits.guesses.network, now)
}

/** Comes after the turnstile of the way, the row of its code. @throws ApiError 429 */
export async function refuseSend(tx: Tx, userId: number, asker: Asker, now: number): Promise<void> {
  const over = await overSends(tx, userId, asker, now)
  if (over) throw refusal(asker, over, over.why)
}

/** Comes after the turnstile of the way. @throws ApiError 429 */
export async function refuseGuess(tx: Tx, userId: number, asker: Asker, now: number): Promise<void> {
  const over = await overGuesses(tx, userId, asker, now)
  if (over) throw refusal(asker, over, over.why)
}

/** What keeps a code from being sent, its asker's networks aside; undefined when nothing does. */
export async function overSends(tx: Tx, userId: number, asker: Asker, now: number): Promise<Over | undefined> {
  const closed = closedTo(asker)
  if (closed) return closed
  const { way, from } = asker
  const whose = { user_id: userId, way }
  const all = await over(tx, sends, whose, limitsOfWay(way).sends, now)
  if (all) return { ...all, why: 'phone' }
  if (from && isShort(way)) {
    const here = await over(tx, sends, { ...whose, ...widest(from.networks) }, codeLimits.sends.phoneFromNetwork, now)
    if (here) return { ...here, why: 'phone' }
  }
  // A code that nobody may try is not sent.
  return overGuesses(tx, userId, asker, now)
}

async function overGuesses(tx: Tx, userId: number, asker: Asker, now: number): Promise<Over | undefined> {
  const closed = closedTo(asker)
  if (closed) return closed
  const { way, from } = asker
  const whose = { user_id: userId, way }
  const all = await over(tx, guesses, whose, limitsOfWay(way).guesses, now)
  if (all) return { ...all, why: 'phone' }
  if (!from) return undefined
  const limits = codeLimits.guesses.phoneFromNetwork
  const here = await over(tx, guesses, { ...whose, ...widest(from.networks) }, limits, now)
  return here && { ...here, why: 'phone' }
}

/** A log-in shows that the sends of its way were meant, and that the slips before it at the same address were its owner's. */
export async function forgiveWay(tx: Db, userId: number, { way, from }: Asker): Promise<void> {
  await tx.deleteFrom('code_sends').where('user_id', '=', userId).where('way', '=', way).execute()
  await tx
    .deleteFrom('code_tries')
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('address', '=', from?.networks.address ?? NOWHERE)
    .execute()
}

export async function forgiveGuess(db: Db, { from }: Asker): Promise<void> {
  if (!from) return
  const names = eachNetwork(from.networks).map(({ name }) => name)
  await db
    .updateTable('code_addresses')
    .set((column) => ({ guesses: column('guesses', '-', 1) }))
    .where('address', 'in', names)
    .where('guesses', '>', 0)
    .execute()
}

/** The address of what is counted for somebody who is known. */
const NOWHERE = ''

/** Counts a code that is about to be sent. */
export async function noteSend(tx: Tx, userId: number, asker: Asker, now: number): Promise<void> {
  await tx
    .insertInto('code_sends')
    .values({ user_id: userId, sent_at: now, ...originOf(asker) })
    .execute()
}

/** What a row of a send or a guess says of where it came from. */
export function originOf({ way, from }: Asker) {
  const { address, net56, net48 } = from?.networks ?? { address: NOWHERE, net56: null, net48: null }
  return { way, address, net56, net48 }
}

/** Removes what no limit looks at any more. */
export async function pruneCounts(db: Kysely<Database>, now: number): Promise<void> {
  const until = now - REMEMBERED.sends
  await db.deleteFrom('code_sends').where('sent_at', '<=', until).execute()
  await db
    .deleteFrom('code_tries')
    .where('tried_at', '<=', now - REMEMBERED.guesses)
    .execute()
  await db.deleteFrom('code_addresses').where('seen_at', '<=', until).execute()
  await db.deleteFrom('codes').where('sent_at', '<=', until).execute()
  await pruneHours(db, now)
  await pruneUnknownPhones(db, now)
}

interface Over {
  told: string
  /** Milliseconds */
  wait: number
  why: WhyRefused
}

/** While the whole site is guessed at, strangers' networks have a part of their limits left for codes of 4 digits. */
function braked({ way, from }: Asker, count: number): number {
  return way === 'short' && from?.brake.state === 'on' ? Math.ceil(count / brakeLimits.shareOf) : count
}

function closedTo({ way, from }: Asker): Over | undefined {
  if (way !== 'short' || from?.brake.state !== 'closed') return undefined
  return { told: 'Too many wrong codes were entered on this site.', wait: brakeLimits.waits, why: 'brake' }
}

/** The network that a phone's callers are told apart by: the /48, or the IPv4 address. */
function widest({ address, net48 }: Networks) {
  return net48 === null ? { address } : { net48 }
}

async function refuseNetworks(
  tx: Tx,
  counted: Counted,
  asker: Asker,
  limits: typeof codeLimits.sends.network | typeof codeLimits.guesses.network,
  now: number,
): Promise<void> {
  if (!asker.from) return
  for (const { column, name, width } of eachNetwork(asker.from.networks)) {
    const whose = { [column]: name }
    const found = await over(tx, counted, whose, limits[width], now)
    if (found) throw refusal(asker, found, 'network')
    if (asker.way !== 'short' || asker.from.brake.state !== 'on') continue
    const part = limits[width].map(({ count, span }) => ({ count: braked(asker, count), span }))
    const under = await over(tx, counted, whose, part, now)
    if (under) throw refusal(asker, under, 'brake')
  }
}

/** @returns undefined, or the time until the oldest that counts is out of the window */
async function over(
  tx: Tx,
  { table, at, told }: Counted,
  whose: { user_id?: number; way?: CodeWay; address?: string; net56?: string; net48?: string },
  limits: readonly Limit[],
  now: number,
): Promise<Omit<Over, 'why'> | undefined> {
  const same = Object.entries(whose).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  for (const { count, span } of limits) {
    const { rows } = await sql<{ at: number }>`
      select ${sql.ref(at)} as at from ${sql.table(table)}
      where ${sql.join(same, sql` and `)} and ${sql.ref(at)} > ${now - span}
      order by ${sql.ref(at)} desc limit 1 offset ${count - 1}`.execute(tx)
    const [oldest] = rows
    if (oldest) return { told, wait: oldest.at + span - now }
  }
  return undefined
}

/**
 * 429. Where it may be others who have used up a phone's limit, or the whole site is guessed at, its code says that a long
 * code lets the phone in all the same.
 */
function refusal({ way }: Asker, { told, wait }: Omit<Over, 'why'>, why: WhyRefused): ApiError {
  countCode('refused', why)
  const another = why !== 'network' && !isLong(way) && way !== 'deletion'
  return new ApiError(429, `${told} Please try again in ${inLargeUnits(wait)}.`, {
    retryAfter: Math.max(1, Math.ceil(wait / SECOND)),
    ...(another && { code: LONG_WAY }),
  })
}
