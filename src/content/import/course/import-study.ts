import { DAY, MINUTE, startOfIndianDay } from '#lib/both/time/clock.ts'
import type { Pack } from '../../pack.ts'
import type { Tx } from '../sync.ts'
import { resolveTime } from '../../times.ts'

type Learner = Pack['learners'][number]

/** What a demo learner has said, watched, solved and registered for before the demo begins; called once, when the learner is created. */
export async function importStudy(tx: Tx, learner: Learner, userId: number, now: number): Promise<void> {
  const { preference, watched_minutes: minutes = [], quizzes = [], webinars = [] } = learner
  if (preference) {
    await tx
      .insertInto('user_preferences')
      .values({
        user_id: userId,
        options: JSON.stringify(preference.groups),
        course: preference.wants === 'exams' ? 0 : 1,
        exam: preference.wants === 'courses' ? 0 : 1,
        changed_at: now,
      })
      .execute()
  }
  const today = startOfIndianDay(now)
  const days = minutes.flatMap((watched, ago) =>
    watched > 0 ? [{ user_id: userId, day_at: today - ago * DAY, watched_ms: watched * MINUTE }] : [],
  )
  if (days.length > 0) await tx.insertInto('watch_days').values(days).execute()
  for (const { quiz, at, wrong } of quizzes)
    await importQuizAttempt(tx, { userId, quiz, wrong, at: resolveTime(at, now) })
  for (const key of webinars) {
    const { id } = await tx.selectFrom('webinars').select('id').where('key', '=', key).executeTakeFirstOrThrow()
    await tx
      .insertInto('webinar_registrations')
      .values({ webinar_id: id, user_id: userId, created_at: now, reminded_of: null })
      .execute()
  }
}

/** An attempt in which the first questions were answered wrong and all others right. */
async function importQuizAttempt(
  tx: Tx,
  { userId, quiz, wrong, at }: { userId: number; quiz: string; wrong: number; at: number },
): Promise<void> {
  const options = await tx
    .selectFrom('quizzes')
    .innerJoin('quiz_questions', 'quiz_questions.quiz_id', 'quizzes.id')
    .innerJoin('option_texts as question_options', 'question_options.question_id', 'quiz_questions.question_id')
    .where('quizzes.key', '=', quiz)
    .where('quiz_questions.retired', '=', 0)
    .select([
      'quizzes.id as quiz_id',
      'quiz_questions.question_id',
      'question_options.id',
      'question_options.is_answer',
    ])
    .orderBy('quiz_questions.position')
    .orderBy('question_options.position')
    .execute()
  const questions = [...new Set(options.map(({ question_id }) => question_id))]
  const { id } = await tx
    .insertInto('quiz_attempts')
    .values({
      user_id: userId,
      quiz_id: options[0]!.quiz_id,
      question_count: questions.length,
      correct_count: questions.length - wrong,
      incorrect_count: wrong,
      submission: null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = questions.map((question, index) => ({
    attempt_id: id,
    question_id: question,
    option_id: options.find(
      (option) => option.question_id === question && option.is_answer === (index < wrong ? 0 : 1),
    )!.id,
  }))
  await tx.insertInto('quiz_answers').values(answers).execute()
}
