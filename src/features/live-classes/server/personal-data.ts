import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** The link to a calendar of classes. */
export const liveClassesPart: PersonalPart = {
  tables: ['calendar_feeds'],
  lists: [
    {
      key: 'calendar_links',
      title: 'Your private calendar link',
      columns: { created_at: ['Made', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('calendar_feeds').select('created_at').where('user_id', '=', userId).orderBy('user_id'),
    },
  ],
  erase: (tx, person) => deleteRows(tx, person, ['calendar_feeds']),
}
