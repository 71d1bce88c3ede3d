import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** Places in webinars; the courses say that they go. */
export const webinarsPart: PersonalPart = {
  tables: ['webinar_registrations'],
  lists: [
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
  ],
  erase: (tx, person) => deleteRows(tx, person, ['webinar_registrations']),
}
