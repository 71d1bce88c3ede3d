import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { ApiError, conflict } from '#lib/both/calls/errors.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { forgiveAll } from '#features/auth/server/for-staff.ts'
import { userOfStaff } from '#features/auth/staff/server/mentor-of-staff.ts'
import { unassignTickets } from '#features/support/staff/server/team.ts'
import { listQueue } from '#features/support/staff/tickets.contract.ts'
import { forgiveFactorTries } from './factor-tries.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'
import { endStaffSessions, forgetStaffDevices } from './sessions.ts'
import { readRoles, staffNumbered, takeStaffTurn } from './staff-accounts.ts'

/** Who is of the staff: what an owner does on a screen, and whoever has the server with a command. */

export interface NewStaff {
  name: string
  countryCode: string
  /** National digits. */
  phone: string
  roles: readonly StaffRole[]
}

/** @returns the number of the new account; throws conflict where the phone is known already, also of somebody who has left */
export function addStaff(db: Db, work: StaffWork, { name, countryCode, phone, roles }: NewStaff): Promise<number> {
  return inTransaction(db, async (tx) => {
    const added = await tx
      .insertInto('staff')
      .values({ name, country_code: countryCode, phone, roles: JSON.stringify(roles), created_at: work.now })
      .onConflict((of) => of.columns(['country_code', 'phone']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw conflict('Somebody of the staff has this phone, or had it before leaving', 'conflict')
    const after = { name, phone: `+${countryCode} ${phone}`, roles: roles.join(', ') }
    await logWork(tx, work, { action: 'staff added', subject: `staff ${added.id}`, after })
    return added.id
  })
}

interface Change {
  id: number
  /** That the change was made from. */
  version: number
  name: string
  roles: readonly StaffRole[]
}

/**
 * Changes a name and roles; calls of those who are logged in go by the new ones at once. Tickets of a member who no longer
 * answers tickets become unassigned.
 * @throws notFound, conflict `edited` with what is different, `last_owner`
 */
export function changeStaff(db: Db, work: StaffWork, { id, version, name, roles }: Change): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ownersBefore = await takeOwnersTurn(tx, id)
    const before = await staffNumbered(tx, id)
    const changed = await tx
      .updateTable('staff')
      .set(({ eb }) => ({ name, roles: JSON.stringify(roles), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (!changed)
      throw new ApiError(409, 'Somebody else has changed this meanwhile', {
        code: 'edited',
        errors: { name: before.name, roles: before.roles.join(', '), version: String(before.version) },
      })
    await refuseNoOwner(tx, ownersBefore)
    const tickets = roles.some((role) => listQueue.roles.includes(role)) ? 0 : await unassignTickets(tx, id)
    await logWork(tx, work, {
      action: 'staff changed',
      subject: `staff ${id}`,
      before: { name: before.name, roles: before.roles.join(', ') },
      after: { name, roles: roles.join(', '), ...(tickets > 0 && { tickets_unassigned: tickets }) },
    })
  })
}

/** Removes a member, whose tickets become unassigned. @throws notFound, conflict when they have left, `last_owner` */
export function endStaff(db: Db, work: StaffWork, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ownersBefore = await takeOwnersTurn(tx, id)
    await staffNumbered(tx, id)
    const left = await tx
      .updateTable('staff')
      .set(({ eb }) => ({ left_at: work.now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('left_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!left) throw conflict('They have left already', 'conflict')
    await refuseNoOwner(tx, ownersBefore)
    const sessions = await endStaffSessions(tx, { staffId: id, now: work.now })
    await forgetStaffDevices(tx, id)
    const tickets = await unassignTickets(tx, id)
    const after = { sessions_ended: sessions, tickets_unassigned: tickets }
    await logWork(tx, work, { action: 'staff left', subject: `staff ${id}`, after })
  })
}

/** Somebody who had left comes back. @throws notFound, conflict when they are there */
export function returnStaff(db: Db, work: StaffWork, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await staffNumbered(tx, id)
    const back = await tx
      .updateTable('staff')
      .set(({ eb }) => ({ left_at: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('left_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!back) throw conflict('They have not left', 'conflict')
    await logWork(tx, work, { action: 'staff returned', subject: `staff ${id}` })
  })
}

/**
 * Removes all second factors, known devices and log-ins of a member, who sets up a new factor at the next log-in.
 * @param evenLastOwner also of the last owner who has a second factor: a command's way back for one who has lost it
 * @throws notFound, conflict `last_owner`
 */
export function resetStaff(
  db: Db,
  work: StaffWork,
  id: number,
  { evenLastOwner = false }: { evenLastOwner?: boolean } = {},
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ownersBefore = await takeOwnersTurn(tx, id)
    await staffNumbered(tx, id)
    const factors = await tx.deleteFrom('staff_factors').where('staff_id', '=', id).returning('id').execute()
    if (!evenLastOwner) await refuseNoOwner(tx, ownersBefore)
    await removeRecoveryCodes(tx, id)
    await forgiveFactorTries(tx, { staffId: id })
    // Nobody who is half-way in goes on.
    await tx.deleteFrom('staff_log_ins').where('staff_id', '=', id).execute()
    await endStaffSessions(tx, { staffId: id, now: work.now })
    await forgetStaffDevices(tx, id)
    const after = { factors_removed: factors.length }
    await logWork(tx, work, { action: 'second factors reset', subject: `staff ${id}`, after })
  })
}

/**
 * Forgets codes sent to a member, wrong codes and failed second factors, from every network. Limits of a network also count
 * failures of other members, so that a network over its limit stays closed to codes of authenticators until the limit ends.
 * @throws notFound
 */
export function unlockStaff(db: Db, work: StaffWork, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await takeStaffTurn(tx, id)
    const member = await staffNumbered(tx, id)
    const { sends, tries } = await forgiveAll(tx, (await userOfStaff(tx, member, work.now)).id)
    const factors = await forgiveFactorTries(tx, { staffId: id })
    const after = { codes_sent: sends, wrong_codes: tries, failed_factors: factors }
    await logWork(tx, work, { action: 'log-in unlocked', subject: `staff ${id}`, after })
  })
}

/**
 * Of two owners who leave at the same moment the second waits here for the first. Everybody's turn is taken in the order of
 * their numbers, so that no two wait for each other.
 * @returns the owners before the change
 */
async function takeOwnersTurn(tx: Db, id: number): Promise<Owner[]> {
  const turns = new Set([id, ...(await listOwners(tx)).map((owner) => owner.id)])
  for (const each of [...turns].sort((one, other) => one - other)) await takeStaffTurn(tx, each)
  return listOwners(tx)
}

type Owner = Awaited<ReturnType<typeof listOwners>>[number]

/** Owners who have not left, and how many second factors each has. */
async function listOwners(db: Db) {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'roles'])
    .select(({ selectFrom }) => [
      selectFrom('staff_factors')
        .select(({ fn }) => fn.countAll<number>().as('factors'))
        .whereRef('staff_factors.staff_id', '=', 'staff.id')
        .as('factors'),
    ])
    .where('left_at', 'is', null)
    .execute()
  return rows.filter(({ roles }) => readRoles(roles).includes('owner'))
}

/**
 * Able to log in are owners with a second factor. One who has none yet may never have had the phone: whether they can set one up
 * is not known.
 */
const isAble = ({ factors }: Owner) => Number(factors) > 0

/**
 * Refuses a change that takes the last owner away, or the last one who is able to log in. Where there was none before, nothing
 * is taken away.
 * @throws conflict `last_owner`, which undoes the transaction
 */
async function refuseNoOwner(tx: Db, ownersBefore: readonly Owner[]): Promise<void> {
  const owners = await listOwners(tx)
  if (ownersBefore.length > 0 && owners.length === 0)
    throw conflict('This is the last owner. Make somebody else an owner first.', 'last_owner')
  if (ownersBefore.some(isAble) && !owners.some(isAble))
    throw conflict(
      'No other owner has set up two-step verification yet. Another owner must log in once before this.',
      'last_owner',
    )
}
