import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Engine } from './database.ts'

/** Starts a table with an integer `id` that the database counts up. */
export function createTableWithId(db: Kysely<any>, name: string, engine: Engine): CreateTableBuilder<string, 'id'> {
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) =>
      engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.generatedByDefaultAsIdentity().primaryKey(),
    ) as unknown as CreateTableBuilder<string, 'id'>
}

/** SQLite keeps a table in the order of its composite primary key; PostgreSQL has no such choice. */
export function inKeyOrder(table: CreateTableBuilder<string, string>, engine: Engine) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}
