import type { LearnerContext } from '#core/context.ts'
import { INDIA_OFFSET, isoTime, SECOND } from '#lib/both/time/clock.ts'
import type { FeaturedExam } from '../featured.contract.ts'
import { examMinutes, isoDates, isUnderWay, marksOf, MOCK_TEST, totalMarks } from '../../exams.rules.ts'
import { fieldsAsked } from '../../registration/server/fields-asked.ts'
import { attemptsAllowed } from '../../server/attempts-allowed.ts'

/** Seconds of the Indian wall clock read as UTC. @param instant milliseconds since 1970 */
const wallClock = (instant: number) => Math.floor((instant + INDIA_OFFSET) / SECOND)

/** The exams that the content features, in its order, with this learner's attempts. Two statements. */
export async function listHomePageExams(ctx: LearnerContext): Promise<FeaturedExam[]> {
  const { featuredExams: ids } = await ctx.site()
  if (ids.length === 0) return []
  const now = ctx.now()
  const [exams, attempts] = await Promise.all([readExams(ctx, ids), readAttempts(ctx, ids)])
  return ids.flatMap((id) => {
    const exam = exams.find((each) => each.id === id)
    if (!exam) return []
    const own = attempts.filter(({ exam_id }) => exam_id === id)
    const over = own.filter((attempt) => !isUnderWay(attempt, now))
    return {
      id,
      name: exam.title,
      start_date: wallClock(exam.opens_at),
      end_date: wallClock(exam.closes_at),
      ...isoDates(exam),
      time: examMinutes(exam.minutes),
      total_noq: exam.question_count,
      attempt: exam.attempts_allowed,
      exams_completed: over.length,
      correct_score: marksOf(exam.correct_units, exam),
      total_grade: totalMarks(exam.question_count, exam),
      course_category: { title: exam.category_title },
      result: over
        .filter(({ status }) => status === 'completed')
        .map((attempt) => ({
          attempt_id: attempt.id,
          user_grade: marksOf(attempt.score_units ?? 0, attempt),
          attend_date: attempt.started_at,
          attend_date_iso: isoTime(attempt.started_at),
        })),
      is_reg_needed: fieldsAsked(exam.registration_fields).length > 0 ? 'Y' : 'N',
      registered: exam.registration_id !== null,
      in_progress: over.length < own.length,
    }
  })
}

function readExams({ db, user }: LearnerContext, ids: number[]) {
  return db
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .where('exams.id', 'in', ids)
    .where('exams.exam_type_id', '=', MOCK_TEST)
    .where('exams.retired', '=', 0)
    .select(({ selectFrom }) => [
      'exams.id',
      'exams.title',
      'exams.category_title',
      'exams.minutes',
      attemptsAllowed(user.id).as('attempts_allowed'),
      'exams.registration_fields',
      'exams.opens_at',
      'exams.closes_at',
      'papers.question_count',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
      selectFrom('exam_registrations')
        .whereRef('exam_registrations.exam_id', '=', 'exams.id')
        .where('exam_registrations.user_id', '=', user.id)
        .select('exam_registrations.id')
        .as('registration_id'),
    ])
    .execute()
}

function readAttempts({ db, user }: LearnerContext, ids: number[]) {
  return db
    .selectFrom('attempts')
    .innerJoin('papers', 'papers.id', 'attempts.paper_id')
    .where('attempts.user_id', '=', user.id)
    .where('attempts.exam_id', 'in', ids)
    .select([
      'attempts.id',
      'attempts.exam_id',
      'attempts.status',
      'attempts.started_at',
      'attempts.deadline_at',
      'attempts.score_units',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
    ])
    .orderBy('attempts.number', 'desc')
    .execute()
}
