import { sql } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { OpenDatabase } from '#db/open.ts'
import { testWork } from '../api/staff-work.ts'

/** Writes entries into the log of staff, each about one of the learners where there are some. */
export async function writeLog(db: OpenDatabase['db'], count: number, learners: readonly number[] = []): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const userId = learners[number - 1]
    const act = { action: 'access extended', subject: `course ${number}`, ...(userId !== undefined && { userId }) }
    await db.transaction().execute((tx) => logWork(tx, testWork(1000 * number, `Reason ${number}`), act))
  }
}

/** Takes away what keeps the log as it was written, as whoever owns the database can. */
export async function unguardLog(db: Db, engine: Engine): Promise<void> {
  const triggers = engine === 'sqlite' ? ['_update', '_delete'].map((event) => `audit_log_keeps${event}`) : []
  for (const trigger of triggers) await sql`drop trigger ${sql.id(trigger)}`.execute(db)
  if (engine === 'postgres') await sql`drop trigger audit_log_keeps on audit_log`.execute(db)
}
