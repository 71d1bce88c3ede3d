import { sql, type Kysely } from 'kysely'
import { UNRELEASED } from '#core/content/content-facts.ts'
import type { Db } from '#db/database.ts'
import type { Row } from './update-rows.ts'
import type { Tx } from './import-run.ts'

/** The table whose new rows have no `retired`: an export leaves out those that are noted. */
const WITHOUT_RETIRED = 'questions'

/** Notes rows that this import releases. */
export async function noteUnreleased(tx: Tx, importId: string, table: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('import_rows')
    .values(ids.map((row_id) => ({ table_name: table, row_id, import_id: importId })))
    .onConflict((conflict) => conflict.columns(['table_name', 'row_id']).doUpdateSet({ import_id: importId }))
    .execute()
}

/** Finds rows of a table that imports have inserted and not released. */
export async function unreleasedIds(db: Db, table: string): Promise<Set<number>> {
  const rows = await db.selectFrom('import_rows').select('row_id').where('table_name', '=', table).execute()
  return new Set(rows.map((row) => row.row_id))
}

/** Makes the rows of an import visible, by one statement a table. */
export async function releaseRows(tx: Tx, importId: string): Promise<void> {
  const tables = await tx
    .selectFrom('import_rows')
    .select('table_name')
    .where('import_id', '=', importId)
    .distinct()
    .execute()
  const any = tx as unknown as Kysely<Record<string, Row>>
  for (const { table_name: table } of tables) {
    if (table === WITHOUT_RETIRED) continue
    const ids = tx
      .selectFrom('import_rows')
      .select('row_id')
      .where('table_name', '=', table)
      .where('import_id', '=', importId)
    await any
      .updateTable(table)
      .set({ retired: sql<number>`retired - ${sql.lit(UNRELEASED)}` })
      .where('id', 'in', ids as never)
      // Staff may have taken up a row, as a category of news.
      .where('retired', '>=', UNRELEASED)
      .execute()
  }
  if (tables.length > 0) await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute()
}
