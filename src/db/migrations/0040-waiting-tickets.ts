import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/**
 * Each message says by itself whether its ticket waits: so it does where a server of the release before writes it, or the
 * import of a pack. What waits goes on waiting from the first word that nobody answered.
 */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  const change = (row: string) =>
    `update tickets set waiting_since =
       case when ${row}.mode = 'user' then coalesce(waiting_since, ${row}.created_at) end
     where id = ${row}.ticket_id`
  if (engine === 'sqlite') {
    await sql
      .raw(`create trigger ticket_messages_wait after insert on ticket_messages begin ${change('new')}; end`)
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function ticket_messages_wait() returns trigger language plpgsql as
       $$ begin ${change('new')}; return null; end $$`,
    )
    .execute(db)
  await sql`
    create trigger ticket_messages_wait after insert on ticket_messages
    for each row execute function ticket_messages_wait()`.execute(db)
}
