import { answeredInChapters } from '#features/course/server/answered-questions.ts'
import type { AnsweredQuestion } from '#features/questions/server/answered-question.ts'
import {
  answeredInQuizzes,
  skippedInQuizzes,
  type SkippedQuestion,
} from '#features/quizzes/server/answered-questions.ts'
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
  // One that was never seen was not missed; an attempt that came as counts alone does not say which were seen.
  missed: async (db, attemptIds) => [
    ...(await answeredInQuizzes(db, attemptIds)).filter(isWrong).map(wrong),
    ...(await skippedInQuizzes(db, attemptIds)).map(skipped),
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

const skipped = ({ attemptId, questionId }: SkippedQuestion): Missed => ({ attemptId, questionId, wrong: false })
