import type { Services } from '#core/context.ts'
import type { FreedFile } from '#core/personal-data/part.ts'
import type { Db } from '#db/database.ts'

/** Tries for a file that the storage does not let go, one a pass. */
const MOST_TRIES = 50

/** Files removed in one pass. */
const BATCH = 100

/** Notes files to be removed, in the transaction that takes them from their owner. */
export async function freeFiles(tx: Db, freed: FreedFile[]): Promise<void> {
  const rows = freed.flatMap(({ file, isPrivate }) => (file === null ? [] : [{ file, private: isPrivate ? 1 : 0 }]))
  if (rows.length > 0) await tx.insertInto('file_removals').values(rows).execute()
}

/** Removes what was freed. A file that cannot be removed now is tried again by the sweep; nothing is thrown. */
export async function removeFreedFiles({ db, files, log }: Pick<Services, 'db' | 'files' | 'log'>): Promise<void> {
  const due = await db
    .selectFrom('file_removals')
    .selectAll()
    .where('tries', '<', MOST_TRIES)
    .orderBy('tries')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const row of due) {
    try {
      if (row.private === 1) await files.removePrivate(row.file)
      else await files.remove(row.file)
      await db.deleteFrom('file_removals').where('id', '=', row.id).execute()
    } catch (error) {
      log.warn({ file: row.file, err: error }, 'file not removed')
      await db
        .updateTable('file_removals')
        .set({ tries: row.tries + 1 })
        .where('id', '=', row.id)
        .execute()
    }
  }
}
