import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Takes foreign keys and indexes off all tables, primary keys and unique constraints excepted, so that tables may be filled
 * in any order, at several times the speed.
 * @param target a transaction
 * @returns a function that puts them back as they were; PostgreSQL looks at every row then, and throws where one refers to
 * nothing
 */
export async function setConstraintsAside(target: Db): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname`.execute(target)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
    order by i.indexrelid::regclass::text`.execute(target)
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(target)
  }
  await run(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await run(indexes.map(({ name }) => `drop index ${name}`))
  return async () => {
    await run(indexes.map(({ definition }) => definition))
    await run(keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`))
  }
}
