import { CompiledQuery, sql, type CreateIndexBuilder, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/**
 * Makes an index on a table that servers write meanwhile, in a migration that is `online`: PostgreSQL reads the table twice and
 * keeps nobody waiting. What is left of one that was cut off is not valid, and goes first.
 */
export async function createIndexOnline(
  db: Kysely<any>,
  engine: Engine,
  name: string,
  define: (index: CreateIndexBuilder) => CreateIndexBuilder<any>,
): Promise<void> {
  const index = define(db.schema.createIndex(name))
  // Nobody uses an empty database, nor one of SQLite that is brought up to date.
  if (engine === 'sqlite' || db.isTransaction) return index.execute()
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
  const text = index.compile().sql.replace(/^create (unique )?index/, '$& concurrently')
  await db.executeQuery(CompiledQuery.raw(text))
}
