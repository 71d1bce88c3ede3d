import type { Pack, PackQuestion } from './pack.ts'
import { PackError } from './problems.ts'
import { chunks, idOf, syncTable, type Changes, type Tx } from './sync.ts'

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

/**
 * Writes questions and their options. A question that left the pack stays for the papers that hold it.
 * @throws PackError when an option that learners chose would go
 */
export async function importQuestions(
  tx: Tx,
  pack: Pack,
  address: (text: string) => string,
): Promise<Changes & { ids: Map<string, number> }> {
  const questions = await syncTable(
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
  const existing = Map.groupBy(await tx.selectFrom('question_options').selectAll().execute(), (row) => row.question_id)
  const all: OptionChanges = { update: [], insert: [], remove: [] }
  for (const question of pack.questions) {
    const id = idOf(questions.ids, question.key)
    const wanted = question.options.map(({ contentHtml, isAnswer }) => ({
      content_html: address(contentHtml),
      is_answer: isAnswer ? 1 : 0,
    }))
    const changes = compareOptions(id, existing.get(id) ?? [], wanted)
    if (changes.update.length + changes.insert.length + changes.remove.length === 0) continue
    if (!questions.added.has(question.key)) questions.changed.add(question.key)
    all.update.push(...changes.update)
    all.insert.push(...changes.insert)
    all.remove.push(...changes.remove)
  }
  await removeOptions(tx, all.remove, pack.questions, questions.ids)
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
  return questions
}

/**
 * Finds which stored option is which wanted one: the same text first, so that what learners chose follows an option
 * that moved, then the same position, so that it follows one that was reworded.
 */
export function compareOptions(
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
async function chosenQuestions(tx: Tx, optionIds: number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const table of ['responses', 'quiz_answers', 'chapter_answers'] as const) {
    const rows = await tx
      .selectFrom(table as 'quiz_answers')
      .select('question_id')
      .where('option_id', 'in', optionIds)
      .distinct()
      .execute()
    for (const { question_id: id } of rows) found.add(id)
  }
  return found
}

async function removeOptions(tx: Tx, rows: OptionRow[], questions: PackQuestion[], ids: Map<string, number>) {
  const problems: string[] = []
  for (const part of chunks(rows)) {
    const optionIds = part.map(({ id }) => id)
    for (const id of await chosenQuestions(tx, optionIds)) {
      const question = questions.find(({ key }) => ids.get(key) === id)
      problems.push(`${question?.where} learners chose an option that would go: give the changed question a new key`)
    }
    if (problems.length === 0) await tx.deleteFrom('question_options').where('id', 'in', optionIds).execute()
  }
  if (problems.length > 0) throw new PackError(problems)
}
