import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'

/** A paper of an exam: what was changed in its questions or marks made a new one, and marks of two do not compare. */
export interface ExamPaper {
  id: number
  created_at: number
  question_count: number
  units_per_mark: number
  correct_units: number
  wrong_units: number
  /** Finished first attempts, those of accounts that have ended included: what ranks are counted among. */
  candidates: number
  /** New attempts get this one. */
  current: boolean
}

/**
 * An exam with its papers, newest first, and the one that is looked at: the named one, else the exam's, unless nobody has
 * finished that and somebody an older one.
 * @throws notFound when there is no such exam, or no such paper of it
 */
export async function examWithPapers(db: Db, examId: number, paperId?: number) {
  const exam = await db
    .selectFrom('exams')
    .where('id', '=', examId)
    .select(['id', 'title', 'paper_id', 'minutes', 'opens_at', 'closes_at'])
    .executeTakeFirst()
  if (!exam) throw notFound('There is no such exam.')
  const rows = await db
    .selectFrom('papers')
    .where('exam_id', '=', examId)
    .select(({ selectFrom }) => [
      'papers.id',
      'papers.created_at',
      'papers.question_count',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
      selectFrom('score_tallies')
        .whereRef('score_tallies.paper_id', '=', 'papers.id')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('score_tallies.candidates'), sql.lit(0)).as('candidates'))
        .$asScalar()
        .$notNull()
        .as('candidates'),
    ])
    .orderBy('papers.id', 'desc')
    .execute()
  const papers = rows.map((row): ExamPaper => ({ ...row, current: row.id === exam.paper_id }))
  const current = papers.find((paper) => paper.current)
  const usual = current?.candidates
    ? current
    : (papers.find(({ candidates }) => candidates > 0) ?? current ?? papers[0])
  const paper = paperId === undefined ? usual : papers.find(({ id }) => id === paperId)
  if (!paper) throw notFound('There is no such paper of the exam.')
  const { paper_id: _, ...facts } = exam
  return { exam: facts, paper, papers }
}
