import type { Db } from '#db/database.ts'
import { chunks, type Tx } from '../sync.ts'

/**
 * Retires the questions that left a pack, and brings back those that returned. Papers and results keep a retired question.
 * @param keys of all questions of the pack
 * @returns keys of the questions that were retired, and of those that were brought back
 */
export async function retireQuestions(
  tx: Tx,
  keys: ReadonlySet<string>,
): Promise<{ retired: string[]; returned: string[] }> {
  const rows = await tx.selectFrom('questions').select(['key', 'retired']).execute()
  const retired = leaving(rows, keys)
  const returned = rows.flatMap((row) => (row.retired === 1 && keys.has(row.key) ? [row.key] : []))
  for (const part of chunks(retired)) await setRetired(tx, part, 1)
  for (const part of chunks(returned)) await setRetired(tx, part, 0)
  return { retired, returned }
}

/** Keys of the questions that an import of a pack would retire. */
export async function findLeavingQuestions(db: Db, keys: ReadonlySet<string>): Promise<string[]> {
  return leaving(await db.selectFrom('questions').select(['key', 'retired']).execute(), keys)
}

function leaving(rows: { key: string; retired: number }[], keys: ReadonlySet<string>): string[] {
  return rows.flatMap((row) => (row.retired === 0 && !keys.has(row.key) ? [row.key] : [])).sort()
}

async function setRetired(tx: Tx, keys: string[], retired: 0 | 1): Promise<void> {
  await tx.updateTable('questions').set({ retired }).where('key', 'in', keys).execute()
}
