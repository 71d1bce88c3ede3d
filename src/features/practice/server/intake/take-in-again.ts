import type { Db } from '#db/database.ts'

/** Lets the mistakes of an exam's attempt be taken in anew: it was given back, and ends another time. */
export async function takeInAgain(db: Db, attemptId: number): Promise<void> {
  await db.deleteFrom('practice_taken').where('source_kind', '=', 'exam').where('attempt_id', '=', attemptId).execute()
}
