import { DAY, startOfIndianDay } from '#lib/both/time/clock.ts'
import { extendedUntil, validUntil } from '../../purchases.rules.ts'

/**
 * The end of a learner's access to a course follows from its periods: payments, sales, grants and extensions, in the order
 * in which they were given, without those that were revoked. Times are milliseconds.
 */

/** 'sale': a payment at the desk. 'move': days of another course. 'earlier': access from before periods were stored. */
export type PeriodKind = 'payment' | 'sale' | 'grant' | 'extension' | 'move' | 'earlier'

/** Length of a period: either days, counted from the end before it or from its own day, or a fixed end. */
interface PeriodSpan {
  days: number | null
  until: number | null
}

export interface AccessPeriod extends PeriodSpan {
  /** Absent of a period that is not stored yet. */
  id?: number
  kind: PeriodKind
  payment_id: number | null
  given_at: number
  given_by: string | null
  revoked_at: number | null
}

type Counted = PeriodSpan & { given_at: number }

function endAfter(end: number | null, { days, until, given_at }: Counted): number {
  if (until !== null) return Math.max(end ?? until, until)
  return end === null ? validUntil(given_at, days ?? 0) : extendedUntil(end, given_at, days ?? 0)
}

/** The end of access after each period that is not revoked. @param periods in the order in which they were given */
function listEnds<Period extends Counted & { revoked_at: number | null }>(periods: readonly Period[]) {
  const ends: { period: Period; before: number | null; end: number }[] = []
  for (const period of periods) {
    if (period.revoked_at !== null) continue
    const before = ends.at(-1)?.end ?? null
    ends.push({ period, before, end: endAfter(before, period) })
  }
  return ends
}

/**
 * The end of access to a course.
 * @param periods in the order in which they were given
 * @returns null without any period that is not revoked
 */
export function getAccessEnd(periods: readonly (Counted & { revoked_at: number | null })[]): number | null {
  return listEnds(periods).at(-1)?.end ?? null
}

/** The end of access after periods were revoked: time that has passed stays. @param current end before the revocation */
export function getEndAfterRevocation(
  periods: readonly (Counted & { revoked_at: number | null })[],
  { current, now }: { current: number; now: number },
): number {
  const end = getAccessEnd(periods)
  return end !== null && end >= now ? end : Math.min(current, now - 1)
}

/** Whole days in India between two instants. */
const daysBetween = (from: number, to: number) => (startOfIndianDay(to) - startOfIndianDay(from)) / DAY

/**
 * The days that are left, by the period which gave them, so that they can be moved to another course and still be revoked
 * with their payment.
 */
export function listDaysLeft(
  periods: readonly AccessPeriod[],
  now: number,
): { days: number; payment_id: number | null }[] {
  const left = listEnds(periods)
    .filter(({ end }) => end >= now)
    .map(({ period, before, end }) => ({
      days: daysBetween(Math.max(before ?? now, now), end),
      payment_id: period.payment_id,
    }))
  const some = left.filter(({ days }) => days > 0)
  // On its last day a course is still moved, until the end of that day.
  return some.length > 0 ? some : left.slice(-1)
}

/** Access as other tables tell of it: a kept payment, or an entry of the staff log. */
export interface AccessEvent {
  /** 'end': staff ended the access. */
  kind: Exclude<PeriodKind, 'earlier'> | 'end'
  at: number
  payment_id: number | null
  /** End of access before it, where that is known; null: there was no access. */
  before?: number | null
  /** End of access after it; null where it is not known. */
  after: number | null
  /** Used where the end after it is not known. */
  days: number
}

interface Enrolment {
  valid_until: number
  created_at: number
}

/** Whether stored periods lead to the end that is stored with the enrolment. */
export function isComplete(stored: readonly AccessPeriod[], { valid_until }: Enrolment, now: number): boolean {
  const end = getAccessEnd(stored)
  if (end === valid_until) return true
  return stored.length > 0 && valid_until < now && (end === null || end < now)
}

/**
 * Completes periods from before they were stored, and those of servers of the release before, so that they lead to the end
 * that is stored with the enrolment, exactly.
 * @param stored in the order in which they were given
 * @param events without those that have a stored period
 * @returns all periods in order: new ones without an `id`, stored ones whose length had to change with their `id`
 */
export function completePeriods(
  stored: readonly AccessPeriod[],
  events: readonly AccessEvent[],
  enrolment: Enrolment,
  now: number,
): AccessPeriod[] {
  const { valid_until } = enrolment
  const inOrder = [...stored.map((period) => ({ at: period.given_at, period })), ...events].toSorted(
    (one, other) => one.at - other.at,
  )
  const periods: AccessPeriod[] = []
  for (const [index, item] of inOrder.entries()) {
    if ('period' in item) periods.push(item.period)
    else if (item.kind === 'end') {
      for (const period of periods) if (period.id === undefined) period.revoked_at ??= item.at
    } else {
      const isLastPayment = index === inOrder.length - 1 && item.payment_id !== null
      // A payment whose end was not stored gave what there is, if nothing came after it.
      const after = item.after ?? (isLastPayment ? valid_until : null)
      periods.push(periodFrom({ ...item, kind: item.kind }, after, getAccessEnd(periods)))
    }
  }
  const end = getAccessEnd(periods)
  const isExpired = valid_until < now && (end === null || end < now)
  if (end === valid_until || isExpired) return periods
  if (end === null || end < valid_until) return [...periods, earlierPeriod(periods.at(-1), end, enrolment)]
  return capPeriods(periods, valid_until)
}

function periodFrom(
  { kind, at, payment_id, before, days }: AccessEvent & { kind: PeriodKind },
  after: number | null,
  end: number | null,
): AccessPeriod {
  const start = Math.max(before ?? (before === undefined ? (end ?? at) : at), at)
  const given = after === null ? days : Math.max(0, daysBetween(start, after))
  return { kind, payment_id, days: given, until: null, given_at: at, given_by: null, revoked_at: null }
}

/** Access that nothing stored explains. */
function earlierPeriod(last: AccessPeriod | undefined, end: number | null, { valid_until, created_at }: Enrolment) {
  const given_at = Math.max(created_at, last?.given_at ?? created_at)
  const days = daysBetween(Math.max(end ?? given_at, given_at), valid_until)
  const isWholeDays = endAfter(end, { days, until: null, given_at }) === valid_until
  const span = isWholeDays ? { days, until: null } : { days: null, until: valid_until }
  return { kind: 'earlier', payment_id: null, ...span, given_at, given_by: null, revoked_at: null } as const
}

/** Shortens periods, of an access that ended earlier than they say. */
function capPeriods(periods: readonly AccessPeriod[], valid_until: number): AccessPeriod[] {
  const ends = new Map(listEnds(periods).map(({ period, end }) => [period, end]))
  return periods.map((period) => {
    const end = ends.get(period)
    return end === undefined || end <= valid_until ? period : { ...period, days: null, until: valid_until }
  })
}
