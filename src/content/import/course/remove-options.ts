import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { PackError } from '../../read/problems.ts'
import { jsonIds } from '../staging/json-rows.ts'
import type { Tx } from '../staging/import-run.ts'

/** An option that would leave a question, without its text. */
export interface LeavingOption {
  id: number
  questionId: number
  /** `file:line` of the question. */
  where: string
}

/** Clocks of servers and importers differ by less. */
const SLACK = 10 * MINUTE

/**
 * Returns why options cannot leave their questions, a line each. Reads all answers once.
 * @param since milliseconds: leaves out attempts that ended earlier, because their answers are final
 */
export async function removalProblems(db: Db, options: LeavingOption[], since?: number): Promise<string[]> {
  if (options.length === 0) return []
  const optionIds = options.map(({ id }) => id)
  const where = new Map(options.map((option) => [option.questionId, option.where]))
  const chosen = await chosenQuestions(db, optionIds, since)
  const marking = (await markingQuestions(db, optionIds)).difference(chosen)
  return [
    ...[...chosen].map(
      (id) => `${where.get(id)} learners chose an option that would go: give the changed question a new key`,
    ),
    ...[...marking].map(
      (id) => `${where.get(id)} an option by which attempts were marked would go: give the changed question a new key`,
    ),
  ]
}

/** Refuses options that learners chose or were marked by. @throws PackError */
export async function refuseRemovals(db: Db, options: LeavingOption[], since?: number): Promise<void> {
  const problems = await removalProblems(db, options, since)
  if (problems.length > 0) throw new PackError(problems)
}

/**
 * Removes options that `refuseRemovals` let pass when the import began: only attempts that have been open since then are
 * looked at again, because all answers are more than a save may wait for.
 * @param began start of the import, milliseconds
 * @throws PackError when a learner has chosen an option since `began`
 */
export async function removeOptions(tx: Tx, options: LeavingOption[], began: number): Promise<void> {
  if (options.length === 0) return
  await refuseRemovals(tx, options, began - SLACK)
  const optionIds = options.map(({ id }) => id)
  await tx.deleteFrom('question_options').where('id', 'in', jsonIds(tx, optionIds)).execute()
}

/** Ids of the questions that learners answered with one of these options, in exams, quizzes or on videos. */
async function chosenQuestions(db: Db, optionIds: number[], since?: number): Promise<Set<number>> {
  const ids = jsonIds(db, optionIds)
  const responses = db.selectFrom('responses').select('question_id').where('option_id', 'in', ids).distinct()
  const answers = (['quiz', 'chapter'] as const).map((kind) => {
    const [answers, attempts] = [`${kind}_answers`, `${kind}_attempts`] as ['quiz_answers', 'quiz_attempts']
    const all = db.selectFrom(answers).select('question_id').where('option_id', 'in', ids).distinct()
    if (since === undefined) return all
    return all.where('attempt_id', 'in', db.selectFrom(attempts).select('id').where('created_at', '>=', since))
  })
  const present = db
    .selectFrom('attempts')
    .select('id')
    .where(({ or, eb }) => or([eb('status', '=', sql.lit('open' as const)), eb('finished_at', '>=', since ?? 0)]))
  const found = new Set<number>()
  for (const query of [since === undefined ? responses : responses.where('attempt_id', 'in', present), ...answers])
    for (const { question_id: id } of await query.execute()) found.add(id)
  return found
}

/** Ids of the questions whose option marks the finished attempts of a paper. */
async function markingQuestions(db: Db, optionIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('paper_questions')
    .select('question_id')
    .where('right_option_id', 'in', jsonIds(db, optionIds))
    .execute()
  return new Set(rows.map(({ question_id }) => question_id))
}
