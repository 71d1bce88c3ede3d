import { sql } from 'kysely'
import type { LearnerContext } from '#api/context.ts'

/** Quizzes in the order of the pack, with what the learner reached before. Two statements. */
export async function listQuizzes({ db, user }: LearnerContext) {
  const [quizzes, reached] = await Promise.all([
    db
      .selectFrom('quizzes')
      .innerJoin('quiz_questions', (join) =>
        join.onRef('quiz_questions.quiz_id', '=', 'quizzes.id').on('quiz_questions.retired', '=', 0),
      )
      .select(['quizzes.id', 'quizzes.title', 'quizzes.category', 'quizzes.minutes as duration'])
      .select(({ fn }) => fn.countAll<number>().as('question_count'))
      .where('quizzes.retired', '=', 0)
      .groupBy(['quizzes.id', 'quizzes.title', 'quizzes.category', 'quizzes.minutes', 'quizzes.position'])
      .orderBy('quizzes.position')
      .execute(),
    db
      .selectFrom('quiz_attempts')
      .select('quiz_id')
      .select(({ fn }) => fn.countAll<number>().as('times'))
      .select(sql<number>`max(correct_count * 100.0 / question_count)`.as('best'))
      .where('user_id', '=', user.id)
      .groupBy('quiz_id')
      .execute(),
  ])
  const own = new Map(reached.map((row) => [row.quiz_id, row]))
  return {
    status: true,
    data: quizzes.map((quiz) => {
      const before = own.get(quiz.id)
      return {
        ...quiz,
        times_taken: before?.times ?? 0,
        best_percentage: before ? Math.round(before.best) : null,
      }
    }),
  }
}
