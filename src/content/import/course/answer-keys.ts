import { PostgresAdapter, sql } from 'kysely'
import { counted } from '#lib/both/text/format.ts'
import type { Db } from '#db/database.ts'
import { PackError } from '../../read/problems.ts'
import { jsonIds, jsonNumber, jsonRows } from '../staging/json-rows.ts'
import { chunks, type Tx } from '../sync.ts'

/** Another option of a question than before is the right one. */
export interface KeyChange {
  questionId: number
  key: string
  /** `file:line` of the question. */
  where: string
  /** The option that was right. */
  before: number
  /** That option leaves the question. */
  goes: boolean
}

/** A changed answer by which attempts were marked. */
export interface MarkedChange extends KeyChange {
  papers: number[]
  /** Finished attempts by the key of their exam. */
  exams: Map<string, number>
}

/**
 * Which changed answers have marked attempts. Attempts under way have no marks yet: where nobody of their paper has, the
 * change reaches them and contradicts nothing (docs/decisions/0045-answers-that-change.md).
 */
export async function markedChanges(db: Db, changes: KeyChange[]): Promise<MarkedChange[]> {
  return markedIn(db, await findMarkedPapers(db, changes), changes)
}

export interface MarkedPaper {
  question_id: number
  paper_id: number
}

/**
 * Finds the papers that are marked by an answer which changes. Only imports write papers, and imports take turns, so that
 * an import can read these papers before its last transaction.
 */
export async function findMarkedPapers(db: Db, changes: KeyChange[]): Promise<MarkedPaper[]> {
  const held: MarkedPaper[] = []
  for (const part of chunks(changes)) {
    const ids = part.map(({ questionId }) => questionId)
    const rows = await db
      .selectFrom('paper_questions')
      .where('question_id', 'in', jsonIds(db, ids))
      // Of others it has changed before.
      .where('right_option_id', 'is', null)
      .select(['question_id', 'paper_id'])
      .execute()
    held.push(...rows)
  }
  return held
}

