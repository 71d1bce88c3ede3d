import type { Db } from '#db/database.ts'

/**
 * The state of a buyer, by its GST code: the one that is given, which is remembered for the next purchase, or else the one
 * that was remembered; null of learners who never named one.
 */
export async function billingState(
  db: Db,
  now: number,
  { userId, given }: { userId: number; given: string | undefined },
): Promise<string | null> {
  if (given !== undefined) {
    await db
      .insertInto('billing_addresses')
      .values({ user_id: userId, state: given, changed_at: now })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ state: given, changed_at: now })
          .where('billing_addresses.state', '!=', given),
      )
      .execute()
    return given
  }
  const known = await db
    .selectFrom('billing_addresses')
    .select('state')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return known?.state ?? null
}
