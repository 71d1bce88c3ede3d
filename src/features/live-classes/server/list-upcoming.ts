import type { LearnerContext } from '#core/context.ts'
import { DAY, indianDateTime, indianDay, isoTime, startOfIndianDay } from '#lib/both/time/clock.ts'
import type { UpcomingOfCourse } from '../live-classes.contract.ts'
import { mayJoin } from '../live-classes.rules.ts'
import { myClasses } from './my-classes.ts'

/** How far ahead a calendar is of use. */
const AHEAD = 366 * DAY

/**
 * Classes of the learner's active courses from today in India on, and those that began yesterday and still run; earliest
 * first, the course with the next one first.
 */
export async function listUpcomingLiveClasses(ctx: LearnerContext) {
  const now = ctx.now()
  const from = startOfIndianDay(now)
  const found = await myClasses(ctx, ctx.user.id, { from: from - DAY, to: from + AHEAD })
  const classes = found.filter((row) => row.starts_at >= from || mayJoin(row, now))
  const grouped = new Map<string, UpcomingOfCourse>()
  for (const row of classes) {
    const group = grouped.get(row.course_title) ?? { course_title: row.course_title, live_classes: [] }
    grouped.set(row.course_title, group)
    group.live_classes.push({
      liveclass_id: row.id,
      live_class_title: row.title,
      live_class_date: indianDay(row.starts_at),
      start_time: indianDateTime(row.starts_at),
      end_time: indianDateTime(row.ends_at),
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      start_time_iso: isoTime(row.starts_at),
      end_time_iso: isoTime(row.ends_at),
      mentor_name: row.tutor_name,
      join_url: row.join_url,
    })
  }
  return { status: true, upcoming_live_classes_grouped: [...grouped.values()] }
}