async function markedIn(db: Db, held: MarkedPaper[], changes: KeyChange[]): Promise<MarkedChange[]> {
  const finished = new Map<number, { exam: string; attempts: number }>()
  for (const part of chunks([...new Set(held.map(({ paper_id }) => paper_id))])) {
    const rows = await db
      .selectFrom('papers')
      .innerJoin('exams', 'exams.id', 'papers.exam_id')
      .where('papers.id', 'in', part)
      .select(({ selectFrom, fn }) => [
        'papers.id',
        'exams.key as exam',
        selectFrom('attempts')
          .whereRef('attempts.paper_id', '=', 'papers.id')
          .where('attempts.status', '=', sql.lit('completed' as const))
          .select(fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('attempts'),
      ])
      .execute()
    for (const { id, exam, attempts } of rows) if (attempts > 0) finished.set(id, { exam, attempts })
  }
  const byQuestion = Map.groupBy(held, ({ question_id }) => question_id)
  return changes.flatMap((change) => {
    const papers = (byQuestion.get(change.questionId) ?? [])
      .map(({ paper_id }) => paper_id)
      .filter((id) => finished.has(id))
    if (papers.length === 0) return []
    const exams = new Map<string, number>()
    for (const id of papers) {
      const { exam, attempts } = finished.get(id)!
      exams.set(exam, (exams.get(exam) ?? 0) + attempts)
    }
    return [{ ...change, papers, exams }]
  })
}

/** Why changes of answers cannot be imported, a line each. @param keep results are kept as they were marked */
export function keyProblems(marked: MarkedChange[], keep: boolean): string[] {
  return marked.flatMap((change) => {
    const { where, key, goes } = change
    const { attempts, were, exams } = attemptsOf(change)
    if (goes)
      return [
        `${where} the option by which ${attempts} ${were} marked (${exams}) would go: give the changed question a new key`,
      ]
    if (keep) return []
    return [
      `${where} the right option of '${key}' changes, but ${attempts} ${were} marked by the old one (${exams}): ` +
        'with --keep-results they keep it, and attempts that start from then on are marked by the new one',
    ]
  })
}

/** What `--keep-results` did, a line each. */
export function keptLines(marked: MarkedChange[]): string[] {
  return marked.map((change) => {
    const { attempts, were, exams } = attemptsOf(change)
    return `${change.where} ${attempts} that ${were} marked by the old right option of '${change.key}' keep it (${exams})`
  })
}

function attemptsOf({ exams }: MarkedChange) {
  const all = [...exams.values()].reduce((sum, attempts) => sum + attempts, 0)
  return {
    attempts: counted(all, 'finished attempt'),
    were: all === 1 ? 'was' : 'were',
    exams: [...exams].map(([exam, attempts]) => `exam ${exam}: ${attempts}`).join(', '),
  }
}

/**
 * Lets papers whose attempts were marked by answers that now change keep these answers, and gives their exams a paper of the
 * same composition for attempts to come: marks by different answers do not compare.
 * @param held papers as `findMarkedPapers` returned them for these changes
 * @returns what was kept
 * @throws PackError when there are such attempts and `keep` is false, or an answer would go
 */
export async function keepMarkedAnswers(
  tx: Tx,
  changes: KeyChange[],
  { held, keep, now }: { held: MarkedPaper[]; keep: boolean; now: number },
): Promise<MarkedChange[]> {
  if (held.length === 0) return []
  await holdAttempts(tx)
  const marked = await markedIn(tx, held, changes)
  const problems = keyProblems(marked, keep)
  if (problems.length > 0) throw new PackError(problems)
  for (const id of new Set(marked.flatMap(({ papers }) => papers))) await setApart(tx, id, now)
  const rows = marked.flatMap(({ questionId, before, papers }) => papers.map((id) => [id, questionId, before]))
  for (const part of chunks(rows))
    await sql`update paper_questions set right_option_id = ${jsonNumber(2)} from ${jsonRows(tx, part)}
      where paper_questions.paper_id = ${jsonNumber(0)} and paper_questions.question_id = ${jsonNumber(1)}`.execute(tx)
  return marked
}

/**
 * Lets nobody start or finish an attempt between the look at what is finished and the end of the import, or it would be
 * marked by an answer that changes a moment later. Answers are saved meanwhile. On SQLite the import is the one writer.
 */
async function holdAttempts(tx: Tx): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter) await sql`lock table attempts in share mode`.execute(tx)
}

/** Takes a paper out of those that an exam of its composition may get, once, and gives its exam another. */
async function setApart(tx: Tx, id: number, now: number): Promise<void> {
  const paper = await tx
    .selectFrom('papers')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paper_questions')
            .whereRef('paper_id', '=', 'papers.id')
            .where('right_option_id', 'is not', null)
            .select('question_id'),
        ),
      ),
    )
    .selectAll()
    .executeTakeFirst()
  if (!paper) return
  const { id: _old, ...composition } = paper
  await tx
    .updateTable('papers')
    .set({ fingerprint: `${paper.fingerprint}-${id}` })
    .where('id', '=', id)
    .execute()
  const exam = await tx.selectFrom('exams').where('paper_id', '=', id).select('id').executeTakeFirst()
  if (!exam) return
  const { id: fresh } = await tx
    .insertInto('papers')
    .values({ ...composition, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('paper_sections')
    .columns(['paper_id', 'title', 'position'])
    .expression(({ selectFrom }) =>
      selectFrom('paper_sections')
        .where('paper_id', '=', id)
        .select([sql.lit(fresh).as('paper_id'), 'title', 'position']),
    )
    .execute()
  await tx
    .insertInto('paper_questions')
    .columns(['paper_id', 'question_id', 'section_id', 'position'])
    .expression(({ selectFrom }) =>
      selectFrom('paper_questions')
        .innerJoin('paper_sections as old', 'old.id', 'paper_questions.section_id')
        .innerJoin('paper_sections as new', (join) =>
          join.onRef('new.position', '=', 'old.position').on('new.paper_id', '=', fresh),
        )
        .where('paper_questions.paper_id', '=', id)
        .select([
          sql.lit(fresh).as('paper_id'),
          'paper_questions.question_id',
          'new.id as section_id',
          'paper_questions.position',
        ]),
    )
    .execute()
  await tx.updateTable('exams').set({ paper_id: fresh }).where('id', '=', exam.id).execute()
}
