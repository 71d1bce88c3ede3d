import { sql } from 'kysely'
import { deleteRows, type PersonalPart } from './part.ts'

/** Exams, quizzes and the practice that grows from them. */
export const examsPart: PersonalPart = {
  tables: [
    'attempts',
    'responses',
    'question_times',
    'exam_registrations',
    'quiz_attempts',
    'quiz_answers',
    'quiz_skips',
    'practice_notebooks',
    'practice_cards',
    'practice_reviews',
    'practice_taken',
  ],
  lists: [
    {
      key: 'exam_attempts',
      title: 'Your exam attempts',
      columns: {
        exam: 'Exam',
        number: 'Attempt',
        status: 'State',
        started_at: ['Started', 'moment'],
        submitted_at: ['Submitted', 'moment'],
        correct_count: 'Correct',
        incorrect_count: 'Incorrect',
        marks: 'Marks',
      },
      rows: (db, userId) =>
        db
          .selectFrom('attempts')
          .innerJoin('exams', 'exams.id', 'attempts.exam_id')
          .innerJoin('papers', 'papers.id', 'attempts.paper_id')
          .select([
            'exams.title as exam',
            'attempts.number',
            'attempts.status',
            'attempts.started_at',
            'attempts.submitted_at',
            'attempts.correct_count',
            'attempts.incorrect_count',
            sql<number>`cast(attempts.score_units as double precision) / papers.units_per_mark`.as('marks'),
          ])
          .where('attempts.user_id', '=', userId)
          .orderBy('attempts.id'),
    },
    {
      key: 'exam_answers',
      title: 'Your answers in exams',
      columns: {
        exam: 'Exam',
        number: 'Attempt',
        question: ['Question', 'html'],
        answer: ['Your answer', 'html'],
        marked: ['Marked for review', 'yes'],
        saved_at: ['Saved', 'moment'],
        on_screen_ms: 'On the screen (milliseconds)',
      },
      rows: (db, userId) =>
        db
          .selectFrom('responses')
          .innerJoin('attempts', 'attempts.id', 'responses.attempt_id')
          .innerJoin('exams', 'exams.id', 'attempts.exam_id')
          .innerJoin('questions', 'questions.id', 'responses.question_id')
          .leftJoin('question_options as option', 'option.id', 'responses.option_id')
          .select(({ selectFrom }) => [
            'exams.title as exam',
            'attempts.number',
            'questions.content_html as question',
            'option.content_html as answer',
            'responses.marked',
            'responses.saved_at',
            selectFrom('question_times as time')
              .whereRef('time.attempt_id', '=', 'responses.attempt_id')
              .whereRef('time.question_id', '=', 'responses.question_id')
              .select(({ fn }) => fn.sum<number>('time.ms').as('ms'))
              .as('on_screen_ms'),
          ])
          .where('attempts.user_id', '=', userId)
          .orderBy('responses.attempt_id')
          .orderBy('responses.question_id'),
    },
    {
      key: 'exam_registrations',
      title: 'Your exam registrations',
      columns: { exam: 'Exam', answers: ['What you entered', 'json'], created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('exam_registrations as registration')
          .innerJoin('exams', 'exams.id', 'registration.exam_id')
          .select(['exams.title as exam', 'registration.answers', 'registration.created_at'])
          .where('registration.user_id', '=', userId)
          .orderBy('registration.id'),
    },
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
          .innerJoin('questions', 'questions.id', 'given.question_id')
          .innerJoin('question_options as option', 'option.id', 'given.option_id')
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
          .innerJoin('questions', 'questions.id', 'skipped.question_id')
          .select(['quizzes.title as quiz', 'attempt.created_at', 'questions.content_html as question'])
          .where('attempt.user_id', '=', userId)
          .orderBy('skipped.attempt_id')
          .orderBy('skipped.question_id'),
    },
    {
      key: 'practice_questions',
      title: 'Your practice notebook',
      columns: {
        question: ['Question', 'html'],
        source_title: 'From',
        added_at: ['Added', 'moment'],
        due_at: ['Due', 'moment'],
        left_at: ['Left', 'moment'],
        left_reason: 'Why it left',
      },
      rows: (db, userId) =>
        db
          .selectFrom('practice_cards as card')
          .innerJoin('questions', 'questions.id', 'card.question_id')
          .select([
            'questions.content_html as question',
            'card.source_title',
            'card.added_at',
            'card.due_at',
            'card.left_at',
            'card.left_reason',
          ])
          .where('card.user_id', '=', userId)
          .orderBy('card.question_id'),
    },
    {
      key: 'practice_reviews',
      title: 'What you practised',
      columns: {
        question: ['Question', 'html'],
        kind: 'What',
        rating: 'Grade',
        answer: ['Your answer', 'html'],
        took_ms: 'Time (milliseconds)',
        reviewed_at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('practice_reviews as review')
          .innerJoin('questions', 'questions.id', 'review.question_id')
          .leftJoin('question_options as option', 'option.id', 'review.option_id')
          .select([
            'questions.content_html as question',
            'review.kind',
            'review.rating',
            'option.content_html as answer',
            'review.took_ms',
            'review.reviewed_at',
          ])
          .where('review.user_id', '=', userId)
          .orderBy('review.question_id')
          .orderBy('review.number')
          .orderBy('review.step'),
    },
  ],
  goes: ['Your exams, quizzes, registrations and practice, with every answer and result'],
  stays: ['In exam ranks you remain as one unnamed candidate among the others'],
  erase: async (tx, person) => {
    // Answers go with their attempts.
    await deleteRows(tx, person, [
      'attempts',
      'exam_registrations',
      'quiz_attempts',
      'practice_reviews',
      'practice_cards',
      'practice_taken',
      'practice_notebooks',
    ])
  },
}
