import type { Db } from '#db/database.ts'

/** Whoever of the staff answers tickets now, by name. */
export function supporters(db: Db) {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('left_at', 'is', null)
    .where(({ or, eb }) => or([eb('roles', 'like', '%"owner"%'), eb('roles', 'like', '%"support"%')]))
    .orderBy('name')
    .orderBy('id')
    .execute()
}
