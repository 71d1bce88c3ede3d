import type { Db } from '#db/database.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { takeTurnOf } from './accounts.ts'
import { endSessions } from './for-staff.ts'
import { changingSessions } from './sessions/known-sessions.ts'

/** What a learner may do no more: log in at all, or write in discussions. */
export type Block = 'log-in' | 'discussions'

const columnOf = { 'log-in': 'blocked_at', discussions: 'muted_at' } as const
const actionOf = { 'log-in': 'log-in', discussions: 'writing in discussions' } as const

/**
 * Keeps a learner out: of everything, with the end of their log-ins, or of writing in discussions.
 * @returns how many log-ins have ended
 * @throws notFound, conflict when they are kept out already or the account has ended
 */
export function block(db: Db, work: StaffWork, userId: number, from: Block): Promise<number> {
  return changingSessions(() =>
    inTransaction(db, async (tx) => {
      await takeTurnOf(tx, userId)
      const ended = from === 'log-in' ? await endSessions(tx, userId, work.now) : 0
      await setBlock(tx, work, userId, from, work.now)
      return ended
    }),
  )
}

/** Lets a learner in again. @throws notFound, conflict when they are not kept out or the account has ended */
export function unblock(db: Db, work: StaffWork, userId: number, from: Block): Promise<void> {
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    await setBlock(tx, work, userId, from, null)
  })
}

async function setBlock(tx: Db, work: StaffWork, userId: number, from: Block, at: number | null): Promise<void> {
  const column = columnOf[from]
  const { before } = await tx
    .selectFrom('users')
    .select(`${column} as before`)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const changed = await tx
    .updateTable('users')
    .set({ [column]: at })
    .where('id', '=', userId)
    .where(column, at === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed)
    throw conflict(at === null ? 'The learner is not blocked' : 'The learner is already blocked', 'conflict')
  await logWork(tx, work, {
    action: `${actionOf[from]} ${at === null ? 'unblocked' : 'blocked'}`,
    subject: `learner ${userId}`,
    userId,
    before: { [column]: before },
    after: { [column]: at },
  })
}
