import { sql, type Kysely } from 'kysely'

/**
 * Positions and answers of options that an import has changed and not copied yet. An import that was cut off may have left
 * rows without them.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('option_text_changes').addColumn('position', 'integer').execute()
  await db.schema.alterTable('option_text_changes').addColumn('is_answer', 'integer').execute()
  const changed = (column: string) =>
    `coalesce((select changes.${column} from option_text_changes as changes where changes.option_id = options.id
      and exists (select 1 from meta where meta.key = 'released-texts')), options.${column}) as ${column}`
  await db.schema.dropView('option_texts').execute()
  await sql
    .raw(
      `create view option_texts as select options.id, options.question_id, ${changed('position')},
        ${changed('content_html')}, ${changed('is_answer')} from question_options as options`,
    )
    .execute(db)
}
