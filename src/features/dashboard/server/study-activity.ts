import { sql, type RawBuilder } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { DAY, indianDateTime, INDIA_OFFSET, MINUTE, startOfIndianDay } from '#lib/both/time/clock.ts'
import { STUDY_DAYS } from '../study.rules.ts'

/**
 * What the learner did on each of the last days in India, today included: minutes of lectures that were played, and
 * questions answered in exams, quizzes, exams of videos and practice. An answer that was changed counts once, when it was
 * last changed.
 */
export async function getStudyActivity(ctx: LearnerContext) {
  const today = startOfIndianDay(ctx.now())
  const from = today - (STUDY_DAYS - 1) * DAY
  const [watched, ...answered] = await Promise.all([
    ctx.db
      .selectFrom('watch_days')
      .select(['day_at', 'watched_ms'])
      .where('user_id', '=', ctx.user.id)
      .where('day_at', '>=', from)
      .execute(),
    ...answersByDay(ctx, from),
  ])
  const minutes = new Map(watched.map((row) => [row.day_at, row.watched_ms / MINUTE]))
  const questions = new Map<number, number>()
  for (const { day, count } of answered.flat()) {
    const start = Number(day) * DAY - INDIA_OFFSET
    questions.set(start, (questions.get(start) ?? 0) + Number(count))
  }
  const days = Array.from({ length: STUDY_DAYS }, (_, index) => {
    const start = from + index * DAY
    return {
      day: indianDateTime(start).slice(0, 10),
      minutes_watched: Math.round(minutes.get(start) ?? 0),
      questions_answered: questions.get(start) ?? 0,
    }
  })
  return { status: true, days }
}

/** The longest attempt began at most this long before its last answer. */
const LONGEST_ATTEMPT = DAY

function answersByDay({ db, user }: LearnerContext, from: number) {
  return [
    db
      .selectFrom('attempts')
      .innerJoin('responses', 'responses.attempt_id', 'attempts.id')
      .where('attempts.user_id', '=', user.id)
      .where('attempts.started_at', '>=', from - LONGEST_ATTEMPT)
      .where('responses.saved_at', '>=', from)
      .where('responses.option_id', 'is not', null)
      .select(({ fn, ref }) => [dayOf(ref('responses.saved_at')).as('day'), fn.countAll<number>().as('count')])
      .groupBy('day')
      .execute(),
    db
      .selectFrom('quiz_attempts')
      .innerJoin('quiz_answers', 'quiz_answers.attempt_id', 'quiz_attempts.id')
      .where('quiz_attempts.user_id', '=', user.id)
      .where('quiz_attempts.created_at', '>=', from)
      .select(({ fn, ref }) => [dayOf(ref('quiz_attempts.created_at')).as('day'), fn.countAll<number>().as('count')])
      .groupBy('day')
      .execute(),
    db
      .selectFrom('chapter_attempts')
      .innerJoin('chapter_answers', 'chapter_answers.attempt_id', 'chapter_attempts.id')
      .where('chapter_attempts.user_id', '=', user.id)
      .where('chapter_attempts.created_at', '>=', from)
      .select(({ fn, ref }) => [dayOf(ref('chapter_attempts.created_at')).as('day'), fn.countAll<number>().as('count')])
      .groupBy('day')
      .execute(),
    db
      .selectFrom('practice_reviews')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'answer')
      .where('reviewed_at', '>=', from)
      .select(({ fn, ref }) => [dayOf(ref('reviewed_at')).as('day'), fn.countAll<number>().as('count')])
      .groupBy('day')
      .execute(),
  ]
}

/** Days since 1970 on the Indian wall clock. The numbers stand in the text: as parameters SQLite would divide fractions. */
function dayOf(instant: unknown): RawBuilder<number> {
  return sql<number>`(${instant} + ${sql.lit(INDIA_OFFSET)}) / ${sql.lit(DAY)}`
}
