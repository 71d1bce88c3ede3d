import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'

/** Classes of the courses that are active for a learner now, and start from `from` to before `to`; earliest first. */
export async function myClasses(
  { db, now }: { db: Db; now: Services['now'] },
  userId: number,
  { from, to }: { from: number; to: number },
) {
  return db
    .selectFrom('live_classes')
    .innerJoin('courses', 'courses.id', 'live_classes.course_id')
    .innerJoin('enrolments', 'enrolments.course_id', 'live_classes.course_id')
    .select([
      'live_classes.id',
      'live_classes.title',
      'live_classes.tutor_name',
      'live_classes.join_url',
      'live_classes.starts_at',
      'live_classes.ends_at',
      'courses.title as course_title',
    ])
    .where('live_classes.starts_at', '>=', from)
    .where('live_classes.starts_at', '<', to)
    .where('live_classes.retired', '=', 0)
    .where('enrolments.user_id', '=', userId)
    .where('enrolments.valid_until', '>=', now())
    .orderBy('live_classes.starts_at')
    .orderBy('live_classes.id')
    .execute()
}

/** What a class is called in calendars. */
export function uidOf(classId: number, site: string): string {
  return `live-class-${classId}@${new URL(site).host}`
}
