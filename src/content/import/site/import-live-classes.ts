import type { Pack } from '../../pack.ts'
import { idOf, retiredOf, syncTable, type Changes, type Tx } from '../sync.ts'
import { scheduled } from '../../times.ts'

/** Writes live classes, after the courses they belong to. */
export async function importLiveClasses(
  tx: Tx,
  pack: Pack,
  courseIds: Map<string, number>,
  now: number,
): Promise<Changes> {
  const stored = await tx
    .selectFrom('live_classes')
    .select(['key', 'starts_at', 'ends_at', 'starts_rule', 'ends_rule'])
    .execute()
  const known = new Map(stored.map((row) => [row.key, row]))
  return syncTable(
    tx,
    'live_classes',
    ['key'],
    pack.liveClasses.map(({ key, course, title, mentor, starts, ends, join_url, hidden }) => {
      const old = known.get(key)
      const start = scheduled(starts, old && { at: old.starts_at, rule: old.starts_rule }, now)
      const end = scheduled(ends, old && { at: old.ends_at, rule: old.ends_rule }, now)
      return {
        key,
        course_id: idOf(courseIds, course),
        title,
        tutor_name: mentor,
        join_url,
        starts_at: start.at,
        starts_rule: start.rule,
        ends_at: end.at,
        ends_rule: end.rule,
        ...retiredOf({ hidden }),
      }
    }),
  )
}
