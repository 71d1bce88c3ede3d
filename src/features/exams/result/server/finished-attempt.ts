import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { Outcome } from '../../exams.rules.ts'
import { attemptsAllowed } from '../../server/attempts-allowed.ts'
import type { Paper, Solutions } from '../../server/papers.ts'

/** What the server says of a result that is not there for this learner. */
const NO_RESULT = 'No result found.'

/**
 * A learner's finished attempt with its exam.
 * @param examId the exam that it must be of, when given
 * @throws notFound when there is none of this learner
 * @throws conflict not_finished while it is open
 */
export async function finishedAttempt(
  { db, user, now }: Pick<LearnerContext, 'db' | 'now'> & { user: { id: number } },
  attemptId: number,
  examId?: number,
) {
  const attempt = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .leftJoin('exam_courses', 'exam_courses.id', 'attempts.course_map_id')
    .leftJoin('courses', 'courses.id', 'exam_courses.course_id')
    .where('attempts.id', '=', attemptId)
    .where('attempts.user_id', '=', user.id)
    .select(({ selectFrom, fn }) => [
      'attempts.id',
      'attempts.exam_id',
      'attempts.paper_id',
      'attempts.number',
      'attempts.status',
      'attempts.started_at',
      'attempts.deadline_at',
      'attempts.submitted_at',
      'attempts.finished_by',
      'attempts.score_units',
      'attempts.correct_count',
      'attempts.incorrect_count',
      'exams.title',
      'exams.category_title',
      'exams.exam_type_id',
      'exams.minutes',
      'exams.view_answer',
      attemptsAllowed(user.id).as('attempts_allowed'),
      'exam_courses.course_id',
      'courses.title as course_title',
      selectFrom('attempts as all')
        .whereRef('all.exam_id', '=', 'attempts.exam_id')
        .whereRef('all.user_id', '=', 'attempts.user_id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('attempts'),
      selectFrom('attempts as open')
        .whereRef('open.exam_id', '=', 'attempts.exam_id')
        .whereRef('open.user_id', '=', 'attempts.user_id')
        .where('open.status', '=', sql.lit('open' as const))
        .select('open.id')
        .as('open_id'),
      selectFrom('attempts as under_way')
        .whereRef('under_way.exam_id', '=', 'attempts.exam_id')
        .whereRef('under_way.user_id', '=', 'attempts.user_id')
        .where('under_way.status', '=', sql.lit('open' as const))
        .where('under_way.deadline_at', '>', now())
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('attempts_under_way'),
    ])
    .executeTakeFirst()
  if (!attempt || (examId !== undefined && attempt.exam_id !== examId)) throw notFound(NO_RESULT)
  if (attempt.status === 'open') throw conflict('The exam is not finished yet.', 'not_finished')
  return attempt
}

export type FinishedAttempt = Awaited<ReturnType<typeof finishedAttempt>>

/** The answers of a finished attempt that its score counts. */
export function gradedOf({ db }: Pick<LearnerContext, 'db'>, attemptId: number) {
  return db
    .selectFrom('responses')
    .where('attempt_id', '=', attemptId)
    .where('option_id', 'is not', null)
    .select(['question_id as qid', 'option_id as answer_option_id'])
    .orderBy('question_id')
    .$narrowType<{ answer_option_id: number }>()
    .execute()
}

/** How each question of a finished attempt was answered, in the paper's order. */
export async function outcomesOf(
  ctx: Pick<LearnerContext, 'db'>,
  attemptId: number,
  paper: Paper,
  solutions: Solutions,
) {
  return outcomesIn(await gradedOf(ctx, attemptId), paper, solutions)
}

/**
 * The same of answers that are there.
 * @param graded as `gradedOf` has them
 */
export function outcomesIn(graded: Awaited<ReturnType<typeof gradedOf>>, paper: Paper, solutions: Solutions) {
  const chosen = new Map(graded.map(({ qid, answer_option_id }) => [qid, answer_option_id]))
  return paper.questions.map((question) => {
    const choice = chosen.get(question.qid) ?? null
    const right = choice !== null && solutions.get(question.qid)?.rightOptions.has(choice) === true
    const outcome: Outcome = choice === null ? 'unanswered' : right ? 'correct' : 'incorrect'
    return { question, section: question.section, choice, outcome }
  })
}
