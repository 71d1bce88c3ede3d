import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { readFact, removeFact, writeFact } from '#db/meta.ts'
import { chunks } from '../sync.ts'
import { MAX_OPTIONS, MAX_ROWS, type ShortTransaction, type Tx } from './import-run.ts'
import { jsonIds } from './json-rows.ts'

export interface OptionRow {
  id: number
  question_id: number
  position: number
  content_html: string
  is_answer: number
}

/** Fact that lets views question_texts and option_texts show the changes. */
const releasedKey = 'released-texts'

/** No option has a position below it. */
const ASIDE = -1000

/** Keeps changed texts of questions aside until the release. */
export async function keepQuestionTexts(
  tx: Tx,
  rows: { id: number; content_html: string; explanation_html: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('question_text_changes')
    .values(rows.map(({ id, content_html, explanation_html }) => ({ question_id: id, content_html, explanation_html })))
    .execute()
}

/** Keeps changes of options aside until the release. Null: the position or the answer stays. */
export async function keepOptionChanges(
  tx: Tx,
  rows: { id: number; content_html: string; position: number | null; is_answer: number | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('option_text_changes')
    .values(rows.map(({ id, ...change }) => ({ option_id: id, ...change })))
    .execute()
}

/**
 * Inserts options into questions that have some. Until the changes of their question are copied, each stands at a negative
 * position in the table: an option that moves may still have its position.
 */
export async function insertOptions(tx: Tx, rows: Omit<OptionRow, 'id'>[]): Promise<void> {
  for (const some of chunks(rows))
    await tx
      .insertInto('question_options')
      .values(some.map((row) => ({ ...row, position: -1 - row.position })))
      .execute()
  await tx
    .insertInto('option_text_changes')
    .columns(['option_id', 'content_html', 'position'])
    .expression(
      tx
        .selectFrom('question_options')
        .where(
          'question_id',
          'in',
          jsonIds(
            tx,
            rows.map((row) => row.question_id),
          ),
        )
        .where('position', '<', 0)
        .select(['id', 'content_html', sql<number>`-1 - position`.as('position')]),
    )
    .execute()
  await releaseTexts(tx)
}

/** Shows what was kept aside. */
export async function releaseTexts(tx: Tx): Promise<void> {
  const some = await tx.selectFrom('question_text_changes').select('question_id').limit(1).executeTakeFirst()
  const option = await tx.selectFrom('option_text_changes').select('option_id').limit(1).executeTakeFirst()
  if (some ?? option) await writeFact(tx, releasedKey, '1')
}

/** Copies released changes to their questions and options, and drops those that were not released. */
export async function settleTexts(db: Db, ahead: ShortTransaction): Promise<void> {
  const isReleased = (await readFact(db, releasedKey)) !== undefined
  for (;;) {
    const rows = await db.selectFrom('question_text_changes').select('question_id').limit(MAX_ROWS).execute()
    if (rows.length === 0) break
    const ids = rows.map((row) => row.question_id)
    await ahead(async (tx) => {
      if (isReleased) await copyQuestionTexts(tx, ids)
      await tx.deleteFrom('question_text_changes').where('question_id', 'in', ids).execute()
    })
  }
  for (;;) {
    const some = db.selectFrom('option_text_changes').select('option_id').orderBy('option_id').limit(MAX_OPTIONS)
    // All options of a question at once: one may move to the position of another.
    const rows = await db
      .selectFrom('question_options')
      .where('id', 'in', some)
      .select('question_id')
      .distinct()
      .execute()
    if (rows.length === 0) break
    const ids = rows.map((row) => row.question_id)
    await ahead(async (tx) => {
      if (isReleased) await copyOptionChanges(tx, ids)
      const options = tx.selectFrom('question_options').select('id').where('question_id', 'in', ids)
      await tx.deleteFrom('option_text_changes').where('option_id', 'in', options).execute()
    })
  }
  if (isReleased) await ahead((tx) => removeFact(tx, releasedKey))
}

async function copyQuestionTexts(tx: Tx, ids: number[]): Promise<void> {
  await tx
    .updateTable('questions')
    .from('question_text_changes as change')
    .set(({ ref }) => ({
      content_html: ref('change.content_html'),
      explanation_html: ref('change.explanation_html'),
    }))
    .whereRef('change.question_id', '=', 'questions.id')
    .where('change.question_id', 'in', ids)
    .execute()
}

async function copyOptionChanges(tx: Tx, questionIds: number[]): Promise<void> {
  const moved = tx.selectFrom('option_text_changes').where('position', 'is not', null).select('option_id')
  // Two options of a question cannot stand at one position even for a moment.
  await tx
    .updateTable('question_options')
    .set({ position: sql<number>`${sql.lit(ASIDE)} - id` })
    .where('question_id', 'in', questionIds)
    .where('id', 'in', moved)
    .execute()
  await tx
    .updateTable('question_options')
    .from('option_text_changes as change')
    .set(({ ref, fn }) => ({
      content_html: ref('change.content_html'),
      position: fn.coalesce('change.position', 'question_options.position'),
      is_answer: fn.coalesce('change.is_answer', 'question_options.is_answer'),
    }))
    .whereRef('change.option_id', '=', 'question_options.id')
    .where('question_options.question_id', 'in', questionIds)
    .execute()
}
