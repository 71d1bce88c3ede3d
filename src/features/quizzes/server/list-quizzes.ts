import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'

/**
 * Quizzes in the order of the pack, with what the learner reached before: by today's answers, as practice has them, and as
 * the browser counted it where no answers came with the counts. Two statements.
 */
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
      .with('marked', (from) =>
        from
          .selectFrom('quiz_attempts')
          .innerJoin('quiz_answers', 'quiz_answers.attempt_id', 'quiz_attempts.id')
          .innerJoin('option_texts as question_options', 'question_options.id', 'quiz_answers.option_id')
          .select(({ fn }) => ['quiz_attempts.id', fn.sum<number>('question_options.is_answer').as('right')])
          .where('quiz_attempts.user_id', '=', user.id)
          .groupBy('quiz_attempts.id'),
      )
      .selectFrom('quiz_attempts')
      .leftJoin('marked', 'marked.id', 'quiz_attempts.id')
      .select('quiz_id')
      .select(({ fn }) => fn.countAll<number>().as('times'))
      .select(({ ref }) =>
        sql<number>`max(coalesce(${ref('marked.right')}, correct_count) * 100.0 / question_count)`.as('best'),
      )
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
