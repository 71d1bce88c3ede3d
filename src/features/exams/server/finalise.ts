import { sql, type ExpressionBuilder } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
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
 * @param by who submits, when it has a name: before the deadline the attempt's writer alone may; and the end it knows of, when
 * it submits because of that: an attempt that was given more time goes on
 * @returns true when this call finished it
 */
export async function finalise(
  { groupCommit }: Pick<Services, 'groupCommit'>,
  attemptId: number,
  now: number,
  by: { writer?: string | undefined; end?: number | null | undefined } = {},
): Promise<boolean> {
  return groupCommit(async (tx) => {
    const [finished] = await finish(tx, { attemptId, now, writer: by.writer ?? null, end: by.end ?? null })
    if (!finished) return false
    const { id, paper_id: paperId, number } = finished
    const [counted] = await count(tx, { attemptId, paperId })
    const { answered, correct } = counted!
    const incorrect = answered - correct
    const [marking] = await markingOf(tx, { paperId })
    const score = scoreUnits(correct, incorrect, marking!)
    await keepScore(tx, { id, correct, incorrect, score })
    if (number === 1) await countForRanks(tx, { paperId, score, incorrect })
    return true
  }, 'several')
}

interface Finish {
  attemptId: number
  now: number
  writer: string | null
  end: number | null
}

const finish = preparedOnce((db, slot: Slots<Finish>) =>
  db
    .updateTable('attempts')
    .set((eb) => ({
      status: 'completed' as const,
      submitted_at: eb
        .case()
        .when('time_left', 'is not', null)
        .then(endedBefore(eb))
        .when('deadline_at', '<', slot('now'))
        .then(eb.ref('deadline_at'))
        .else(sql<number>`cast(${slot('now')} as bigint)`)
        .end(),
      finished_by: eb
        .case()
        .when('deadline_at', '<', slot('now'))
        .then(sql.lit('deadline' as const))
        .else(sql.lit('learner' as const))
        .end(),
      deadline_at: eb.case().when('time_left', 'is not', null).then(endedBefore(eb)).else(eb.ref('deadline_at')).end(),
      finished_at: slot('now'),
      time_left: null,
    }))
    .where('id', '=', slot('attemptId'))
    .where('status', '=', 'open')
    // One that was given back waits for its learner to continue.
    .where(({ or, eb }) => or([eb('time_left', 'is', null), eb('deadline_at', '<', slot('now'))]))
    .where(({ or, eb }) =>
      or([
        eb(sql`cast(${slot('writer')} as text)`, 'is', null),
        eb('writer', '=', slot('writer')),
        eb('deadline_at', '<=', slot('now')),
      ]),
    )
    .where(({ or, eb }) =>
      or([
        eb(sql`cast(${slot('end')} as bigint)`, 'is', null),
        eb('deadline_at', '<=', sql<number>`cast(${slot('end')} as bigint)`),
        eb('deadline_at', '<=', slot('now')),
      ]),
    )
    .returning(['id', 'paper_id', 'number']),
)

/** Answers of an attempt, and the right ones among them. */
const count = preparedOnce((db, slot: Slots<{ attemptId: number; paperId: number }>) =>
  db
    .selectFrom('responses')
    .innerJoin('option_texts as question_options', 'question_options.id', 'responses.option_id')
    .innerJoin('paper_questions', 'paper_questions.question_id', 'responses.question_id')
    .where('responses.attempt_id', '=', slot('attemptId'))
    .where('paper_questions.paper_id', '=', slot('paperId'))
    .select(({ fn }) => [
      fn.countAll<number>().as('answered'),
      fn.coalesce(fn.sum<number>(markedRight), sql.lit(0)).as('correct'),
    ]),
)

const markingOf = preparedOnce((db, slot: Slots<{ paperId: number }>) =>
  db.selectFrom('papers').where('id', '=', slot('paperId')).select(['units_per_mark', 'correct_units', 'wrong_units']),
)

const keepScore = preparedOnce((db, slot: Slots<{ id: number; correct: number; incorrect: number; score: number }>) =>
  db
    .updateTable('attempts')
    .set({ correct_count: slot('correct'), incorrect_count: slot('incorrect'), score_units: slot('score') })
    .where('id', '=', slot('id')),
)

const countForRanks = preparedOnce((db, slot: Slots<{ paperId: number; score: number; incorrect: number }>) =>
  db
    .insertInto('score_tallies')
    .values({
      paper_id: slot('paperId'),
      score_units: slot('score'),
      incorrect_count: slot('incorrect'),
      candidates: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['paper_id', 'score_units', 'incorrect_count'])
        .doUpdateSet(({ eb }) => ({ candidates: eb('score_tallies.candidates', '+', 1) })),
    ),
)

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
