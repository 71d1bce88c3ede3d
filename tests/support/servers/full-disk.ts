import { sql } from 'kysely'
import type { FreshDatabase } from '../api/database.ts'

/**
 * Lets a database find no room for anything of size, as on a disk that is full: SQLite may have no page more than it has,
 * PostgreSQL says so of every row that is long.
 * @returns a function that makes room again
 */
export async function fillDisk({ db, engine }: Pick<FreshDatabase, 'db' | 'engine'>): Promise<() => Promise<void>> {
  if (engine === 'sqlite') {
    await sql`pragma max_page_count = 1`.execute(db)
    return async () => void (await sql`pragma max_page_count = 4294967294`.execute(db))
  }
  await sql`
    create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$
  `.execute(db)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(db)
  for (const { name } of rows) {
    await sql`
      create trigger no_room before insert or update on ${sql.table(name)} for each row execute function no_room()
    `.execute(db)
  }
  return async () => void (await sql`drop function no_room() cascade`.execute(db))
}
