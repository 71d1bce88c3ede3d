import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** What somebody prepares for. */
export const dashboardPart: PersonalPart = {
  tables: ['user_preferences'],
  lists: [
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
  erase: (tx, person) => deleteRows(tx, person, ['user_preferences']),
}
