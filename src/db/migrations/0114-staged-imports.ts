import { sql, type Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Rows and texts that an import has written and not released yet. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await inKeyOrder(
    db.schema
      .createTable('import_rows')
      .addColumn('table_name', 'text', (column) => column.notNull())
      .addColumn('row_id', 'integer', (column) => column.notNull())
      .addColumn('import_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_rows_key', ['table_name', 'row_id']),
    engine,
  ).execute()

  await db.schema
    .createTable('question_text_changes')
    .addColumn('question_id', 'integer', (column) => column.primaryKey().references('questions.id'))
    .addColumn('content_html', 'text', (column) => column.notNull())
    .addColumn('explanation_html', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('option_text_changes')
    .addColumn('option_id', 'integer', (column) => column.primaryKey().references('question_options.id'))
    .addColumn('content_html', 'text', (column) => column.notNull())
    .execute()

  // One row in meta releases all changed texts at once, however many there are.
  const changed = (column: string, changes: string, owner: string) =>
    `coalesce((select ${changes}.${column} from ${changes} where ${changes}.${owner}_id = ${owner}s.id
      and exists (select 1 from meta where meta.key = 'released-texts')), ${owner}s.${column}) as ${column}`
  await sql
    .raw(
      `create view question_texts as select questions.id, questions.key,
        ${changed('content_html', 'question_text_changes', 'question')},
        ${changed('explanation_html', 'question_text_changes', 'question')} from questions`,
    )
    .execute(db)
  await sql
    .raw(
      `create view option_texts as select options.id, options.question_id, options.position,
        ${changed('content_html', 'option_text_changes', 'option')}, options.is_answer from question_options as options`,
    )
    .execute(db)
}
