import { siteUrl } from '#core/config.ts'
import type { LearnerContext } from '#core/context.ts'
import { DAY, indianDateTime, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { listLiveClasses as contract, LiveClass } from '../live-classes.contract.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { myClasses, uidOf } from './my-classes.ts'

/** The classes that start on a day in India, of the learner's active courses, earliest first. */
export async function listLiveClasses(
  ctx: LearnerContext,
  { query }: Pick<InputOf<typeof contract>, 'query'>,
): Promise<LiveClass[]> {
  const from = startOfDay(query.livedate)
  const classes = await myClasses(ctx, ctx.user.id, { from, to: from + DAY })
  const site = siteUrl(ctx.config)
  return classes.map((row) => ({
    id: row.id,
    uid: uidOf(row.id, site),
    title: row.title,
    content_title: row.course_title,
    date: indianDateTime(row.starts_at),
    start_time: indianDateTime(row.starts_at),
    end_time: indianDateTime(row.ends_at),
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    start_time_iso: isoTime(row.starts_at),
    end_time_iso: isoTime(row.ends_at),
    tutor_name: row.tutor_name,
    meeting_join_url: row.join_url,
  }))
}
