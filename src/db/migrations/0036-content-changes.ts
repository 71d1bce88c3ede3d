import type { Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What of the content was changed in the console, and how its texts were written. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await inKeyOrder(
    db.schema
      .createTable('content_changes')
      // 'live_class', 'news', …
      .addColumn('kind', 'text', (column) => column.notNull())
      // As a pack names the entry: 'polity-doubts', 'psc-ldc/by-ear'
      .addColumn('key', 'text', (column) => column.notNull())
      // JSON list of the fields that are not as the last pack had them
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('content_changes_key', ['kind', 'key']),
    engine,
  ).execute()

  await inKeyOrder(
    db.schema
      .createTable('content_sources')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      // Of the HTML that was made of it: a server of the release before writes that and leaves this as it was
      .addColumn('print', 'text', (column) => column.notNull())
      // JSON: Markdown by field, and the stored files that it names
      .addColumn('source', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('content_sources_key', ['kind', 'key']),
    engine,
  ).execute()
}
