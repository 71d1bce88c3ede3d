import type { Db } from '#db/database.ts'
import type { ImportRun, Tx } from '../staging/import-run.ts'
import { chunks } from '../sync.ts'

/**
 * Retires the questions that left a pack, and brings back those that returned. Papers and results keep a retired question.
 * @param keys of all questions of the pack
 * @returns keys of the questions that are to be retired, and of those that are to be brought back
 */
export async function retireQuestions(
  run: ImportRun,
  keys: ReadonlySet<string>,
): Promise<{ retired: string[]; returned: string[] }> {
  const rows = await releasedQuestions(run.db)
  const retired = leaving(rows, keys)
  const returned = rows.flatMap((row) => (row.retired === 1 && keys.has(row.key) ? [row.key] : []))
  if (retired.length > 0) run.last((tx) => setRetired(tx, retired, 1))
  if (returned.length > 0) run.last((tx) => setRetired(tx, returned, 0))
  return { retired, returned }
}

/** Keys of the questions that an import of a pack would retire. */
export async function findLeavingQuestions(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  return leaving(await releasedQuestions(db), keys)
}

/** Reads the questions without those of an import that was cut off. */
function releasedQuestions(db: Db) {
  return db
    .selectFrom('questions')
    .leftJoin('import_rows', (join) =>
      join.onRef('import_rows.row_id', '=', 'questions.id').on('import_rows.table_name', '=', 'questions'),
    )
    .where('import_rows.row_id', 'is', null)
    .select(['questions.key', 'questions.retired'])
    .execute()
}

function leaving(rows: { key: string; retired: number }[], keys: ReadonlySet<string>): string[] {
  return rows.flatMap((row) => (row.retired === 0 && !keys.has(row.key) ? [row.key] : [])).sort()
}

async function setRetired(tx: Tx, keys: string[], retired: 0 | 1): Promise<void> {
  for (const part of chunks(keys)) await tx.updateTable('questions').set({ retired }).where('key', 'in', part).execute()
}
