import { sql } from 'kysely'
import { readWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { completePeriods, isComplete, type AccessEvent, type AccessPeriod } from './access.rules.ts'

export interface Place {
  userId: number
  courseId: number
}

interface Enrolment {
  valid_until: number
  created_at: number
}

/** Staff log entries of a learner that are read: the newest. */
const MAX_ENTRIES = 1000

interface KnownPeriods {
  /** In the order in which they were given. */
  periods: AccessPeriod[]
  /** Those of them that are not stored. */
  missing: AccessPeriod[]
  /** Stored ones that have another length now. */
  changed: AccessPeriod[]
}

interface Reading {
  enrolment: Enrolment
  now: number
  /** Payment whose refund is being applied: its access still counts. */
  refunding?: number | undefined
}

/** Reads the periods of a course, completed by those from before they were stored. */
export async function readPeriods(db: Db, place: Place, reading: Reading): Promise<KnownPeriods> {
  const { enrolment, now, refunding } = reading
  const stored = await readStoredPeriods(db, place)
  if (isComplete(stored, enrolment, now)) return { periods: stored, missing: [], changed: [] }
  const payments = await readPaymentEvents(db, place, refunding)
  const known = new Set(stored.flatMap(({ payment_id }) => payment_id ?? []))
  const times = new Set(stored.map(({ given_at }) => given_at))
  const acts = (await readStaffEvents(db, place)).filter(({ kind, at }) => kind === 'end' || !times.has(at))
  const events = [...payments.filter(({ payment_id }) => !known.has(payment_id!)), ...acts]
  const periods = completePeriods(stored, events, enrolment, now)
  return {
    periods,
    missing: periods.filter(({ id }) => id === undefined),
    changed: periods.filter((period) => period.id !== undefined && !stored.includes(period)),
  }
}

function readStoredPeriods(db: Db, { userId, courseId }: Place): Promise<AccessPeriod[]> {
  return db
    .selectFrom('access_periods')
    .select(['id', 'kind', 'days', 'until', 'payment_id', 'given_at', 'given_by', 'revoked_at'])
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .orderBy('given_at')
    .orderBy('id')
    .execute()
}

/** Kept payments of a course, without those that were refunded in full and took their access with them. */
async function readPaymentEvents(
  db: Db,
  { userId, courseId }: Place,
  refunding: number | undefined,
): Promise<AccessEvent[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .where('purchases.user_id', '=', userId)
    .where('purchases.course_id', '=', courseId)
    .where('payments.status', '=', 'granted')
    .select(({ selectFrom }) => [
      'payments.id',
      'payments.provider',
      'payments.amount_paise',
      'payments.captured_at',
      'payments.valid_until',
      'courses.validity_days',
      selectFrom('payment_refunds')
        .whereRef('payment_refunds.payment_id', '=', 'payments.id')
        .where('payment_refunds.status', '=', 'done')
        .where('payment_refunds.keep_access', '=', 0)
        .select((refund) =>
          refund.fn.coalesce(refund.fn.sum<number>('payment_refunds.amount_paise'), sql.lit(0)).as('paise'),
        )
        .$asScalar()
        .$notNull()
        .as('refunded_paise'),
    ])
    .orderBy('payments.captured_at')
    .orderBy('payments.id')
    .execute()
  return payments
    .filter(
      ({ id, amount_paise, refunded_paise }) => id === refunding || amount_paise === 0 || refunded_paise < amount_paise,
    )
    .map(({ id, provider, captured_at, valid_until, validity_days }) => ({
      kind: provider === 'desk' ? 'sale' : 'payment',
      at: captured_at,
      payment_id: id,
      after: valid_until,
      days: validity_days,
    }))
}

/** What the staff log tells of a course of a learner. */
async function readStaffEvents(db: Db, { userId, courseId }: Place): Promise<AccessEvent[]> {
  const entries = await readWork(db, { userId }, { count: MAX_ENTRIES })
  return entries.toReversed().flatMap(({ action, subject, at, before, after }) => {
    const from = Number(/^course (\d+)/.exec(subject)?.[1])
    const to = Number(/ to course (\d+)$/.exec(subject)?.[1] ?? from)
    const number = (value: unknown) => (typeof value === 'number' ? value : null)
    const event = eventsOf[action]?.({
      isFrom: from === courseId,
      isTo: to === courseId,
      before: (name) => number(before[name]),
      after: (name) => number(after[name]),
    })
    return event ? [{ at, payment_id: null, days: 0, after: null, ...event }] : []
  })
}

interface Entry {
  isFrom: boolean
  isTo: boolean
  before: (name: string) => number | null
  after: (name: string) => number | null
}

type EventOf = (entry: Entry) => (Pick<AccessEvent, 'kind'> & Partial<AccessEvent>) | undefined

const given =
  (kind: AccessEvent['kind']): EventOf =>
  ({ isTo, before, after }) =>
    isTo ? { kind, before: before('valid_until'), after: after('valid_until') } : undefined

/** Entries of the staff log that changed access, by their action. */
const eventsOf: Record<string, EventOf> = {
  'access granted': given('grant'),
  'access extended': given('extension'),
  'access ended': given('end'),
  'access granted to many': ({ isTo, after }) =>
    isTo ? { kind: 'grant', after: after('valid_until'), days: after('days') ?? 0 } : undefined,
  'access moved': ({ isFrom, isTo, before, after }) => {
    if (isTo) return { kind: 'move', before: before('to_valid_until'), after: after('to_valid_until') }
    return isFrom ? { kind: 'end' } : undefined
  },
}
