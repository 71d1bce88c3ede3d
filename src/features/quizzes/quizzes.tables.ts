import type { Generated } from 'kysely'

export interface QuizzesTable {
  id: Generated<number>
  key: string
  title: string
  category: string | null
  minutes: number
  position: number
  retired: Generated<number>
}

export interface QuizQuestionsTable {
  id: Generated<number>
  quiz_id: number
  question_id: number
  position: number
  retired: Generated<number>
}

export interface QuizAttemptsTable {
  id: Generated<number>
  user_id: number
  quiz_id: number
  /** Questions the quiz had then. */
  question_count: number
  correct_count: number
  incorrect_count: number
  /** The browser's own name of the attempt, so that one that is sent again is stored once. */
  submission: string | null
  created_at: number
}

/** Questions that were not attended have no row. */
export interface QuizAnswersTable {
  attempt_id: number
  question_id: number
  option_id: number
}

/** Questions that were seen and left without an answer. One that was never seen has no row here either. */
export interface QuizSkipsTable {
  attempt_id: number
  question_id: number
}

declare module '#db/database.ts' {
  interface Database {
    quizzes: QuizzesTable
    quiz_questions: QuizQuestionsTable
    quiz_attempts: QuizAttemptsTable
    quiz_answers: QuizAnswersTable
    quiz_skips: QuizSkipsTable
  }
}
