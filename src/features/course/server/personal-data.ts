import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** What was opened, answered and joined in courses. */
export const coursePart: PersonalPart = {
  tables: ['chapter_progress', 'community_joins', 'chapter_attempts', 'chapter_answers'],
  lists: [
    {
      key: 'chapters_watched',
      title: 'Chapters you opened',
      columns: {
        course: 'Course',
        chapter: 'Chapter',
        viewed_at: ['Opened', 'moment'],
        watched_at: ['Watched to the end', 'moment'],
        position_ms: 'Stopped at (milliseconds)',
        position_at: ['Stopped', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('chapter_progress as progress')
          .innerJoin('courses', 'courses.id', 'progress.course_id')
          .innerJoin('chapters', 'chapters.id', 'progress.chapter_id')
          .select([
            'courses.title as course',
            'chapters.title as chapter',
            'progress.viewed_at',
            'progress.watched_at',
            'progress.position_ms',
            'progress.position_at',
          ])
          .where('progress.user_id', '=', userId)
          .orderBy('progress.course_id')
          .orderBy('progress.chapter_id'),
    },
    {
      key: 'chapter_questions_answered',
      title: 'Your answers in video based exams',
      columns: {
        chapter: 'Chapter',
        created_at: ['When', 'moment'],
        question: ['Question', 'html'],
        answer: ['Your answer', 'html'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('chapter_attempts as attempt')
          .innerJoin('chapters', 'chapters.id', 'attempt.chapter_id')
          .leftJoin('chapter_answers as given', 'given.attempt_id', 'attempt.id')
          .leftJoin('question_texts as questions', 'questions.id', 'given.question_id')
          .leftJoin('option_texts as option', 'option.id', 'given.option_id')
          .select([
            'chapters.title as chapter',
            'attempt.created_at',
            'questions.content_html as question',
            'option.content_html as answer',
          ])
          .where('attempt.user_id', '=', userId)
          .orderBy('attempt.id')
          .orderBy('given.question_id'),
    },
    {
      key: 'communities_joined',
      title: 'Communities you joined',
      columns: { course: 'Course', option: 'Community', joined_at: ['Joined', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('community_joins as joined')
          .innerJoin('courses', 'courses.id', 'joined.course_id')
          .innerJoin('course_communities as community', 'community.id', 'joined.community_id')
          .select(['courses.title as course', 'community.option', 'joined.joined_at'])
          .where('joined.user_id', '=', userId)
          .orderBy('joined.community_id'),
    },
  ],
  goes: ['What you watched, joined and opened, and your places in webinars'],
  erase: async (tx, person) => {
    // Answers go with their attempts.
    await deleteRows(tx, person, ['chapter_progress', 'community_joins', 'chapter_attempts'])
  },
}

/** How long lectures were watched; a download has it further on. */
export const watchDaysPart: PersonalPart = {
  tables: ['watch_days'],
  lists: [
    {
      key: 'days_watched',
      title: 'How long you watched lectures, day by day',
      columns: { day_at: ['Day', 'moment'], watched_ms: 'Watched (milliseconds)' },
      rows: (db, userId) =>
        db.selectFrom('watch_days').select(['day_at', 'watched_ms']).where('user_id', '=', userId).orderBy('day_at'),
    },
  ],
  erase: (tx, person) => deleteRows(tx, person, ['watch_days']),
}
