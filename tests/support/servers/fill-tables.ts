import type { DatabaseSync } from 'node:sqlite'
import { dataTablesOf } from '#backup/sqlite-file.ts'

/** Text that every layer between two databases could get wrong. */
const awkward = `Ā "quoted", 'single', back\\slash, {curly}, NULL, tab\t, line\r\n, \u{1f600} \u202e\u0001`

/**
 * Gives every empty table of an SQLite database a row that its types, references and uniqueness allow. What it refers to
 * is the newest row.
 * @returns the tables that stayed empty
 */
export function fillEmptyTables(database: DatabaseSync): string[] {
  const tables = dataTablesOf(database).filter((name) => !name.startsWith('kysely_'))
  for (let left = tables.length; ;) {
    const empty = tables.filter((table) => !database.prepare(`select 1 from "${table}"`).get())
    if (empty.length === 0 || empty.length === left) return empty
    left = empty.length
    for (const table of empty) insertOne(database, table)
  }
}

/** A table whose references are still empty waits for them. */
function insertOne(database: DatabaseSync, table: string): void {
  const references = new Map(
    database
      .prepare(`select "from", "table" as parent, "to" from pragma_foreign_key_list(?)`)
      .all(table)
      .map((key) => [String(key.from), `select max("${String(key.to)}") as value from "${String(key.parent)}"`]),
  )
  const columns = database.prepare('select name, type, pk, "notnull" as required from pragma_table_info(?)').all(table)
  const values = columns.map(({ name, type, pk }) => {
    const parent = references.get(String(name))
    if (parent) return database.prepare(parent).get()?.value ?? null
    const kind = String(type).toLowerCase()
    if (kind === 'integer') return pk ? 1 : 2_147_483_647
    if (kind === 'bigint') return Number.MAX_SAFE_INTEGER
    return kind === 'double precision' ? 0.1 + 0.2 : awkward
  })
  if (columns.some(({ name, required }, index) => references.has(String(name)) && required && values[index] === null))
    return
  database.prepare(`insert into "${table}" values (${values.map(() => '?').join(', ')})`).run(...values)
}
