import type { Db } from '#db/database.ts'
import { keepMarkedAnswers, type KeyChange, type MarkedChange } from './answer-keys.ts'
import type { Pack, PackQuestion } from '../../pack.ts'
import { PackError } from '../../read/problems.ts'
import { retireQuestions } from './retire-questions.ts'
import { chunks, idOf, syncTable, type Changes, type Tx } from '../sync.ts'

interface OptionRow {
  id: number
  question_id: number
  position: number
  content_html: string
  is_answer: number
}

interface OptionChanges {
  update: OptionRow[]
  insert: Omit<OptionRow, 'id'>[]
  remove: OptionRow[]
}

/** An option that would leave a question, without its text. */
interface LeavingOption {
  id: number
  questionId: number
  /** `file:line` of the question. */
  where: string
}

/** Writes questions without their options, and retires those that left the pack. */
export async function importQuestions(
  tx: Tx,
  pack: Pack,
  address: (text: string) => string,
): Promise<Changes & { ids: Map<string, number> }> {
  const { ids, ...changes } = await syncTable(
    tx,
    'questions',
    ['key'],
    pack.questions.map((question) => ({
      key: question.key,
      content_html: address(question.contentHtml),
      explanation_html: address(question.explanationHtml),
    })),
    { retires: false },
  )
  const { retired, returned } = await retireQuestions(tx, new Set(pack.questions.map(({ key }) => key)))
  for (const key of returned) changes.changed.add(key)
  return { ...changes, retired: new Set(retired), ids }
}

/**
 * Writes the options of the questions that were written; these count as changed, too, where an option did. As late as an
 * import can: from here on nobody may start or finish an attempt, if an answer changes that attempts are marked by.
 * @returns which answers changed that finished attempts were marked by
 * @throws PackError when an option that learners chose would go, or when results would contradict themselves
 */
export async function importOptions(
  tx: Tx,
  pack: Pack,
  questions: Changes & { ids: Map<string, number> },
  { address, keepResults, now }: { address: (text: string) => string; keepResults: boolean; now: number },
): Promise<MarkedChange[]> {
  const { all, changed, answers } = await changedOptions(tx, pack.questions, questions.ids, address)
  for (const key of changed) if (!questions.added.has(key)) questions.changed.add(key)
  const kept = await keepMarkedAnswers(tx, answers, { keep: keepResults, now })
  await removeOptions(tx, all.remove)
  // Moved aside first, because two options of a question cannot stand at one position even for a moment.
  for (const { id, position } of all.update) {
    await tx
      .updateTable('question_options')
      .set({ position: -1 - position })
      .where('id', '=', id)
      .execute()
  }
  for (const { id, ...row } of all.update) {
    await tx.updateTable('question_options').set(row).where('id', '=', id).execute()
  }
  for (const rows of chunks(all.insert)) await tx.insertInto('question_options').values(rows).execute()
  return kept
}

/** The answers that a pack would change in the questions of a database, and the options that would leave them. */
export async function changesOf(
  db: Db,
  pack: Pack,
  address: (text: string) => string,
): Promise<{ answers: KeyChange[]; remove: LeavingOption[] }> {
  const rows = await db.selectFrom('questions').select(['key', 'id']).execute()
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  const known = pack.questions.filter(({ key }) => ids.has(key))
  const { all, answers } = await changedOptions(db, known, ids, address)
  return { answers, remove: all.remove }
}

/** What changes, and nothing else: the options of a large bank are more than there is memory for. */
async function changedOptions(
  db: Db,
  questions: PackQuestion[],
  ids: Map<string, number>,
  address: (text: string) => string,
) {
  const all: Omit<OptionChanges, 'remove'> & { remove: LeavingOption[] } = { update: [], insert: [], remove: [] }
  const changed: string[] = []
  const answers: KeyChange[] = []
  for (const part of chunks(questions)) {
    const existing = await optionsOf(
      db,
      part.map(({ key }) => idOf(ids, key)),
    )
    for (const { key, where, options } of part) {
      const id = idOf(ids, key)
      const wanted = options.map(({ contentHtml, isAnswer }) => ({
        content_html: address(contentHtml),
        is_answer: isAnswer ? 1 : 0,
      }))
      const old = existing.get(id) ?? []
      const changes = compareOptions(id, old, wanted)
      if (changes.update.length + changes.insert.length + changes.remove.length === 0) continue
      changed.push(key)
      all.update.push(...changes.update)
      all.insert.push(...changes.insert)
      all.remove.push(...changes.remove.map((row) => ({ id: row.id, questionId: id, where })))
      const before = old.find((row) => row.is_answer === 1)?.id
      if (before === undefined) continue
      const goes = changes.remove.some((row) => row.id === before)
      if (goes || changes.update.some((row) => row.id === before && row.is_answer === 0))
        answers.push({ questionId: id, key, where, before, goes })
    }
  }
  return { all, changed, answers }
}

