import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { UserRow, UsersTable } from '../auth.tables.ts'
import { unauthorized } from './sessions.ts'

/** What other features change of an account. Each is one statement, or more in the caller's transaction. */

/** What an account is when its learner has their turn. */
export type AccountInTurn = Pick<Selectable<UsersTable>, 'name' | 'role' | 'muted_at' | 'deleted_at'>

/**
 * Makes what is written for one learner come one after the other until the transaction ends, so that nothing slips past a
 * limit or is stored twice.
 */
export async function takeTurn(tx: Db, userId: number): Promise<AccountInTurn> {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', userId)
    .returning(['name', 'role', 'muted_at', 'deleted_at'])
    .executeTakeFirstOrThrow()
}

/**
 * The same for an act of staff, who say by number whom they mean.
 * @throws notFound where there is no such learner, conflict where the account has ended
 */
export async function takeTurnOf(tx: Db, userId: number): Promise<AccountInTurn> {
  await learnerNumbered(tx, userId)
  const account = await takeTurn(tx, userId)
  if (account.deleted_at !== null) throw conflict('This account has ended', 'conflict')
  return account
}

/** A learner whom staff mean, also one whose account has ended. @throws notFound */
export async function learnerNumbered(db: Db, id: number): Promise<UserRow> {
  const learner = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!learner) throw notFound(`There is no learner ${id}`)
  return learner
}

/**
 * Changes those details of an account that are given; of what is left out nothing is written, as another device may be
 * changing it. Null erases. The caller lets nothing be remembered meanwhile (sessions/known-sessions.ts).
 * @returns the account as it is then
 * @throws ApiError 401 when it has ended meanwhile
 */
export async function changeDetails(
  db: Db,
  userId: number,
  details: Partial<Pick<UserRow, 'name' | 'birthday' | 'city'>>,
): Promise<UserRow> {
  const row = await db
    .updateTable('users')
    // Something must be set, also where nothing is given.
    .set(({ ref }) => ({ name: ref('name'), ...details }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw unauthorized()
  return row
}

/**
 * Puts a picture in the place of the one before; null takes it away.
 * @returns the account as it is then, and the picture that it has no longer
 * @throws ApiError 401 when the account has ended meanwhile
 */
export async function exchangePicture(
  tx: Db,
  userId: number,
  which: 'avatar' | 'cover',
  address: string | null,
): Promise<{ account: UserRow; before: string | null }> {
  for (;;) {
    const row = await tx
      .selectFrom('users')
      .select(which)
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw unauthorized()
    const before = row[which]
    const account = await tx
      .updateTable('users')
      .set({ [which]: address })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where(which, before === null ? 'is' : '=', before)
      .returningAll()
      .executeTakeFirst()
    // Of two uploads at once the second takes the place of the first one's picture, so that none is left behind.
    if (account) return { account, before }
  }
}

/** Remembers the splash that a learner saw last. @returns false when it was that one already */
export async function rememberSplash(tx: Db, userId: number, splashId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ marketing_splash_id: splashId })
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('marketing_splash_id', 'is', null), where('marketing_splash_id', '!=', splashId)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks an account as ended, before anything of it is erased: calls under way that write for it find that it has ended, or
 * come before what follows.
 */
export async function markEnded(tx: Db, userId: number, now: number): Promise<void> {
  await tx.updateTable('users').set({ deleted_at: now }).where('id', '=', userId).execute()
}
