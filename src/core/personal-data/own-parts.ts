import { deleteRows, type PersonalPart } from './part.ts'

/** What no feature owns of a person. */

/** What was noted because nothing else keeps it. */
export const activityPart: PersonalPart = {
  tables: ['activity_log'],
  lists: [
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
  ],
  erase: (tx, person) => deleteRows(tx, person, ['activity_log']),
}

/** How often calls with a limit were made, and what was answered to those that create something. */
export const callsPart: PersonalPart = {
  tables: ['call_counts', 'creation_replies'],
  lists: [],
  erase: (tx, person) => deleteRows(tx, person, ['call_counts', 'creation_replies']),
}

/** What staff did to the person. */
export const staffLogPart: PersonalPart = {
  tables: ['staff_log'],
  lists: [
    {
      key: 'staff_log',
      title: 'What those who run the site changed for you, and why',
      columns: {
        action: 'What',
        subject: 'Of what',
        reason: 'Why',
        before: ['Before', 'json'],
        after: ['After', 'json'],
        at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('staff_log')
          .select(['action', 'subject', 'reason', 'before', 'after', 'at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
  ],
  erase: async (tx, person) => {
    // That somebody of the staff did something stays; to whom and why does not.
    await tx
      .updateTable('staff_log')
      .set({ user_id: null, reason: '', before: '{}', after: '{}' })
      .where('user_id', '=', person.id)
      .execute()
  },
}
