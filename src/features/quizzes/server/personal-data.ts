import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** Quizzes that were taken. */
export const quizzesPart: PersonalPart = {
  tables: ['quiz_attempts', 'quiz_answers', 'quiz_skips'],
  lists: [
    {
      key: 'quiz_attempts',
      title: 'Your quizzes',
      columns: {
        quiz: 'Quiz',
        question_count: 'Questions',
        correct_count: 'Correct',
        incorrect_count: 'Incorrect',
        created_at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('quiz_attempts as attempt')
          .innerJoin('quizzes', 'quizzes.id', 'attempt.quiz_id')
          .select([
            'quizzes.title as quiz',
            'attempt.question_count',
            'attempt.correct_count',
            'attempt.incorrect_count',
            'attempt.created_at',
          ])
          .where('attempt.user_id', '=', userId)
          .orderBy('attempt.id'),
    },
    {
      key: 'quiz_answers',
      title: 'Your answers in quizzes',
      columns: {
        quiz: 'Quiz',
        created_at: ['When', 'moment'],
        question: ['Question', 'html'],
        answer: ['Your answer', 'html'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('quiz_answers as given')
          .innerJoin('quiz_attempts as attempt', 'attempt.id', 'given.attempt_id')
          .innerJoin('quizzes', 'quizzes.id', 'attempt.quiz_id')
          .innerJoin('question_texts as questions', 'questions.id', 'given.question_id')
          .innerJoin('option_texts as option', 'option.id', 'given.option_id')
          .select([
            'quizzes.title as quiz',
            'attempt.created_at',
            'questions.content_html as question',
            'option.content_html as answer',
          ])
          .where('attempt.user_id', '=', userId)
          .orderBy('given.attempt_id')
          .orderBy('given.question_id'),
    },
    {
      key: 'quiz_skips',
      title: 'Questions you left without an answer in quizzes',
      columns: {
        quiz: 'Quiz',
        created_at: ['When', 'moment'],
        question: ['Question', 'html'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('quiz_skips as skipped')
          .innerJoin('quiz_attempts as attempt', 'attempt.id', 'skipped.attempt_id')
          .innerJoin('quizzes', 'quizzes.id', 'attempt.quiz_id')
          .innerJoin('question_texts as questions', 'questions.id', 'skipped.question_id')
          .select(['quizzes.title as quiz', 'attempt.created_at', 'questions.content_html as question'])
          .where('attempt.user_id', '=', userId)
          .orderBy('skipped.attempt_id')
          .orderBy('skipped.question_id'),
    },
  ],
  erase: async (tx, person) => {
    // Answers go with their attempts.
    await deleteRows(tx, person, ['quiz_attempts'])
  },
}
