import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Context } from '#core/context.ts'
import { storedSecret } from '#core/secrets.ts'
import type { Database, Db } from '#db/database.ts'
import { DAY } from '#lib/both/time/clock.ts'

/** How long a device stays known that does not log in again: as long as browsers keep a cookie. */
const DEVICE_LIFE = 400 * DAY

/** Known devices of one learner; the one that logged in longest ago goes first. */
const MOST_DEVICES = 10

/** Where the secret stands in `meta`. */
const secretName = 'device-secret'

type Caller = Pick<Context, 'db' | 'device' | 'now'>

/** What the caller's cookie holds, if it was signed here: a random name of the browser, which says nothing of anybody. */
async function nameOf({ db, device }: Pick<Caller, 'db' | 'device'>): Promise<string | undefined> {
  const [, name, given] = /^([\w-]{22})\.([\w-]{43})$/.exec(device.cookie ?? '') ?? []
  if (name === undefined || given === undefined) return undefined
  const expected = await signature(db, name)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given)) ? name : undefined
}

async function signature(db: Kysely<Database>, name: string): Promise<string> {
  return createHmac('sha256', await storedSecret(db, secretName))
    .update(name)
    .digest('base64url')
}

/** Only this is stored, so a copy of the database makes no device known. 128 random bits need no salt. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/**
 * True when the learner or member has logged in on the caller's browser before. A device known to one account is unknown
 * to all others, and to the learner with the same phone.
 * @param of a learner's id, the phone of a learner, or a member's id
 * @returns the id of the device
 */
export async function knownDevice(
  caller: Caller,
  of: { userId: number } | { countryCode: string; phone: string } | { staffId: number },
): Promise<number | undefined> {
  const name = await nameOf(caller)
  if (name === undefined) return undefined
  const device = await caller.db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('token_hash', '=', hashOf(name))
    .where('seen_at', '>', caller.now() - DEVICE_LIFE)
    .$if('userId' in of, (query) => query.where('users.id', '=', (of as { userId: number }).userId))
    .$if('staffId' in of, (query) => query.where('users.staff_id', '=', (of as { staffId: number }).staffId))
    .$if('phone' in of, (query) => {
      const { countryCode, phone } = of as { countryCode: string; phone: string }
      return query.where('country_code', '=', countryCode).where('phone', '=', phone)
    })
    .executeTakeFirst()
  return device?.id
}

/** A browser's new name, and the one it had. */
export interface NewName {
  before: string | undefined
  name: string
  /** What its cookie shall hold once the name is stored. */
  cookie: string
}

/** Asked for before the transaction that stores it: the secret of the signature may have to be read. */
export async function newName(caller: Caller): Promise<NewName> {
  const name = randomBytes(16).toString('base64url')
  return { before: await nameOf(caller), name, cookie: `${name}.${await signature(caller.db, name)}` }
}

/**
 * Makes the caller's browser known to a learner who has just logged in on it. It gets a new name each time, so that a copy of
 * its cookie is worth nothing after its owner's next log-in.
 * @returns the id of the device
 */
export async function rememberDevice(tx: Db, { before, name }: NewName, userId: number, now: number): Promise<number> {
  const token_hash = hashOf(name)
  if (before !== undefined) {
    await tx.updateTable('known_devices').set({ token_hash }).where('token_hash', '=', hashOf(before)).execute()
  }
  const { id } = await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash, known_since: now, seen_at: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ seen_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = tx
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('seen_at', '>', now - DEVICE_LIFE)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_DEVICES)
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).where('id', 'not in', kept).execute()
  return id
}

/**
 * Makes devices of a learner strangers again, as they are logged out.
 * @param which the device of one session; or all but that of another
 */
export async function forgetDevices(
  db: Db,
  userId: number,
  { only, except }: { only?: number | null; except?: number | null } = {},
): Promise<void> {
  if (only === null) return
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .$if(typeof except === 'number', (query) => query.where('id', '!=', except!))
    .execute()
}

/** The device that a session began on; null of one that has no cookie. */
export async function deviceOfSession(db: Db, sessionId: number): Promise<number | null> {
  const row = await db.selectFrom('sessions').select('device_id').where('id', '=', sessionId).executeTakeFirst()
  return row?.device_id ?? null
}
