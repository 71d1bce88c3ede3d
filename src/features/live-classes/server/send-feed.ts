import type { Context as HonoContext } from 'hono'
import { digestOf, isKnown } from '#core/calls/versioned.ts'
import { siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { DAY, startOfIndianDay } from '#lib/both/time/clock.ts'
import { calendarText } from '../calendar.rules.ts'
import { myClasses, uidOf } from './my-classes.ts'

const PAST = 7 * DAY
const AHEAD = 60 * DAY

/** How long a calendar program may go without asking, in seconds. */
const FRESH = 300

/**
 * `GET /calendar/{token}.ics`: a learner's classes of the last week and the next 60 days, for calendar programs, which
 * send no bearer token. 404 for a token that is unknown, revoked, of a blocked account or not of the form we give out.
 */
export async function sendFeed(services: Services, c: HonoContext): Promise<Response> {
  const token = /^([\w-]{43})\.ics$/.exec(c.req.param('file') ?? '')?.[1]
  const feed = token && (await feedOf(services, token))
  if (!feed) return c.text('Not found', 404, { 'cache-control': 'no-store' })
  const now = services.now()
  const classes = await myClasses(services, feed.user_id, { from: now - PAST, to: now + AHEAD })
  const url = siteUrl(services.config)
  const { name: site } = await services.site()
  const text = calendarText(
    classes.map((row) => ({
      uid: uidOf(row.id, url),
      title: row.title,
      course: row.course_title,
      mentor: row.tutor_name,
      joinUrl: row.join_url,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    })),
    // Of the day, not of the moment: the text changes only when the classes do.
    { stamp: startOfIndianDay(now), site, name: `${site}: live classes` },
  )
  const etag = `"${digestOf(text)}"`
  const headers = { etag, 'cache-control': `private, max-age=${FRESH}`, 'x-robots-tag': 'noindex' }
  if (isKnown(etag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
  return c.body(text, 200, {
    ...headers,
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="live-classes.ics"',
  })
}

function feedOf({ db }: Services, token: string) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('calendar_feeds.user_id')
    .where('calendar_feeds.token_hash', '=', hashToken(token))
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst()
}
