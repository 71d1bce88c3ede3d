import { sql, type Kysely } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { DAY, HOUR, INDIA_OFFSET, MINUTE } from '#lib/both/time/clock.ts'
import { countryCapsIn } from '#core/code-caps.ts'
import type { Config } from '#core/config.ts'

/**
 * When guesses at codes are braked for the whole site (docs/decisions/0029-ways-in.md): wrong guesses at live codes of 4
 * digits in the last hour, against the site's usual hour.
 */
export const brakeLimits = {
  /** The usual hour is the median of so much time. */
  learntFrom: 14 * DAY,
  /** So many times the usual is too much. */
  times: 10,
  /** But never fewer than so many, so that a small site does not brake for a class that mistypes. */
  least: 200,
  /** So many times that, and strangers get no codes of 4 digits any more. */
  closesAt: 3,
  /** What is left of the limits of networks while it brakes: one in so many. */
  shareOf: 4,
  /** When strangers whom it closes out of codes of 4 digits may look again, in milliseconds. */
  waits: 30 * MINUTE,
} as const

/** `off`; `on`: a part of the limits is left to strangers' networks; `closed`: strangers get long codes alone. */
export type BrakeState = 'off' | 'on' | 'closed'

export interface Brake {
  state: BrakeState
  /** Wrong guesses in the last hour. */
  failed: number
  /** At which it begins to brake. */
  from: number
}

const hourOf = (instant: number) => Math.floor(instant / HOUR)

/** Guesses of no country: they are counted together. */
const GUESSES = ''

const LEARNT_HOURS = brakeLimits.learntFrom / HOUR
const CAPPED_HOURS = DAY / HOUR

/** How long the hours are kept, for those who run the site: brake and caps look at less. */
const KEPT_HOURS = (400 * DAY) / HOUR

/**
 * The number of the day in India, since 1970, that an hour begins on, as SQL. In half hours, since PostgreSQL's integers hold
 * no milliseconds: the second half of an hour belongs to the next day sometimes, and is counted with the first.
 */
export const dayOfHour = sql<number>`(hour * 2 + ${sql.lit((2 * INDIA_OFFSET) / HOUR)}) / 48`

/** Reads from the database whether the site brakes, so that all processes say the same, also after a restart. */
export async function readBrake(db: Db, now: number): Promise<Brake> {
  const hour = hourOf(now)
  const rows = await db
    .selectFrom('code_hours')
    .select(['hour', 'failed'])
    .where('hour', '>=', hour - LEARNT_HOURS)
    .where('hour', '<=', hour)
    .where('country', '=', GUESSES)
    .execute()
  const byHour = new Map(rows.map((row) => [row.hour, row.failed]))
  // Of the hour before, the part that lies within sixty minutes.
  const failed = (byHour.get(hour) ?? 0) + (byHour.get(hour - 1) ?? 0) * (1 - (now % HOUR) / HOUR)
  byHour.delete(hour)
  const sorted = Array.from({ length: LEARNT_HOURS }, (_, back) => byHour.get(hour - 1 - back) ?? 0).sort(
    (one, other) => one - other,
  )
  const usual = sorted[LEARNT_HOURS / 2] ?? 0
  const from = Math.max(brakeLimits.least, brakeLimits.times * usual)
  const state = failed < from ? 'off' : failed < from * brakeLimits.closesAt ? 'on' : 'closed'
  return { state, failed: Math.floor(failed), from }
}

/** What a guess came to: wrong at a live code of 4 digits, right, or another; the work is the same. */
export type Guessed = 'failed' | 'accepted' | 'neither'

export async function countGuessed(db: Kysely<Database>, guessed: Guessed, now: number): Promise<void> {
  const [failed, accepted] = [Number(guessed === 'failed'), Number(guessed === 'accepted')]
  await add(db, { ...noCodes, hour: hourOf(now), country: GUESSES, failed, accepted })
}

/** Counts a code that its provider did not take. */
export async function countNotSent(db: Kysely<Database>, country: string, now: number): Promise<void> {
  await add(db, { ...noCodes, hour: hourOf(now), country, not_sent: 1 })
}

/** Counts a code that is about to be sent. */
export async function countSent(db: Kysely<Database>, country: string, now: number): Promise<void> {
  await add(db, { ...noCodes, hour: hourOf(now), country, sent: 1 })
}

const noCodes = { sent: 0, failed: 0, accepted: 0, not_sent: 0 }

async function add(db: Kysely<Database>, row: typeof noCodes & { hour: number; country: string }) {
  await db
    .insertInto('code_hours')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'country']).doUpdateSet({
        sent: sql<number>`code_hours.sent + excluded.sent`,
        failed: sql<number>`code_hours.failed + excluded.failed`,
        accepted: sql<number>`code_hours.accepted + excluded.accepted`,
        not_sent: sql<number>`code_hours.not_sent + excluded.not_sent`,
      }),
    )
    .execute()
}

/** A cap that is reached. */
export interface CapReached {
  /** Calling code; undefined of the whole site's cap. */
  country: string | undefined
  cap: number
  /** Milliseconds until the oldest hour that counts no longer does. */
  wait: number
}

/**
 * Looks whether another code may be sent to a country: at most CODES_A_DAY_COUNTRIES to it and CODES_A_DAY to all, in the
 * last 24 hours by the clock. Requests at the same moment may go past it by as many as they are.
 */
export async function capReached(
  db: Kysely<Database>,
  config: Pick<Config, 'CODES_A_DAY' | 'CODES_A_DAY_COUNTRIES'>,
  country: string,
  now: number,
): Promise<CapReached | undefined> {
  const hour = hourOf(now)
  const rows = await db
    .selectFrom('code_hours')
    .select(['hour', 'country', 'sent'])
    .where('hour', '>', hour - CAPPED_HOURS)
    .where('hour', '<=', hour)
    .where('sent', '>', 0)
    .orderBy('hour')
    .execute()
  const { named, others } = countryCapsIn(config.CODES_A_DAY_COUNTRIES) ?? {
    named: new Map<string, number>(),
    others: 0,
  }
  const reached = (among: typeof rows, cap: number) => {
    if (among.reduce((sum, { sent }) => sum + sent, 0) < cap) return undefined
    const oldest = among[0]?.hour ?? hour
    return { cap, wait: (oldest + CAPPED_HOURS) * HOUR - now }
  }
  const ofCountry = reached(
    rows.filter((row) => row.country === country),
    named.get(country) ?? others,
  )
  if (ofCountry) return { country, ...ofCountry }
  const ofSite = reached(rows, config.CODES_A_DAY)
  return ofSite && { country: undefined, ...ofSite }
}

/** Removes the hours that nothing looks at any more. */
export async function pruneHours(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('code_hours')
    .where('hour', '<', hourOf(now) - KEPT_HOURS)
    .execute()
}
