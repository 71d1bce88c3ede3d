import type { Db } from '#db/database.ts'
import { readFact, removeFact, writeFact } from '#db/meta.ts'
import { MAX_OPTIONS, MAX_ROWS, type ShortTransaction, type Tx } from './import-run.ts'

/** Fact that lets views question_texts and option_texts show the changed texts. */
const releasedKey = 'released-texts'

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

/** Keeps changed texts of options aside until the release. */
export async function keepOptionTexts(tx: Tx, rows: { id: number; content_html: string }[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('option_text_changes')
    .values(rows.map(({ id, content_html }) => ({ option_id: id, content_html })))
    .execute()
}

/** Shows the texts that were kept aside. */
export async function releaseTexts(tx: Tx): Promise<void> {
  const some = await tx.selectFrom('question_text_changes').select('question_id').limit(1).executeTakeFirst()
  const option = await tx.selectFrom('option_text_changes').select('option_id').limit(1).executeTakeFirst()
  if (some ?? option) await writeFact(tx, releasedKey, '1')
}

/** Copies released texts to their questions and options, and drops those that were not released. */
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
    const rows = await db.selectFrom('option_text_changes').select('option_id').limit(MAX_OPTIONS).execute()
    if (rows.length === 0) break
    const ids = rows.map((row) => row.option_id)
    await ahead(async (tx) => {
      if (isReleased) await copyOptionTexts(tx, ids)
      await tx.deleteFrom('option_text_changes').where('option_id', 'in', ids).execute()
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

async function copyOptionTexts(tx: Tx, ids: number[]): Promise<void> {
  await tx
    .updateTable('question_options')
    .from('option_text_changes as change')
    .set(({ ref }) => ({ content_html: ref('change.content_html') }))
    .whereRef('change.option_id', '=', 'question_options.id')
    .where('change.option_id', 'in', ids)
    .execute()
}
