import type { Db } from '../database.ts'

/** Does work in a transaction: the caller's, where there is one already. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
