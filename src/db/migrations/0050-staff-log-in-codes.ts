import type { Kysely } from 'kysely'

/** Log-ins of staff use the codes, sends and guesses that log-ins of learners use (docs/decisions/0086-staff-log-in-limits.md). */
export async function up(db: Kysely<any>): Promise<void> {
  const table = () => db.schema.alterTable('staff_log_ins')
  // The row of `users` that codes, sends and guesses count for; null in a log-in that an older server began
  await table().addColumn('user_id', 'integer').execute()
  // 'staff', 'staff long' or 'device N'
  await table()
    .addColumn('way', 'text', (column) => column.notNull().defaultTo('staff'))
    .execute()
  // When the phone was proved with an 8-digit code
  await table().addColumn('confirmed_at', 'bigint').execute()
}
