import { withdrawNotices } from '#features/live-classes/server/class-notices.ts'
import type { Pack } from '../../pack.ts'
import { idOf, retiredOf, syncTable, touched, type Changes } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'
import { scheduled } from '../../times.ts'

/** Writes live classes, after the courses they belong to. What learners were told of one that is moved by it is taken back. */
export async function importLiveClasses(
  run: ImportRun,
  pack: Pack,
  courseIds: Map<string, number>,
  now: number,
): Promise<Changes> {
  const stored = await run.db
    .selectFrom('live_classes')
    .select(['id', 'key', 'course_id', 'starts_at', 'ends_at', 'starts_rule', 'ends_rule', 'retired'])
    .execute()
  const known = new Map(stored.map((row) => [row.key, row]))
  const changes = await syncTable(
    run,
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
  if (!touched(changes)) return changes
  run.last(async (tx) => {
    const after = await tx.selectFrom('live_classes').select(['id', 'course_id', 'starts_at', 'retired']).execute()
    const places = new Map(after.map((row) => [row.id, placeOf(row)]))
    await withdrawNotices(
      tx,
      stored.filter((row) => places.get(row.id) !== placeOf(row)),
    )
  })
  return changes
}

/** What learners are told of, where it changes. */
function placeOf({ course_id, starts_at, retired }: { course_id: number; starts_at: number; retired: number }): string {
  return [course_id, starts_at, retired].join()
}
