import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Tickets that are changed in one statement. */
const AT_ONCE = 500

/** Since when tickets of before wait, and indexes along which staff read tickets, comments and what was done to each. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await fillWaiting(db)
  await createIndexOnline(db, engine, 'tickets_queue', (index) =>
    index.on('tickets').columns(['mode', 'waiting_since', 'id']),
  )
  await createIndexOnline(db, engine, 'tickets_assignee', (index) =>
    index.on('tickets').columns(['assignee_id', 'mode', 'id']).where(sql.ref('assignee_id'), 'is not', sql.lit(null)),
  )
  await createIndexOnline(db, engine, 'users_staff', (index) =>
    index.unique().on('users').columns(['staff_id']).where(sql.ref('staff_id'), 'is not', sql.lit(null)),
  )
  // Comments of all panels in the order of their time; of replies there are more.
  await createIndexOnline(db, engine, 'discussions_top', (index) =>
    index.on('discussions').columns(['created_at', 'id']).where(sql.ref('parent_id'), 'is', sql.lit(null)),
  )
  await createIndexOnline(db, engine, 'discussions_hidden', (index) =>
    index.on('discussions').columns(['id']).where(sql.ref('hidden_at'), 'is not', sql.lit(null)),
  )
  await createIndexOnline(db, engine, 'audit_log_subject', (index) => index.on('audit_log').columns(['subject', 'id']))
}

/** The first message of the learner after the last answer, where there is one. */
async function fillWaiting(db: Kysely<any>): Promise<void> {
  for (let from = 0; ;) {
    const rows = await db
      .selectFrom('tickets')
      .select('id')
      .where('id', '>', from)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const last = rows.at(-1)?.id as number | undefined
    if (last === undefined) return
    await sql`
      update tickets set waiting_since = (
        select min(message.created_at) from ticket_messages as message
        where message.ticket_id = tickets.id and message.id > coalesce((
          select max(answer.id) from ticket_messages as answer
          where answer.ticket_id = tickets.id and answer.mode = 'staff'), 0))
      where id > ${from} and id <= ${last}`.execute(db)
    from = last
  }
}
