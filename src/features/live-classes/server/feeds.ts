import { randomBytes } from 'node:crypto'
import { siteUrl } from '#core/config.ts'
import type { LearnerContext } from '#core/context.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { isoTime } from '#lib/both/time/clock.ts'

/** Where calendar programs find a feed; the token, 256 random bits, is all they need. */
const feedPath = (token: string) => `/calendar/${token}.ics`

/** Whether the learner has a feed. Its address is known only to who was given it: here its hash is all there is. */
export async function getCalendarFeed({ db, user }: LearnerContext) {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return {
    status: true,
    success: true,
    message: row ? 'You have a calendar link.' : 'You have no calendar link.',
    url: null,
    created_at: row?.created_at ?? null,
    created_at_iso: isoTime(row?.created_at ?? null),
  }
}

/** Makes a feed; the address of an older one stops working. */
export async function makeCalendarFeed({ db, user, now, config }: LearnerContext) {
  const token = randomBytes(32).toString('base64url')
  const made = { token_hash: hashToken(token), created_at: now() }
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: user.id, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute()
  return {
    status: true,
    success: true,
    message: 'Your calendar link is ready.',
    url: siteUrl(config) + feedPath(token),
    created_at: made.created_at,
    created_at_iso: isoTime(made.created_at),
  }
}

/** Stops the feed; stopping it twice is harmless. */
export async function revokeCalendarFeed({ db, user }: LearnerContext) {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', user.id).execute()
  return { status: true, success: true, message: 'The calendar link no longer works.' }
}
