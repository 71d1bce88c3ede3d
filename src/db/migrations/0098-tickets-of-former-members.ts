import { sql, type Kysely } from 'kysely'

export const online = true

/** Tickets that one statement unassigns. */
const BATCH = 500

/** Unassigns tickets of members who have left or no longer answer tickets. Newer releases do it with the change itself. */
export async function up(db: Kysely<any>): Promise<void> {
  let ids: number[]
  do {
    const { rows } = await sql<{ id: number }>`
      update tickets set assignee_id = null where id in (
        select tickets.id from tickets inner join staff on staff.id = tickets.assignee_id
        where staff.left_at is not null or (staff.roles not like '%"owner"%' and staff.roles not like '%"support"%')
        limit ${sql.lit(BATCH)})
      returning id`.execute(db)
    ids = rows.map(({ id }) => id)
  } while (ids.length > 0)
}
