import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, SignedInStaff } from '#core/context.ts'
import { siteUrl, type Config } from '#core/config.ts'
import type { Db } from '#db/database.ts'
import { forgetDevices } from '#features/auth/server/ways/known-devices.ts'
import { BACKGROUND_HEADER } from '#lib/both/calls/endpoint.ts'
import { ApiError, forbidden } from '#lib/both/calls/errors.ts'
import { STAFF_SEEN_EVERY, STAFF_IDLE, STAFF_SESSION } from '#lib/both/staff-session.ts'
import { readRoles } from './staff-accounts.ts'
import { RECENT_FACTOR } from '../staff.rules.ts'

/** 256 random bits, for a cookie; only their hash is stored. */
export const newStaffToken = () => randomBytes(32).toString('base64url')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Finds the member whose session cookie a request has. The session is renewed, unless BACKGROUND_HEADER says that a timer sent
 * the request. A forged request does not renew it.
 * @throws ApiError 401 where the cookie is missing or unknown, the session was ended, is too old or was idle for too long, or the
 * member has left; 403 `not_from_here`
 */
export async function authenticateStaff(
  ctx: Pick<Context, 'db' | 'now' | 'groupCommit' | 'staffCookies' | 'config'>,
  headers: Headers,
): Promise<SignedInStaff> {
  const token = ctx.staffCookies.read('session')
  if (!token) throw notLoggedIn()
  const now = ctx.now()
  const row = await ctx.db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select([
      'session.id',
      'session.staff_id',
      'session.created_at',
      'session.last_seen_at',
      'session.factor_at',
      'staff.name',
      'staff.roles',
    ])
    .where('session.token_hash', '=', hashOfToken(token))
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('session.last_seen_at', '>', now - STAFF_IDLE)
    .where('staff.left_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notLoggedIn()
  refuseForged(headers, ctx.config, token)
  if (!headers.has(BACKGROUND_HEADER) && now - row.last_seen_at >= STAFF_SEEN_EVERY)
    await ctx.groupCommit((tx) =>
      tx.updateTable('staff_sessions').set({ last_seen_at: now }).where('id', '=', row.id).execute(),
    )
  const { id: sessionId, staff_id: id, name, created_at: since } = row
  const factorAt = row.factor_at ?? since
  return { id, sessionId, name, roles: readRoles(row.roles), since, factorAt }
}

/**
 * Refuses a call that needs a recent second factor.
 * @throws ApiError 403 `second_factor`
 */
export function requireRecentFactor({ factorAt }: Pick<SignedInStaff, 'factorAt'>, now: number): void {
  if (now - factorAt >= RECENT_FACTOR)
    throw forbidden('A recent second factor is needed. Nothing was done.', 'second_factor')
}

const notLoggedIn = () => new ApiError(401, 'Please log in')

interface NewSession {
  staffId: number
  /** The known device it begins on. */
  deviceId?: number | null
  userAgent: string
  address: string
  now: number
}

/** Starts a session. @returns its token, which is stored nowhere */
export async function createStaffSession(
  tx: Db,
  { staffId, deviceId = null, userAgent, address, now }: NewSession,
): Promise<{ token: string; id: number }> {
  const token = newStaffToken()
  // What nobody can look at any more.
  await tx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).where('expires_at', '<=', now).execute()
  const { id } = await tx
    .insertInto('staff_sessions')
    .values({
      staff_id: staffId,
      token_hash: hashOfToken(token),
      user_agent: userAgent,
      address,
      created_at: now,
      expires_at: now + STAFF_SESSION,
      last_seen_at: now,
      device_id: deviceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, id }
}

/** Ends sessions of somebody: one, or all, or all but one. @returns how many there were */
export async function endStaffSessions(
  tx: Db,
  { staffId, only, but, now }: { staffId: number; only?: number; but?: number; now: number },
): Promise<number> {
  const ended = await tx
    .updateTable('staff_sessions')
    .set({ revoked_at: now })
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - STAFF_IDLE)
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .$if(but !== undefined, (query) => query.where('id', '!=', but!))
    .returning('id')
    .execute()
  return ended.length
}

/**
 * Makes browsers unknown to the log-in of a member.
 * @param which `only`: the device of that session; `but`: all devices except that one; neither: all.
 */
export async function forgetStaffDevices(
  tx: Db,
  staffId: number,
  { only, but }: { only?: number; but?: number } = {},
): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('staff_id', '=', staffId).executeTakeFirst()
  if (!user) return
  const session = only ?? but
  const device = session === undefined ? undefined : await deviceOfStaffSession(tx, session)
  await forgetDevices(tx, user.id, only === undefined ? { except: device ?? null } : { only: device ?? null })
}

async function deviceOfStaffSession(tx: Db, id: number): Promise<number | null> {
  const session = await tx.selectFrom('staff_sessions').select('device_id').where('id', '=', id).executeTakeFirst()
  return session?.device_id ?? null
}

/** Ends the session of a browser, of any member: a new log-in replaces its cookie. @returns the member's id */
export async function endReplacedSession(
  tx: Db,
  { token, now }: { token: string | undefined; now: number },
): Promise<number | undefined> {
  if (!token) return undefined
  const ended = await tx
    .updateTable('staff_sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', hashOfToken(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - STAFF_IDLE)
    .returning('staff_id')
    .executeTakeFirst()
  return ended?.staff_id
}

/** What a page of the console sends with each call, which only a page of this site can have been told. */
export const csrfOf = (token: string) => createHash('sha256').update(`csrf ${token}`).digest('base64url')

/**
 * Refuses what another site makes the browser send: SameSite keeps it from bringing the cookie, this is for browsers and
 * neighbours for whom that is not enough (OWASP, Cross-Site Request Forgery Prevention).
 * @param token of the session, where there is one: the call brings what belongs to it in X-CSRF-Token
 * @throws ApiError 403 `not_from_here`
 */
export function refuseForged(headers: Headers, config: Config, token?: string): void {
  const origin = headers.get('origin')
  const from = headers.get('sec-fetch-site')
  const foreign =
    (from !== null && from !== 'same-origin') ||
    (origin !== null && origin !== new URL(siteUrl(config)).origin && hostOf(origin) !== headers.get('host'))
  if (foreign || (token !== undefined && !same(headers.get('x-csrf-token') ?? '', csrfOf(token))))
    throw forbidden('This did not come from a page of this site. Please reload it.', 'not_from_here')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
