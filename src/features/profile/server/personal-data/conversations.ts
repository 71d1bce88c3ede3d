import { sql } from 'kysely'
import { deleteRows, type PersonalPart } from './part.ts'

/** Stands where others answered a comment whose writer's account has ended. */
export const REMOVED_COMMENT = 'This comment was removed together with its writer’s account.'

/** Discussions and support tickets. */
export const conversationsPart: PersonalPart = {
  tables: ['discussions', 'discussion_reports', 'tickets', 'ticket_messages'],
  lists: [
    {
      key: 'comments',
      title: 'Your comments and replies',
      columns: {
        course: 'Course',
        content_html: ['What you wrote', 'typed'],
        created_at: ['When', 'moment'],
        deleted_at: ['Deleted', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('discussions')
          .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
          .innerJoin('courses', 'courses.id', 'panel.course_id')
          .select([
            'courses.title as course',
            'discussions.content_html',
            'discussions.created_at',
            'discussions.deleted_at',
          ])
          .where('discussions.user_id', '=', userId)
          .orderBy('discussions.id'),
    },
    {
      key: 'comments_reported',
      title: 'Comments you reported',
      columns: { discussion_id: 'Comment', created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('discussion_reports')
          .select(['discussion_id', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('discussion_id'),
    },
    {
      key: 'tickets',
      title: 'Your support tickets',
      columns: {
        id: 'Ticket',
        title: 'Title',
        course: 'Course',
        mode: 'State',
        created_at: ['Raised', 'moment'],
        closed_at: ['Closed', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('tickets')
          .leftJoin('courses', 'courses.id', 'tickets.course_id')
          .select([
            'tickets.id',
            'tickets.title',
            'courses.title as course',
            'tickets.mode',
            'tickets.created_at',
            'tickets.closed_at',
          ])
          .where('tickets.user_id', '=', userId)
          .orderBy('tickets.id'),
    },
    {
      key: 'ticket_messages',
      title: 'What you wrote in support tickets',
      columns: {
        ticket_id: 'Ticket',
        body: 'What you wrote',
        attachment: ['Attachment', 'private picture'],
        created_at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('ticket_messages as message')
          .innerJoin('tickets', 'tickets.id', 'message.ticket_id')
          .select(['message.ticket_id', 'message.body', 'message.attachment', 'message.created_at'])
          .where('tickets.user_id', '=', userId)
          .where('message.mode', '=', 'user')
          .orderBy('message.id'),
    },
  ],
  goes: ['Your comments and replies in discussions', 'Your support tickets with their attachments'],
  stays: [`Answers that others gave you: your comment above them then says ‘${REMOVED_COMMENT}’`],
  files: async (db, { id }) => {
    const rows = await db
      .selectFrom('ticket_messages as message')
      .innerJoin('tickets', 'tickets.id', 'message.ticket_id')
      .select('message.attachment')
      .where('tickets.user_id', '=', id)
      .where('message.attachment', 'is not', null)
      .execute()
    return rows.map(({ attachment }) => ({ file: attachment, isPrivate: true }))
  },
  erase: async (tx, person, now) => {
    // Others were told of the person's replies, with name and words.
    await tx
      .deleteFrom('notifications')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('discussions')
            .select('discussions.id')
            .where('discussions.user_id', '=', person.id)
            .where(sql<boolean>`notifications.key like 'reply:' || discussions.id || ':%'`),
        ),
      )
      .execute()
    await tx
      .updateTable('discussions')
      .set({ content_html: REMOVED_COMMENT })
      .where('user_id', '=', person.id)
      .execute()
    // What nobody else answered disappears.
    await tx
      .updateTable('discussions')
      .set({ deleted_at: now })
      .where('user_id', '=', person.id)
      .where('deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('discussions as answer')
              .select('answer.id')
              .whereRef('answer.parent_id', '=', 'discussions.id')
              .where('answer.user_id', '!=', person.id)
              .where('answer.deleted_at', 'is', null),
          ),
        ),
      )
      .execute()
    await deleteRows(tx, person, ['discussion_reports'])
    const own = tx.selectFrom('tickets').select('id').where('user_id', '=', person.id)
    await tx.deleteFrom('ticket_messages').where('ticket_id', 'in', own).execute()
    await deleteRows(tx, person, ['tickets'])
  },
}
