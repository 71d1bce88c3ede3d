import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { DataError } from './data-error.ts'

/**
 * Opens a PostgreSQL that has data, and closes it when the work is done.
 * @throws DataError where there are none, StartError where it cannot be reached
 */
export async function inPostgres<T>(
  databaseUrl: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase({ databaseUrl, dataDir: '', pool: 1 })
  try {
    const { rows } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(opened.db)
    if (rows.length === 0) throw new DataError('DATABASE_URL: there are no data in this database')
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}

/** The migrations that a database has, oldest first. */
export async function migrationsInPostgres(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
