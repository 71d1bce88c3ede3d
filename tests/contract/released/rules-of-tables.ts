import { sql, type Kysely } from 'kysely'
import type { Database, Engine } from '#db/database.ts'

/** What a table asks of rows that are written: that some values are there, are the only ones, or are right. */
export interface Rule {
  table: string
  /** Columns that it is about, as far as they are known. */
  columns: string[]
  text: string
}

/** All rules of all tables. */
export async function rulesOf(db: Kysely<Database>, engine: Engine): Promise<Rule[]> {
  const tables = await db.introspection.getTables()
  const notNull = tables.flatMap(({ name: table, columns }) =>
    columns
      .filter(({ isNullable }) => !isNullable)
      .map(({ name }) => ({ table, columns: [name], text: `"${name}" not null` })),
  )
  if (engine === 'postgres') return [...notNull, ...(await onPostgres(db))]
  const others = await Promise.all(
    tables.map(({ name, columns }) =>
      onSqlite(
        db,
        name,
        columns.map((of) => of.name),
      ),
    ),
  )
  return [...notNull, ...others.flat()]
}

async function onPostgres(db: Kysely<Database>): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select cast(cast(conrelid as regclass) as text) as "table", pg_get_constraintdef(oid) as text, array(
      select cast(attname as text) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint
    where connamespace = cast(current_schema() as regnamespace) and contype in ('c', 'f', 'x')
    union all
    select cast(cast(indrelid as regclass) as text), pg_get_indexdef(indexrelid), array(
      select cast(attname as text) from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index inner join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = cast(current_schema() as regnamespace)`.execute(db)
  return rows
}

async function onSqlite(db: Kysely<Database>, table: string, columns: string[]): Promise<Rule[]> {
  const rules: Rule[] = []
  const named = (text: string) => columns.filter((column) => new RegExp(`\\b${column}\\b`).test(text))
  const made = await sql<{ type: string; text: string | null }>`
    select type, sql as text from sqlite_schema where tbl_name = ${table}`.execute(db)
  for (const { type, text } of made.rows) {
    if (type === 'index' && /^create unique/i.test(text ?? ''))
      rules.push({ table, columns: named(text!), text: text! })
    if (type !== 'table') continue
    const checks = text?.match(/\b(?:check|unique|references "?\w+"?)\s*\((?:[^()]|\([^()]*\))*\)/g) ?? []
    for (const check of checks) rules.push({ table, columns: named(check), text: check })
  }
  return rules
}