/** The options of questions, by question. */
async function optionsOf(db: Db, questionIds: number[]): Promise<Map<number, OptionRow[]>> {
  const rows = await db
    .selectFrom('question_options')
    .selectAll()
    .where('question_id', 'in', questionIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.question_id)
}

/**
 * Finds which stored option is which wanted one: the same text first, so that what learners chose follows an option
 * that moved, then the same position, so that it follows one that was reworded.
 */
function compareOptions(
  questionId: number,
  existing: OptionRow[],
  wanted: Pick<OptionRow, 'content_html' | 'is_answer'>[],
): OptionChanges {
  const free = new Map(existing.map((row) => [row.position, row]))
  const matched = new Map<number, OptionRow>()
  const take = (position: number, row: OptionRow | undefined) => {
    if (!row) return
    matched.set(position, row)
    free.delete(row.position)
  }
  for (const [position, { content_html: html }] of wanted.entries()) {
    take(
      position,
      [...free.values()].find((row) => row.content_html === html),
    )
  }
  for (const position of wanted.keys()) if (!matched.has(position)) take(position, free.get(position))
  for (const position of wanted.keys()) if (!matched.has(position)) take(position, [...free.values()][0])

  const changes: OptionChanges = { update: [], insert: [], remove: [...free.values()] }
  for (const [position, option] of wanted.entries()) {
    const row = { question_id: questionId, position, ...option }
    const old = matched.get(position)
    if (!old) changes.insert.push(row)
    else if (old.position !== position || old.content_html !== row.content_html || old.is_answer !== row.is_answer) {
      changes.update.push({ id: old.id, ...row })
    }
  }
  return changes
}

/** Ids of the questions that learners answered with one of these options, in exams, quizzes or on videos. */
async function chosenQuestions(db: Db, optionIds: number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const table of ['responses', 'quiz_answers', 'chapter_answers'] as const) {
    const rows = await db
      .selectFrom(table as 'quiz_answers')
      .select('question_id')
      .where('option_id', 'in', optionIds)
      .distinct()
      .execute()
    for (const { question_id: id } of rows) found.add(id)
  }
  return found
}

/** Ids of the questions whose option marks the finished attempts of a paper. */
async function markingQuestions(db: Db, optionIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('paper_questions')
    .select('question_id')
    .where('right_option_id', 'in', optionIds)
    .execute()
  return new Set(rows.map(({ question_id }) => question_id))
}

/** Why options cannot leave their questions, a line each. */
export async function removalProblems(db: Db, options: LeavingOption[]): Promise<string[]> {
  const problems: string[] = []
  for (const part of chunks(options)) {
    const optionIds = part.map(({ id }) => id)
    const where = new Map(part.map((option) => [option.questionId, option.where]))
    const chosen = await chosenQuestions(db, optionIds)
    for (const id of chosen) {
      problems.push(`${where.get(id)} learners chose an option that would go: give the changed question a new key`)
    }
    for (const id of (await markingQuestions(db, optionIds)).difference(chosen)) {
      problems.push(
        `${where.get(id)} an option by which attempts were marked would go: give the changed question a new key`,
      )
    }
  }
  return problems
}

async function removeOptions(tx: Tx, options: LeavingOption[]) {
  const problems = await removalProblems(tx, options)
  if (problems.length > 0) throw new PackError(problems)
  for (const part of chunks(options)) {
    const optionIds = part.map(({ id }) => id)
    await tx.deleteFrom('question_options').where('id', 'in', optionIds).execute()
  }
}
