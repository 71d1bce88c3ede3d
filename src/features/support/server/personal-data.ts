import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

/** Tickets, and what the person wrote in them. Internal notes of staff are erased with them and in no download. */
export const supportPart: PersonalPart = {
  tables: ['tickets', 'ticket_messages', 'ticket_notes'],
  lists: [
    {
      key: 'tickets',
      title: 'Your support tickets',
      columns: {
        id: 'Ticket',
        title: 'Title',
        course: 'Course',
        mode: ['State', { open: 'Open', closed: 'Closed' }],
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
  goes: ['Your support tickets with their attachments'],
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
  erase: async (tx, person) => {
    const own = tx.selectFrom('tickets').select('id').where('user_id', '=', person.id)
    await tx.deleteFrom('ticket_notes').where('ticket_id', 'in', own).execute()
    await tx.deleteFrom('ticket_messages').where('ticket_id', 'in', own).execute()
    await deleteRows(tx, person, ['tickets'])
  },
}
