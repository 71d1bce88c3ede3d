import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Services, SignedIn } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { togetherOn } from '#db/statements/together.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { changingSessions, readAndRemember, recall, type KnownSession } from './sessions/known-sessions.ts'

/** How long a token works (design decision 3). */
export const SESSION_LIFE = 90 * DAY

/** How exactly it is known when a session was last used; each step costs a write. */
export const SEEN_EVERY = 10 * MINUTE

/** Only this is stored, so a copy of the database logs nobody in. 256 random bits need no salt. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

interface Asked {
  hash: string
  now: number
}

/** Sessions that were not ended, with their learners. */
const sessionsOf = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'sessions.id as sessionId',
      'sessions.last_seen_at as seenAt',
      'sessions.expires_at as expiresAt',
      'users.country_code as countryCode',
      'users.phone',
      'users.name',
      'users.role',
      'users.registration_completed as completed',
    ])
    .where('sessions.revoked_at', 'is', null)

/** Runs for calls of learners whose sessions were not read within the last second. */
const findSession = preparedOnce((db, slot: Slots<Asked>) =>
  sessionsOf(db).where('sessions.token_hash', '=', slot('hash')).where('sessions.expires_at', '>', slot('now')),
)

const findSessions = preparedOnce((db, slot: Slots<{ hashes: string[] }>) =>
  sessionsOf(db)
    .where(({ eb, ref }) => eb(ref('sessions.token_hash'), '=', sql<string>`any (${slot('hashes')}::text[])`))
    .select('sessions.token_hash'),
)

/**
 * Who the bearer of a token is. What was read of a session is believed for a second (sessions/known-sessions.ts).
 * @throws ApiError 401 when the token is missing, unknown, revoked or has run out
 */
export async function authenticate(services: Access, token: string | undefined): Promise<SignedIn> {
  if (!token) throw unauthorized()
  const now = services.now()
  const name = hashToken(token)
  const session = recall(name, now) ?? (await readAndRemember(name, () => readSession(services, { hash: name, now })))
  if (!session || session.expiresAt <= now) throw unauthorized()
  if (session.seenAt === null || now - session.seenAt >= SEEN_EVERY) await noteSeen(services, session, now)
  return session.user
}

type Access = Pick<Services, 'db' | 'engine' | 'now' | 'groupCommit'>

type SessionRow = Awaited<ReturnType<typeof findSession>>[number]

async function readSession({ db, engine }: Access, asked: Asked): Promise<KnownSession | undefined> {
  const row = await (engine === 'postgres' ? readTogether : readOne)(db, asked)
  if (!row) return undefined
  const { completed, seenAt, expiresAt, ...signedIn } = row
  return { user: { ...signedIn, registrationCompleted: completed === 1 }, seenAt, expiresAt, readAt: asked.now }
}

async function readOne(db: Db, asked: Asked): Promise<SessionRow | null> {
  const [row] = await findSession(db, asked)
  return row ?? null
}

async function readMany(db: Db, asked: Asked[]): Promise<(SessionRow | null)[]> {
  const rows = await findSessions(db, { hashes: asked.map(({ hash }) => hash) })
  const found = new Map(rows.map(({ token_hash, ...row }) => [token_hash, row]))
  return asked.map(({ hash, now }) => {
    const row = found.get(hash)
    return row && row.expiresAt > now ? row : null
  })
}

/** On PostgreSQL: what is asked for while a statement is on its way goes together in the next. */
const readTogether = togetherOn<Asked, SessionRow | null>({ one: readOne, many: readMany })

async function noteSeen({ groupCommit }: Access, session: KnownSession, now: number): Promise<void> {
  await groupCommit((tx) =>
    tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.user.sessionId).execute(),
  )
  session.seenAt = now
}

/** What a token gets that is no good, and a call whose account ended while it was under way. */
export function unauthorized(): ApiError {
  return new ApiError(401, 'Unauthorized')
}

interface NewSession {
  userId: number
  /** What the caller says it is. */
  device: string
  /** The known device it begins on. */
  deviceId?: number | null
  userAgent: string
  now: number
}

/** Starts a session and returns its token, which is stored nowhere. Sessions that are over are removed. */
export async function createSession(
  db: Db,
  { userId, device, deviceId = null, userAgent, now }: NewSession,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', '<=', now), where('revoked_at', 'is not', null)]))
    .execute()
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      device,
      device_id: deviceId,
      user_agent: userAgent,
      created_at: now,
      expires_at: now + SESSION_LIFE,
      last_seen_at: now,
    })
    .execute()
  return token
}

/** A session of a learner, and when it ends. */
interface Revoked {
  id: number
  userId: number
  now: number
}

/** Ends a session; ending it twice is harmless. @returns the device it was on, undefined when it was over */
export async function revokeSession(
  db: Db,
  { id, userId, now }: Revoked,
): Promise<{ device_id: number | null } | undefined> {
  return changingSessions(() =>
    db
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('device_id')
      .executeTakeFirst(),
  )
}

/** Ends all sessions of a learner but this one. @returns how many there were */
export async function revokeOtherSessions(db: Db, { id, userId, now }: Revoked): Promise<number> {
  const ended = await changingSessions(() =>
    db
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('id', '!=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute(),
  )
  return ended.length
}
