import type { Db } from '#db/database.ts'

/** What learners read in a panel is another after each of these, and browsers that ask again see it by its count. */

/**
 * Counts a change of a panel. In the transaction that changes it, and last: whoever else changes the panel waits for its end,
 * so that on PostgreSQL, too, nothing appears under a version that was told before.
 */
export async function countChange(tx: Db, panelId: number): Promise<void> {
  await tx
    .updateTable('discussion_panels')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('id', '=', panelId)
    .execute()
}

/** The same of every panel that somebody has written in: their name or role, or what they wrote, is another. */
export async function countChangesOfWriter(tx: Db, userId: number): Promise<void> {
  const panels = await tx
    .selectFrom('discussions')
    .select('panel_id')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('panel_id')
    .execute()
  // One after the other in the order of their ids, so that two who do this at once wait for each other in one direction.
  for (const { panel_id } of panels) await countChange(tx, panel_id)
}
