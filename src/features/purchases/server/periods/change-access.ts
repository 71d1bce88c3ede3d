import type { Insertable } from 'kysely'
import type { Db } from '#db/database.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { getAccessEnd, getEndAfterRevocation, type AccessPeriod, type PeriodKind } from './access.rules.ts'
import type { AccessPeriodsTable, RevokedBy } from '../../purchases.tables.ts'
import { readPeriods, type Place } from './known-periods.ts'

/** The one way to change until when a learner has a course: the end always follows from the stored periods. */

export interface NewPeriod {
  kind: PeriodKind
  /** Days from the end before it or from today, whichever is later, or a fixed end. */
  days?: number | undefined
  until?: number | undefined
  paymentId?: number | null
  /** Who of the staff gives it. */
  by?: string | undefined
}

interface AccessChange {
  /** The end before the change, and after it. */
  before: number
  until: number
  /** Ids of the periods that were added. */
  periods: number[]
}

/** The course of a learner changed between two statements. */
export const changedMeanwhile = () => conflict('Somebody else has just changed this: look again', 'conflict')

/** A row of `access_periods`. */
export function periodRow({ userId, courseId }: Place, now: number, { kind, days, until, paymentId, by }: NewPeriod) {
  return {
    user_id: userId,
    course_id: courseId,
    kind,
    days: until === undefined ? (days ?? 0) : null,
    until: until ?? null,
    payment_id: paymentId ?? null,
    given_at: now,
    given_by: by ?? null,
  }
}

/**
 * Opens a course for a learner who never had it.
 * @returns undefined when the learner has it or had it
 */
export async function openEnrolment(
  tx: Db,
  place: Place,
  now: number,
  given: readonly NewPeriod[],
): Promise<AccessChange | undefined> {
  const rows = given.map((period) => periodRow(place, now, period))
  const until = getAccessEnd(rows.map((row) => ({ ...row, revoked_at: null })))!
  const added = await tx
    .insertInto('enrolments')
    .values({
      user_id: place.userId,
      course_id: place.courseId,
      payment_status: 'closedpymnt',
      renewal_paise: 0,
      valid_until: until,
      created_at: now,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return undefined
  return { before: now, until, periods: await insertPeriods(tx, rows) }
}

/** Adds periods to a course that a learner has or had. @returns undefined when the learner never had the course */
export async function extendEnrolment(
  tx: Db,
  place: Place,
  now: number,
  given: readonly NewPeriod[],
): Promise<AccessChange | undefined> {
  const held = await holdEnrolment(tx, place, now)
  if (!held) return undefined
  const rows = given.map((period) => periodRow(place, now, period))
  const until = getAccessEnd([...held.periods, ...rows.map((row) => ({ ...row, revoked_at: null }))])!
  const periods = await insertPeriods(tx, rows)
  await storeEnd(tx, place, until)
  return { before: held.valid_until, until, periods }
}

interface Revocation {
  by: RevokedBy
  /** Only the periods of this payment are revoked. */
  paymentId?: number
}

/** Revokes periods of a course. @returns undefined when the learner never had the course */
export async function revokePeriods(
  tx: Db,
  place: Place,
  now: number,
  { by, paymentId }: Revocation,
): Promise<(AccessChange & { revoked: AccessPeriod[] }) | undefined> {
  const held = await holdEnrolment(tx, place, now, paymentId)
  if (!held) return undefined
  const revoked = held.periods.filter((period) => isRevocable(period, paymentId))
  const before = held.valid_until
  if (revoked.length === 0) return { before, until: before, periods: [], revoked }
  await tx
    .updateTable('access_periods')
    .set({ revoked_at: now, revoked_by: by })
    .where('user_id', '=', place.userId)
    .where('course_id', '=', place.courseId)
    .where('revoked_at', 'is', null)
    .$if(paymentId !== undefined, (query) => query.where('payment_id', '=', paymentId!))
    .execute()
  const until = getEndAfterRevocation(revokedIn(held.periods, now, paymentId), { current: before, now })
  await storeEnd(tx, place, until)
  return { before, until, periods: [], revoked }
}

const isRevocable = ({ revoked_at, payment_id }: AccessPeriod, paymentId: number | undefined) =>
  revoked_at === null && (paymentId === undefined || payment_id === paymentId)

/** The periods as they are after a revocation. */
export function revokedIn(periods: readonly AccessPeriod[], now: number, paymentId?: number): AccessPeriod[] {
  return periods.map((period) => (isRevocable(period, paymentId) ? { ...period, revoked_at: now } : period))
}

/** Stores which payment gave periods, once the payment has its row. */
export async function linkPayment(tx: Db, periods: readonly number[], paymentId: number): Promise<void> {
  await tx.updateTable('access_periods').set({ payment_id: paymentId }).where('id', 'in', periods).execute()
}

/**
 * Stores the periods of a course that is read and not stored yet, and lets others who change its end wait.
 * @param refunding payment whose refund is being applied
 * @returns undefined when the learner never had the course
 */
export async function holdEnrolment(tx: Db, place: Place, now: number, refunding?: number) {
  const enrolment = await tx
    .updateTable('enrolments')
    .set(({ ref }) => ({ renewal_paise: ref('renewal_paise') }))
    .where('user_id', '=', place.userId)
    .where('course_id', '=', place.courseId)
    .returning(['valid_until', 'created_at'])
    .executeTakeFirst()
  if (!enrolment) return undefined
  const { periods, missing, changed } = await readPeriods(tx, place, { enrolment, now, refunding })
  await insertPeriods(
    tx,
    missing.map((period) => ({
      user_id: place.userId,
      course_id: place.courseId,
      ...period,
      revoked_by: period.revoked_at === null ? null : 'end',
    })),
  )
  for (const { id, days, until } of changed)
    await tx.updateTable('access_periods').set({ days, until }).where('id', '=', id!).execute()
  return { ...enrolment, periods }
}

async function insertPeriods(tx: Db, rows: readonly InsertedPeriod[]): Promise<number[]> {
  if (rows.length === 0) return []
  const added = await tx.insertInto('access_periods').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}

type InsertedPeriod = Insertable<AccessPeriodsTable>

async function storeEnd(tx: Db, { userId, courseId }: Place, until: number): Promise<void> {
  await tx
    .updateTable('enrolments')
    .set({ valid_until: until })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute()
}
