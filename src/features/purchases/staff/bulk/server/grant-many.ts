import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { addLearners, type NewLearner } from '#features/auth/staff/account/server/add-learners.ts'
import { badLines, columnQuestion, inParts } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { sendToEach } from '#features/notifications/server/send-to-each.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import { DAY, INDIA_OFFSET } from '#lib/both/time/clock.ts'
import { validUntil } from '../../../purchases.rules.ts'
import { accessMessage } from '../../../server/access.ts'
import { periodRow, type NewPeriod } from '../../../server/periods/change-access.ts'
import { checkGrants, type CheckedGrants, type GrantList } from './check-grants.ts'

export interface BulkGrants extends GrantList {
  /** What happens with those who have or had the course. */
  existing: 'skip' | 'extend'
  /** As of one grant: days, or an instant; the course's validity without. */
  days?: number | undefined
  until?: number | undefined
}

export interface BulkDone {
  /** New learners, who are among those granted. */
  added: number
  granted: number
  extended: number
  skipped: number
}

/**
 * Tells what a file would do, without doing it.
 * @throws notFound when there is no such course, invalid when there are no phones in it or too many
 */
export async function planGrants(
  db: Db,
  { existing, ...grants }: BulkGrants,
): Promise<BulkDone & Pick<CheckedGrants, 'bad' | 'list' | 'phones' | 'having'>> {
  const { list, phones, learners, having, bad } = await checkGrants(db, grants)
  const [extended, skipped] = existing === 'extend' ? [having.size, 0] : [0, having.size]
  const added = phones.length - learners.length
  return { added, granted: phones.length - having.size, extended, skipped, bad, list, phones, having }
}

/**
 * Opens a course for all learners of a file, or for none, in one transaction with one entry about all of them, and tells
 * them. Phones without an account are added first. Others have their turn between its statements.
 * @throws invalid when a line cannot be used, when a column must be chosen, and as `planGrants`
 * @throws conflict when the day has passed, or nobody would get anything
 */
export async function grantMany(db: Db, work: StaffWork, given: BulkGrants): Promise<BulkDone> {
  const { days: _, until: __, existing, ...grants } = given
  const checked = await checkGrants(db, grants)
  if (checked.list.choose !== null) throw invalid({ [checked.list.choose]: columnQuestion(checked.list) })
  if (checked.bad.length > 0) throw invalid({ csv: badLines(checked.bad) })
  if (given.until !== undefined && given.until < work.now) throw conflict('That day has already passed', 'conflict')
  const days = given.days ?? checked.course.validity_days
  const until = given.until ?? validUntil(work.now, days)
  return inTransaction(db, async (tx) => {
    const added = await addLearners(tx, work, newIn(checked))
    const learners = [...new Set([...checked.learners, ...added.ids])].sort((one, other) => one - other)
    const granted = await openMany(tx, work.now, { ...checked, learners }, until)
    const span = given.until === undefined ? { days } : { until: given.until }
    await storePeriods(tx, work, checked, granted, { kind: 'grant', ...span })
    const isGranted = new Set(granted)
    const others = learners.filter((id) => !isGranted.has(id))
    const extended = existing === 'extend' ? await extendMany(tx, work.now, checked, others, span) : []
    const lasting = extended.map(({ userId }) => userId)
    await storePeriods(tx, work, checked, lasting, { kind: 'extension', ...span })
    if (granted.length + extended.length === 0)
      throw conflict('All of them have the course, and none would have it for longer', 'conflict')
    const { id, title } = checked.course
    await sendToEach(tx, work.now, [
      ...granted.map((userId) => ({ userId, ...accessMessage(id, title, until, 'A course is now open for you') })),
      ...extended.map(({ userId, end }) => ({
        userId,
        ...accessMessage(id, title, end, 'Your course has been extended'),
      })),
    ])
    const done = {
      added: added.added,
      granted: granted.length,
      extended: extended.length,
      skipped: others.length - extended.length,
    }
    await logWork(tx, work, {
      action: 'access granted to many',
      subject: `course ${id}`,
      userId: [...granted, ...lasting],
      after: { ...done, ...(given.until === undefined ? { days } : { valid_until: given.until }) },
    })
    return done
  })
}

/** Learners of a file who have no account, or one that lacks the name that the file has. */
const newIn = ({ phones }: CheckedGrants): NewLearner[] =>
  phones.filter(({ learner, name }) => !learner || (learner.name === null && name !== null))

/** Rows of one part, always in the order of learners, so that two who do this at once do not wait for each other in a circle. */
const rowsOf = (learners: readonly number[], courseId: number, until: number, now: number) =>
  learners.map((user_id) => ({
    user_id,
    course_id: courseId,
    payment_status: 'closedpymnt' as const,
    renewal_paise: 0,
    valid_until: until,
    created_at: now,
  }))

async function storePeriods(
  tx: Db,
  { now, who }: StaffWork,
  { course }: CheckedGrants,
  learners: readonly number[],
  period: NewPeriod,
): Promise<void> {
  for (const some of inParts(learners)) {
    const rows = some.map((userId) => periodRow({ userId, courseId: course.id }, now, { ...period, by: who }))
    await tx.insertInto('access_periods').values(rows).execute()
    await setImmediate()
  }
}

/** @returns who did not have the course */
async function openMany(tx: Db, now: number, { course, learners }: CheckedGrants, until: number): Promise<number[]> {
  const opened: number[] = []
  for (const some of inParts(learners)) {
    const rows = await tx
      .insertInto('enrolments')
      .values(rowsOf(some, course.id, until, now))
      .onConflict((conflicting) => conflicting.columns(['user_id', 'course_id']).doNothing())
      .returning('user_id')
      .execute()
    opened.push(...rows.map(({ user_id }) => user_id))
    await setImmediate()
  }
  return opened
}

/** @returns who has it for longer, and until when */
async function extendMany(
  tx: Db,
  now: number,
  { course }: CheckedGrants,
  learners: readonly number[],
  span: { days: number } | { until: number },
): Promise<{ userId: number; end: number }[]> {
  const end = 'until' in span ? sql<number>`cast(${span.until} as bigint)` : extendedEnd(now, span.days)
  const extended: { userId: number; end: number }[] = []
  for (const some of inParts(learners)) {
    const rows = await tx
      .insertInto('enrolments')
      .values(rowsOf(some, course.id, now, now))
      .onConflict((conflicting) =>
        conflicting
          .columns(['user_id', 'course_id'])
          .doUpdateSet({ valid_until: end })
          .where('enrolments.valid_until', '<', end),
      )
      .returning(['user_id', 'valid_until'])
      .execute()
    extended.push(...rows.map(({ user_id, valid_until }) => ({ userId: user_id, end: valid_until })))
    await setImmediate()
  }
  return extended
}
/** `extendedUntil`, worked out by the database: what it is counted from may have changed a moment ago. */
const extendedEnd = (now: number, days: number) => sql<number>`
  (case when enrolments.valid_until > cast(${now} as bigint) then enrolments.valid_until else cast(${now} as bigint) end
    + ${sql.lit(INDIA_OFFSET)}) / ${sql.lit(DAY)} * ${sql.lit(DAY)} - ${sql.lit(INDIA_OFFSET)}
    + cast(${(days + 1) * DAY - 1} as bigint)`
