import { sql } from 'kysely'
import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'
import type { AttemptsTable } from '../exams.tables.ts'

/** Attempts at exams and what was entered for them. Says also of quizzes and practice that they go. */
export const examsPart: PersonalPart = {
  tables: ['attempts', 'responses', 'question_times', 'exam_registrations', 'extra_attempts'],
  lists: [
    {
      key: 'exam_attempts',
      title: 'Your exam attempts',
      columns: {
        exam: 'Exam',
        number: 'Attempt',
        status: [
          'State',
          { open: 'In progress', completed: 'Completed' } satisfies Record<AttemptsTable['status'], string>,
        ],
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
        others_seen: 'Other questions seen by then and left without an action',
      },
      rows: (db, userId) =>
        db
          .selectFrom('responses')
          .innerJoin('attempts', 'attempts.id', 'responses.attempt_id')
          .innerJoin('exams', 'exams.id', 'attempts.exam_id')
          .innerJoin('question_texts as questions', 'questions.id', 'responses.question_id')
          .leftJoin('option_texts as option', 'option.id', 'responses.option_id')
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
            // Ids have commas between them (exams.tables.ts).
            sql<number | null>`case when visited = '' then 0
              else length(visited) - length(replace(visited, ',', '')) + 1 end`.as('others_seen'),
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
      key: 'extra_exam_attempts',
      title: 'Exam attempts that you were given',
      columns: { exam: 'Exam', attempts: 'Attempts more than others have' },
      rows: (db, userId) =>
        db
          .selectFrom('extra_attempts as extra')
          .innerJoin('exams', 'exams.id', 'extra.exam_id')
          .select(['exams.title as exam', 'extra.attempts'])
          .where('extra.user_id', '=', userId)
          .orderBy('extra.exam_id'),
    },
  ],
  goes: ['Your exams, quizzes, registrations and practice, with every answer and result'],
  stays: ['In exam ranks you remain as one unnamed candidate among the others'],
  erase: async (tx, person) => {
    // Answers go with their attempts.
    await deleteRows(tx, person, ['attempts', 'exam_registrations', 'extra_attempts'])
  },
}
