import { kindLabels } from '../notifications.rules.ts'
import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** What the person was told, and where it is pushed. */
export const notificationsPart: PersonalPart = {
  tables: [
    'notifications',
    'notification_reads',
    'push_choices',
    'push_subscriptions',
    'push_deliveries',
    'announcement_learners',
  ],
  lists: [
    {
      key: 'notifications',
      title: 'Notifications to you alone',
      columns: { title: 'Title', message_html: ['Message', 'html'], created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('notifications')
          .select(['title', 'message_html', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
    {
      key: 'notifications_read',
      title: 'Notifications you read',
      columns: { title: 'Title', read_at: ['Read', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('notification_reads as seen')
          .innerJoin('notifications', 'notifications.id', 'seen.notification_id')
          .select(['notifications.title', 'seen.read_at'])
          .where('seen.user_id', '=', userId)
          .orderBy('seen.notification_id'),
    },
    {
      key: 'notifications_by_staff',
      title: 'Notifications of our staff to you, or to a list that you were on',
      columns: { title: 'Title', message_html: ['Message', 'html'], sent_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('announcement_learners as meant')
          .innerJoin('announcements', 'announcements.id', 'meant.announcement_id')
          .select(['title', 'message_html', 'sent_at'])
          .where('meant.user_id', '=', userId)
          .where('sent_at', 'is not', null)
          .orderBy('announcements.id'),
    },
    {
      key: 'push_choices',
      title: 'What you want pushed',
      columns: { kind: ['What', kindLabels], pushed: ['Pushed', 'yes'] },
      rows: (db, userId) =>
        db.selectFrom('push_choices').select(['kind', 'pushed']).where('user_id', '=', userId).orderBy('kind'),
    },
    {
      key: 'push_browsers',
      title: 'Browsers that notifications are pushed to',
      columns: { endpoint: 'Address', created_at: ['Since', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('push_subscriptions')
          .select(['endpoint', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
  ],
  goes: ['Notifications to you, and where they were pushed'],
  erase: async (tx, person) => {
    // Deliveries go with their subscription.
    await deleteRows(tx, person, ['push_subscriptions', 'push_choices', 'notification_reads'])
    await tx.deleteFrom('notifications').where('user_id', '=', person.id).execute()
    // What was written to them alone goes as a whole.
    await tx
      .deleteFrom('announcements')
      .where('audience', '=', 'learner')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('announcement_learners').select('announcement_id').where('user_id', '=', person.id),
      )
      .execute()
    await deleteRows(tx, person, ['announcement_learners'])
  },
}
