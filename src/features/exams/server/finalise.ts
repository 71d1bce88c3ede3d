import { sql, type ExpressionBuilder } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { scoreUnits } from '../exams.rules.ts'
import { markedRight } from './marked-right.ts'

/**
 * Finishes an open attempt, stores its score and, of a learner's first, counts it for the ranks (standing.ts), in one
 * transaction. Nothing happens to an attempt that is finished already, so a submit, the sweep and another process may all
 * try.
 *
 * The order keeps saves out: the conditional update comes first and locks the attempt's row. A save holds a share lock on
 * the same row until it is stored (save-answer.ts), so on PostgreSQL the update waits for saves that were under way, the
 * score, a later statement with a fresh view, counts them, and saves that come after see a finished attempt. SQLite has one
 * writer at a time.
 *
 * When the deadline has passed, the attempt ended then and the deadline finished it, whoever asks. `finished_at` is what
 * the clock said, which tells later whether it was right (give-back.ts).
 * @param writer who submits, when it has a name: before the deadline the attempt's writer alone may
 * @returns true when this call finished it
 */
export async function finalise(
  { groupCommit }: Pick<Services, 'groupCommit'>,
  attemptId: number,
  now: number,
  writer?: string,
): Promise<boolean> {
  return groupCommit(async (tx) => {
    const finished = await tx
      .updateTable('attempts')
      .set((eb) => ({
        status: 'completed' as const,
        submitted_at: eb
          .case()
          .when('time_left', 'is not', null)
          .then(endedBefore(eb))
          .when('deadline_at', '<', now)
          .then(eb.ref('deadline_at'))
          .else(sql<number>`cast(${now} as bigint)`)
          .end(),
        finished_by: eb
          .case()
          .when('deadline_at', '<', now)
          .then(sql.lit('deadline' as const))
          .else(sql.lit('learner' as const))
          .end(),
        deadline_at: eb
          .case()
          .when('time_left', 'is not', null)
          .then(endedBefore(eb))
          .else(eb.ref('deadline_at'))
          .end(),
        finished_at: now,
        time_left: null,
      }))
      .where('id', '=', attemptId)
      .where('status', '=', 'open')
      // One that was given back waits for its learner to continue.
      .where(({ or, eb }) => or([eb('time_left', 'is', null), eb('deadline_at', '<', now)]))
      .$if(writer !== undefined, (query) =>
        query.where(({ or, eb }) => or([eb('writer', '=', writer!), eb('deadline_at', '<=', now)])),
      )
      .returning(['id', 'paper_id', 'number'])
      .executeTakeFirst()
    if (!finished) return false
    const counted = await tx
      .selectFrom('responses')
      .innerJoin('question_options', 'question_options.id', 'responses.option_id')
      .innerJoin('paper_questions', 'paper_questions.question_id', 'responses.question_id')
      .where('responses.attempt_id', '=', finished.id)
      .where('paper_questions.paper_id', '=', finished.paper_id)
      .select(({ fn }) => [
        fn.countAll<number>().as('answered'),
        fn.coalesce(fn.sum<number>(markedRight), sql.lit(0)).as('correct'),
      ])
      .executeTakeFirstOrThrow()
    const marking = await tx
      .selectFrom('papers')
      .where('id', '=', finished.paper_id)
      .select(['units_per_mark', 'correct_units', 'wrong_units'])
      .executeTakeFirstOrThrow()
    const correct = counted.correct
    const incorrect = counted.answered - correct
    const score = scoreUnits(correct, incorrect, marking)
    await tx
      .updateTable('attempts')
      .set({ correct_count: correct, incorrect_count: incorrect, score_units: score })
      .where('id', '=', finished.id)
      .execute()
    if (finished.number === 1) {
      await tx
        .insertInto('score_tallies')
        .values({ paper_id: finished.paper_id, score_units: score, incorrect_count: incorrect, candidates: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['paper_id', 'score_units', 'incorrect_count'])
            .doUpdateSet(({ eb }) => ({ candidates: eb('score_tallies.candidates', '+', 1) })),
        )
        .execute()
    }
    return true
  }, 'several')
}

/** When an attempt had ended that was given back and never continued. */
const endedBefore = (eb: ExpressionBuilder<Database, 'attempts'>) =>
  eb
    .selectFrom('attempt_returns')
    .whereRef('attempt_returns.attempt_id', '=', 'attempts.id')
    .select('attempt_returns.deadline_at')
    .orderBy('attempt_returns.id', 'desc')
    .limit(1)
    .$asScalar()
    .$notNull()
