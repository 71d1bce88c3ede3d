import { deleteRows, type PersonalPart } from './part.ts'

/** Courses, what was watched in them, and what was done beside them. */
export const learningPart: PersonalPart = {
  tables: [
    'enrolments',
    'chapter_progress',
    'community_joins',
    'activity_log',
    'chapter_attempts',
    'chapter_answers',
    'calendar_feeds',
    'watch_days',
    'user_preferences',
    'webinar_registrations',
  ],
  lists: [
    {
      key: 'courses',
      title: 'Your courses',
      columns: {
        title: 'Course',
        payment_status: 'Payment',
        created_at: ['Since', 'moment'],
        valid_until: ['Valid until', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('enrolments')
          .innerJoin('courses', 'courses.id', 'enrolments.course_id')
          .select(['courses.title', 'enrolments.payment_status', 'enrolments.created_at', 'enrolments.valid_until'])
          .where('enrolments.user_id', '=', userId)
          .orderBy('enrolments.id'),
    },
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
          .leftJoin('questions', 'questions.id', 'given.question_id')
          .leftJoin('question_options as option', 'option.id', 'given.option_id')
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
    {
      key: 'activity',
      title: 'What you opened',
      columns: { kind: 'What', target_id: 'Number', detail: 'Detail', created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('activity_log')
          .select(['kind', 'target_id', 'detail', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
    {
      key: 'calendar_links',
      title: 'Your private calendar link',
      columns: { created_at: ['Made', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('calendar_feeds').select('created_at').where('user_id', '=', userId).orderBy('user_id'),
    },
    {
      key: 'days_watched',
      title: 'How long you watched lectures, day by day',
      columns: { day_at: ['Day', 'moment'], watched_ms: 'Watched (milliseconds)' },
      rows: (db, userId) =>
        db.selectFrom('watch_days').select(['day_at', 'watched_ms']).where('user_id', '=', userId).orderBy('day_at'),
    },
    {
      key: 'webinars',
      title: 'Webinars you registered for',
      columns: { title: 'Webinar', starts_at: ['Starts', 'moment'], created_at: ['Registered', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('webinar_registrations as registration')
          .innerJoin('webinars', 'webinars.id', 'registration.webinar_id')
          .select(['webinars.title', 'webinars.starts_at', 'registration.created_at'])
          .where('registration.user_id', '=', userId)
          .orderBy('registration.webinar_id'),
    },
    {
      key: 'preference',
      title: 'What you prepare for',
      columns: {
        options: ['Exams', 'json'],
        course: ['Courses wanted', 'yes'],
        exam: ['Mock exams wanted', 'yes'],
        changed_at: ['Said', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('user_preferences')
          .select(['options', 'course', 'exam', 'changed_at'])
          .where('user_id', '=', userId)
          .orderBy('user_id'),
    },
  ],
  goes: [
    'Your courses: you lose access to all of them, without a refund',
    'What you watched, joined and opened, and your places in webinars',
  ],
  erase: async (tx, person) => {
    // Answers go with their attempts.
    await deleteRows(tx, person, [
      'enrolments',
      'chapter_progress',
      'community_joins',
      'activity_log',
      'chapter_attempts',
      'calendar_feeds',
      'watch_days',
      'user_preferences',
      'webinar_registrations',
    ])
  },
}
