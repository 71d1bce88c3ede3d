import type { Pack, PackContribution } from '../../pack.ts'
import { idOf, type Tx } from '../sync.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { resolveTime } from '../../times.ts'

/**
 * Fills discussion panels in which nobody has written yet with the pack's comments, after the demo learners who wrote
 * them. Their times are worked out once; none lies in the future.
 */
export async function importDiscussions(
  tx: Tx,
  pack: Pack,
  courseIds: Map<string, number>,
  now: number,
): Promise<void> {
  const discussed = pack.courses.filter(({ discussion }) => discussion.length > 0)
  if (discussed.length === 0) return
  const panels = new Map(
    (await tx.selectFrom('discussion_panels').select(['id', 'course_id']).execute()).map((row) => [
      row.course_id,
      row.id,
    ]),
  )
  const users = await userIds(tx, pack)
  for (const course of discussed) {
    const panelId = panels.get(idOf(courseIds, course.key))
    if (panelId === undefined) continue
    const begun = await tx.selectFrom('discussions').select('id').where('panel_id', '=', panelId).limit(1).execute()
    if (begun.length > 0) continue
    const write = async ({ by, at, html, reportedBy, hidden }: PackContribution, parent: number | null) => {
      const created_at = Math.min(resolveTime(at, now), now)
      const out = hidden ? now : null
      const { id } = await tx
        .insertInto('discussions')
        .values({
          panel_id: panelId,
          user_id: idOf(users, by),
          parent_id: parent,
          content_html: html,
          created_at,
          deleted_at: out,
          hidden_at: out,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // Somebody reads it first.
      const reports = reportedBy.map((phone) => ({
        discussion_id: id,
        user_id: idOf(users, phone),
        created_at: Math.min(created_at + HOUR, now),
        settled_at: out,
      }))
      if (reports.length > 0) await tx.insertInto('discussion_reports').values(reports).execute()
      return id
    }
    for (const comment of course.discussion) {
      const parent = await write(comment, null)
      for (const reply of comment.replies) await write(reply, parent)
    }
  }
}

/** The pack's learners by their phones. */
export async function userIds(tx: Tx, { learners }: Pack): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { country_code, phone } of learners) {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('country_code', '=', country_code)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    ids.set(phone, user.id)
  }
  return ids
}
