import type { Db } from '#db/database.ts'
import { answeredInChapters } from '#features/course/server/answered-questions.ts'
import type { AnsweredQuestion } from '#features/exams/server/answered-question.ts'
import { answeredInQuizzes } from '#features/quizzes/server/answered-questions.ts'
import { taken, type Missed, type MistakeSource } from './sources.ts'

/** Mistakes in questions that learners see with their answers anyway: quizzes, and the video based exams of chapters. */

export const quizMistakes: MistakeSource = {
  kind: 'quiz',
  finished: (db, userId, most) =>
    db
      .selectFrom('quiz_attempts')
      .innerJoin('quizzes', 'quizzes.id', 'quiz_attempts.quiz_id')
      .where('quiz_attempts.user_id', '=', userId)
      .where('quiz_attempts.id', 'not in', taken(db, userId, 'quiz'))
      .select([
        'quiz_attempts.id as attemptId',
        'quiz_attempts.quiz_id as sourceId',
        'quizzes.title',
        'quiz_attempts.created_at as at',
      ])
      .orderBy('at')
      .orderBy('quiz_attempts.id')
      .limit(most)
      .execute(),
  missed: async (db, attemptIds) => [
    ...(await answeredInQuizzes(db, attemptIds)).filter(isWrong).map(wrong),
    ...(await notAttended(db, attemptIds)),
  ],
}

export const chapterMistakes: MistakeSource = {
  kind: 'chapter',
  finished: (db, userId, most) =>
    db
      .selectFrom('chapter_attempts')
      .innerJoin('chapters', 'chapters.id', 'chapter_attempts.chapter_id')
      .where('chapter_attempts.user_id', '=', userId)
      .where('chapter_attempts.id', 'not in', taken(db, userId, 'chapter'))
      .select([
        'chapter_attempts.id as attemptId',
        'chapter_attempts.chapter_id as sourceId',
        'chapters.title',
        'chapter_attempts.created_at as at',
      ])
      .orderBy('at')
      .orderBy('chapter_attempts.id')
      .limit(most)
      .execute(),
  // One question follows another only when it is answered, so none is skipped.
  missed: async (db, attemptIds) => (await answeredInChapters(db, attemptIds)).filter(isWrong).map(wrong),
}

const isWrong = ({ correct }: AnsweredQuestion) => !correct

const wrong = ({ attemptId, questionId }: AnsweredQuestion): Missed => ({ attemptId, questionId, wrong: true })

/**
 * Questions of quizzes that a learner did not attend. Told only of attempts that came with their answers: one that came as
 * counts does not say which questions were attended. A quiz that changed since is taken as it is now.
 */
async function notAttended(db: Db, attemptIds: number[]): Promise<Missed[]> {
  const rows = await db
    .selectFrom('quiz_attempts')
    .innerJoin('quiz_questions', 'quiz_questions.quiz_id', 'quiz_attempts.quiz_id')
    .leftJoin('quiz_answers', (join) =>
      join
        .onRef('quiz_answers.attempt_id', '=', 'quiz_attempts.id')
        .onRef('quiz_answers.question_id', '=', 'quiz_questions.question_id'),
    )
    .where('quiz_attempts.id', 'in', attemptIds)
    .where('quiz_questions.retired', '=', 0)
    .where('quiz_answers.option_id', 'is', null)
    .whereRef('quiz_attempts.question_count', '>', ({ eb }) => eb('correct_count', '+', eb.ref('incorrect_count')))
    .where(({ eb, selectFrom }) =>
      eb(
        eb('correct_count', '+', eb.ref('incorrect_count')),
        '=',
        selectFrom('quiz_answers as given')
          .whereRef('given.attempt_id', '=', 'quiz_attempts.id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),
    )
    .select(['quiz_attempts.id as attemptId', 'quiz_questions.question_id as questionId'])
    .orderBy('quiz_questions.position')
    .execute()
  return rows.map((row) => ({ ...row, wrong: false }))
}
