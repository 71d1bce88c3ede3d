import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { marksOf } from '../../exams.rules.ts'
import { cursorOf, readCursor } from './lists/cursor.ts'

/** Rows a page unless it is told otherwise. */
export const PAGE = 50

/** Which attempts of an exam: a page of them. */
export interface SittingQuery {
  examId: number
  /** `next` of the page before. */
  after?: string | undefined
  limit?: number | undefined
}

/** An attempt that is over. */
export interface Finished {
  attempt_id: number
  user_id: number
  name: string | null
  country_code: string
  phone: string
  number: number
  started_at: number
  ended_at: number
  finished_by: 'learner' | 'deadline'
  /** Marks, two decimals. */
  score: number
}

/**
 * Who has finished an exam, latest first, all their attempts.
 * @returns next: undefined where the list ends
 * @throws invalid after
 */
export async function finishedLately({ db }: Pick<Services, 'db'>, { examId, after, limit = PAGE }: SittingQuery) {
  const from = after === undefined ? undefined : readCursor(after, 'finished', 'number', 'number')
  const read = await finishedOf(db, examId)
    .innerJoin('users', 'users.id', 'attempts.user_id')
    .innerJoin('papers', 'papers.id', 'attempts.paper_id')
    .$if(from !== undefined, (finished) =>
      finished.where(({ or, and, eb }) =>
        or([
          eb('attempts.submitted_at', '<', from![0]),
          and([eb('attempts.submitted_at', '=', from![0]), eb('attempts.id', '<', from![1])]),
        ]),
      ),
    )
    .select([
      'attempts.id as attempt_id',
      'attempts.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'attempts.number',
      'attempts.started_at',
      'attempts.submitted_at as ended_at',
      'attempts.finished_by',
      'attempts.score_units',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
    ])
    .orderBy('attempts.submitted_at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(limit + 1)
    .$narrowType<{ ended_at: number; finished_by: 'learner' | 'deadline' }>()
    .execute()
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ score_units, units_per_mark, correct_units, wrong_units, ...row }): Finished => ({
      ...row,
      score: marksOf(score_units ?? 0, { units_per_mark, correct_units, wrong_units }),
    })),
    next: read.length > limit && last ? cursorOf('finished', [last.ended_at, last.attempt_id]) : undefined,
  }
}

/** Along the index of finished attempts by their papers: of all attempts of an exam there is none. */
export const finishedOf = (db: Db, examId: number) =>
  db
    .selectFrom('attempts')
    .where('attempts.paper_id', 'in', (eb) =>
      eb.selectFrom('papers').where('papers.exam_id', '=', examId).select('papers.id'),
    )
    .where('attempts.status', '=', sql.lit('completed' as const))
