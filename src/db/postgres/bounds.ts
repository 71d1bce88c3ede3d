import { PostgresAdapter, sql } from 'kysely'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { Db } from '../database.ts'

/** How long a connection lets one statement take, in milliseconds. */
export interface Bounds {
  /** To run. */
  statement: number
  /** To wait for somebody else's lock. */
  lock: number
  /** To leave a transaction open in which nothing happens: its locks would hold up everybody. */
  idleInTransaction: number
}

/**
 * Of a server: whoever holds a table costs the requests that need it, and not the others, which wait for the connections
 * that those keep. All stay below the time in which a reply must begin (src/http/request/deadline.ts).
 */
export const serverBounds: Bounds = { statement: 30 * SECOND, lock: 3 * SECOND, idleInTransaction: MINUTE }

/**
 * Sets them for a connection. By a statement, not with the connection's first words, which poolers refuse that know only
 * some of them.
 */
export const settingBounds = ({ statement, lock, idleInTransaction }: Bounds): string =>
  `set statement_timeout = ${statement}; set lock_timeout = ${lock}; ` +
  `set idle_in_transaction_session_timeout = ${idleInTransaction}`

/** Lifts the bounds for the rest of a transaction: for what is long by nature, migrations and imports. */
export async function liftBounds(tx: Db): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}
