import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { ExamResult } from '../results.contract.ts'
import { secondsTakenSql } from '../../server/seconds-taken.ts'
import { standingOf, type Comparison } from '../standing.rules.ts'

/**
 * Where the learner's first attempt of an exam stands among the first attempts of all candidates of the same paper: marks
 * of different papers do not compare. Three statements on keys and indexes; the tallies are a few thousand rows at most,
 * however many the candidates.
 */
export async function standing({ db, user }: LearnerContext, examId: number): Promise<ExamResult['standing']> {
  const comparison = await compareFirst(db, user.id, examId)
  const found = standingOf(comparison)
  return { candidates: comparison.candidates, rank: found?.rank ?? null, percentile: found?.percentile ?? null }
}

/** The same without regard to how few the candidates are. */
export async function compareFirst(db: Db, userId: number, examId: number): Promise<Comparison> {
  const mine = await db
    .selectFrom('attempts')
    .where('user_id', '=', userId)
    .where('exam_id', '=', examId)
    .where('number', '=', 1)
    .select(['paper_id', 'score_units', 'incorrect_count', secondsTakenSql().as('seconds')])
    .executeTakeFirstOrThrow()
  const score = mine.score_units ?? 0
  const wrong = mine.incorrect_count ?? 0
  const tally = await db
    .selectFrom('score_tallies')
    .where('paper_id', '=', mine.paper_id)
    .select(({ eb, and, or, fn }) => {
      const count = (which: ReturnType<typeof or>) =>
        fn.coalesce(fn.sum<number>(eb.case().when(which).then(eb.ref('candidates')).else(0).end()), sql.lit(0))
      return [
        fn.coalesce(fn.sum<number>('candidates'), sql.lit(0)).as('candidates'),
        count(
          or([eb('score_units', '>', score), and([eb('score_units', '=', score), eb('incorrect_count', '<', wrong)])]),
        ).as('ahead'),
        count(or([eb('score_units', '<=', score)])).as('notAbove'),
      ]
    })
    .executeTakeFirstOrThrow()
  const { faster } = await db
    .selectFrom('attempts')
    .where('status', '=', sql.lit('completed' as const))
    .where('number', '=', sql.lit(1))
    .where('paper_id', '=', mine.paper_id)
    .where('score_units', '=', score)
    .where('incorrect_count', '=', wrong)
    .where(secondsTakenSql(), '<', mine.seconds)
    .select(({ fn }) => fn.countAll<number>().as('faster'))
    .executeTakeFirstOrThrow()
  return { ...tally, ahead: tally.ahead + faster }
}
