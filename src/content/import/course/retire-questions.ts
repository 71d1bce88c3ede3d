import type { Db } from '#db/database.ts'
import type { ImportRun, Tx } from '../staging/import-run.ts'
import { updateRows } from '../staging/update-rows.ts'

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
  const left = leaving(rows, keys)
  const back = rows.filter((row) => row.retired === 1 && keys.has(row.key))
  if (left.length > 0) run.last((tx) => setRetired(tx, left, 1))
  if (back.length > 0) run.last((tx) => setRetired(tx, back, 0))
  return { retired: left.map(({ key }) => key), returned: back.map(({ key }) => key) }
}

/** Keys of the questions that an import of a pack would retire. */
export async function findLeavingQuestions(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  return leaving(await releasedQuestions(db), keys).map(({ key }) => key)
}

/** Reads the questions without those of an import that was cut off. */
function releasedQuestions(db: Db) {
  return db
    .selectFrom('questions')
    .leftJoin('import_rows', (join) =>
      join.onRef('import_rows.row_id', '=', 'questions.id').on('import_rows.table_name', '=', 'questions'),
    )
    .where('import_rows.row_id', 'is', null)
    .select(['questions.id', 'questions.key', 'questions.retired'])
    .execute()
}

interface StoredQuestion {
  id: number
  key: string
  retired: number
}

function leaving(rows: StoredQuestion[], keys: ReadonlySet<string>): StoredQuestion[] {
  return rows
    .filter((row) => row.retired === 0 && !keys.has(row.key))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

function setRetired(tx: Tx, rows: StoredQuestion[], retired: 0 | 1): Promise<void> {
  return updateRows(
    tx,
    'questions',
    rows.map(({ id }) => ({ id, retired })),
  )
}
