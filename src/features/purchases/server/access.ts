import type { Db } from '#db/database.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { takeTurnOf } from '#features/auth/server/accounts.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { indianDate, namedDate } from '#lib/both/time/clock.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { paths } from '#lib/both/paths.ts'
import { changedMeanwhile, extendEnrolment, openEnrolment, revokePeriods } from './periods/change-access.ts'

/** Courses that staff open for a learner, or keep open for longer, without a payment. */

export interface Access {
  userId: number
  courseId: number
  /** How long: days from today or from the end there is, whichever is later, or an instant. The course's validity without. */
  days?: number | undefined
  until?: number | undefined
}

/**
 * Opens a course for a learner who does not have it, and tells them.
 * @returns until when it is open
 * @throws notFound when there is no such learner or course, conflict when the learner has it or the account has ended
 */
export function grantAccess(db: Db, work: StaffWork, { userId, courseId, days, until }: Access): Promise<number> {
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const course = await courseFor(tx, userId, courseId)
    if (until !== undefined && until < work.now) throw conflict('That day has already passed', 'conflict')
    if (course.valid_until !== null) throw conflict(`The learner already has ${course.title}: extend it`, 'conflict')
    const period = { kind: 'grant', ...spanOf(course, { days, until }), by: work.who } as const
    const opened = await openEnrolment(tx, { userId, courseId }, work.now, [period])
    // A payment was captured at the same moment.
    if (!opened) throw changedMeanwhile()
    const end = opened.until
    await tellOfAccess(tx, work.now, {
      userId,
      courseId,
      course: course.title,
      until: end,
      title: 'A course is now open for you',
    })
    await noteAccess(tx, work, { userId, courseId }, 'granted', [null, end])
    return end
  })
}

/**
 * Keeps a course open for longer, also one that has ended, and tells its learner. What is left to pay stays so.
 * @returns until when it is open
 * @throws notFound when there is no such learner or course, conflict when the learner does not have it or has it for longer, or
 * the account has ended
 */
export function extendAccess(db: Db, work: StaffWork, { userId, courseId, days, until }: Access): Promise<number> {
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const course = await courseFor(tx, userId, courseId)
    if (course.valid_until === null) throw conflict(`The learner does not have ${course.title}: grant it`, 'conflict')
    if (until !== undefined && until < work.now) throw conflict('That day has already passed', 'conflict')
    const period = { kind: 'extension', ...spanOf(course, { days, until }), by: work.who } as const
    const extended = await extendEnrolment(tx, { userId, courseId }, work.now, [period])
    if (!extended) throw changedMeanwhile()
    const { before, until: end } = extended
    if (end <= before)
      throw conflict(`${course.title} is open until ${indianDate(before)}, which is not earlier`, 'conflict')
    await tellOfAccess(tx, work.now, {
      userId,
      courseId,
      course: course.title,
      until: end,
      title: 'Your course has been extended',
    })
    await noteAccess(tx, work, { userId, courseId }, 'extended', [before, end])
    return end
  })
}

/**
 * Ends a learner's access to a course now: it was granted by mistake, or the money went back.
 * @throws notFound when there is no such learner or course, conflict when it is not open for the learner
 */
export function endAccess(db: Db, work: StaffWork, { userId, courseId }: Access): Promise<void> {
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const course = await courseFor(tx, userId, courseId)
    if (course.valid_until === null || course.valid_until < work.now)
      throw conflict(`${course.title} is not open for the learner`, 'conflict')
    const ended = await revokePeriods(tx, { userId, courseId }, work.now, { by: 'end' })
    if (!ended) throw changedMeanwhile()
    await noteAccess(tx, work, { userId, courseId }, 'ended', [ended.before, ended.until])
  })
}

/** The days that staff give, or the fixed end. Without either, as many days as a sale gives. */
function spanOf({ validity_days }: { validity_days: number }, { days, until }: Pick<Access, 'days' | 'until'>) {
  return until === undefined ? { days: days ?? validity_days } : { until }
}

/** The course, and until when the learner has it; null when they do not. @throws notFound, conflict */
export async function courseFor(tx: Db, userId: number, courseId: number) {
  const course = await tx
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', userId),
    )
    .select([
      'courses.title',
      'courses.validity_days',
      'courses.price_paise',
      'courses.offer_price_paise',
      'courses.gst_percent',
      'enrolments.valid_until',
      'enrolments.payment_status',
      'enrolments.renewal_paise',
    ])
    .where('courses.id', '=', courseId)
    .executeTakeFirst()
  if (!course) throw notFound(`There is no course ${courseId}`)
  return course
}

function noteAccess(
  tx: Db,
  work: StaffWork,
  { userId, courseId }: Pick<Access, 'userId' | 'courseId'>,
  what: string,
  [before, after]: [number | null, number],
): Promise<void> {
  return logWork(tx, work, {
    action: `access ${what}`,
    subject: `course ${courseId}`,
    userId,
    before: { valid_until: before },
    after: { valid_until: after },
  })
}

/** What a learner is told of a course: until when it is theirs. @param more HTML after it */
export function accessMessage(courseId: number, course: string, until: number, title: string, more = '') {
  return {
    kind: 'announcements' as const,
    title,
    message: `<p><strong>${escapeText(course)}</strong> is open for you until ${namedDate(until)}.${more}</p>`,
    target: paths.myCourse(courseId),
  }
}

/** Tells a learner until when a course is theirs. @param more HTML after it */
export async function tellOfAccess(
  tx: Db,
  now: number,
  told: { userId: number; courseId: number; course: string; until: number; title: string; more?: string },
): Promise<void> {
  const { userId, courseId, course, until, title, more } = told
  await sendNotification(
    { db: tx, now: () => now },
    { to: { userId }, ...accessMessage(courseId, course, until, title, more) },
  )
}
