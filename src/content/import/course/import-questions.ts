import type { Db } from '#db/database.ts'
import { findMarkedPapers, keepMarkedAnswers, type KeyChange, type MarkedChange } from './answer-keys.ts'
import type { Pack, PackQuestion } from '../../pack.ts'
import { refuseRemovals, removeOptions, type LeavingOption } from './remove-options.ts'
import { retireQuestions } from './retire-questions.ts'
import { MAX_OPTIONS, MAX_ROWS, type ImportRun } from '../staging/import-run.ts'
import { insertOptions, keepOptionChanges, keepQuestionTexts, type OptionRow } from '../staging/text-changes.ts'
import { chunks, idOf, syncTable, type Changes } from '../sync.ts'

interface OptionChanges {
  update: (OptionRow & { before: OptionRow })[]
  insert: Omit<OptionRow, 'id'>[]
  remove: OptionRow[]
}

/** Compares questions without their options, and retires those that left the pack. */
export async function importQuestions(
  run: ImportRun,
  pack: Pack,
  address: (text: string) => string,
): Promise<Changes & { ids: Map<string, number> }> {
  const rows = pack.questions.map((question) => ({
    key: question.key,
    content_html: address(question.contentHtml),
    explanation_html: address(question.explanationHtml),
  }))
  const { ids, ...changes } = await syncTable(run, 'questions', ['key'], rows, {
    retires: false,
    ahead: true,
    view: 'question_texts',
    change: (tx, changed) => keepQuestionTexts(tx, changed as ({ id: number } & (typeof rows)[number])[]),
  })
  const { retired, returned } = await retireQuestions(run, new Set(rows.map(({ key }) => key)))
  for (const key of returned) changes.changed.add(key)
  return { ...changes, retired: new Set(retired), ids }
}

/**
 * Compares the options of the questions; a question counts as changed, too, where an option did. The check of answers is
 * the last but one write of an import: from there on nobody may start or finish an attempt, if an answer changes that
 * attempts are marked by. It throws PackError when an option that learners chose would go, or when results would contradict
 * themselves.
 * @returns a function that tells, after the last transaction, which answers changed that finished attempts were marked by
 */
export async function importOptions(
  run: ImportRun,
  pack: Pack,
  questions: Changes & { ids: Map<string, number> },
  { address, keepResults, now }: { address: (text: string) => string; keepResults: boolean; now: number },
): Promise<() => MarkedChange[]> {
  const [added, known] = [new Array<PackQuestion>(), new Array<PackQuestion>()]
  for (const question of pack.questions) (questions.added.has(question.key) ? added : known).push(question)
  if (!run.trialId) await addOptions(run, added, questions.ids, address)
  const { all, changed, answers } = await changedOptions(run.db, known, questions.ids, address)
  for (const key of changed) questions.changed.add(key)
  const kept = all.update.map(({ before, id, content_html, position, is_answer }) => ({
    ...{ id, content_html },
    position: position === before.position ? null : position,
    is_answer: is_answer === before.is_answer ? null : is_answer,
  }))
  for (const part of chunks(kept, MAX_OPTIONS)) await run.ahead((tx) => keepOptionChanges(tx, part))
  const held = await findMarkedPapers(run.db, answers)
  await refuseRemovals(run.db, all.remove)
  let marks: MarkedChange[] = []
  if (answers.length + all.remove.length > 0)
    run.check(async (tx) => {
      marks = await keepMarkedAnswers(tx, answers, { held, keep: keepResults, now })
      await removeOptions(tx, all.remove, now)
    })
  if (all.insert.length > 0) run.last((tx) => insertOptions(tx, all.insert))
  return () => marks
}

/** Inserts the options of new questions; those of questions that an earlier import left unreleased are replaced. */
async function addOptions(
  run: ImportRun,
  questions: PackQuestion[],
  ids: Map<string, number>,
  address: (text: string) => string,
): Promise<void> {
  for (const part of chunks(questions, MAX_ROWS)) {
    const questionIds = part.map(({ key }) => idOf(ids, key))
    const rows = part.flatMap(({ key, options }) =>
      options.map(({ contentHtml, isAnswer }, position) => ({
        question_id: idOf(ids, key),
        position,
        content_html: address(contentHtml),
        is_answer: isAnswer ? 1 : 0,
      })),
    )
    await run.ahead(async (tx) => {
      await tx.deleteFrom('question_options').where('question_id', 'in', questionIds).execute()
      for (const some of chunks(rows)) await tx.insertInto('question_options').values(some).execute()
    })
  }
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
    .selectFrom('option_texts')
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
      changes.update.push({ id: old.id, ...row, before: old })
    }
  }
  return changes
}
