import type { Db } from '#db/database.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { paths } from '#lib/both/paths.ts'
import { extendedUntil, validUntil } from '../purchases.rules.ts'

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
 * @throws notFound when there is no such course, conflict when the learner has it, invalid as logWork
 */
export function grantAccess(db: Db, work: StaffWork, { userId, courseId, days, until }: Access): Promise<number> {
  return inTransaction(db, async (tx) => {
    const course = await courseFor(tx, userId, courseId)
    const end = until ?? validUntil(work.now, days ?? course.validity_days)
    if (end < work.now) throw conflict('That day has already passed', 'conflict')
    const granted = await tx
      .insertInto('enrolments')
      .values({
        user_id: userId,
        course_id: courseId,
        payment_status: 'closedpymnt',
        renewal_paise: 0,
        valid_until: end,
        created_at: work.now,
      })
      .onConflict((conflicting) => conflicting.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!granted) throw conflict(`The learner already has ${course.title}: extend it`, 'conflict')
    await noteAccess(tx, work, { userId, courseId }, 'granted', [null, end])
    await tellOfAccess(tx, work.now, {
      userId,
      courseId,
      course: course.title,
      until: end,
      title: 'A course is now open for you',
    })
    return end
  })
}

/**
 * Keeps a course open for longer, also one that has ended, and tells its learner. What is left to pay stays so.
 * @returns until when it is open
 * @throws notFound when there is no such course, conflict when the learner does not have it or has it for longer
 */
export function extendAccess(db: Db, work: StaffWork, { userId, courseId, days, until }: Access): Promise<number> {
  return inTransaction(db, async (tx) => {
    const course = await courseFor(tx, userId, courseId)
    if (course.valid_until === null) throw conflict(`The learner does not have ${course.title}: grant it`, 'conflict')
    const end = until ?? extendedUntil(course.valid_until, work.now, days ?? course.validity_days)
    if (end < work.now) throw conflict('That day has already passed', 'conflict')
    if (end <= course.valid_until)
      throw conflict(
        `${course.title} is open until ${indianDate(course.valid_until)}, which is not earlier`,
        'conflict',
      )
    await moveEnd(tx, { userId, courseId }, course.valid_until, end)
    await noteAccess(tx, work, { userId, courseId }, 'extended', [course.valid_until, end])
    await tellOfAccess(tx, work.now, {
      userId,
      courseId,
      course: course.title,
      until: end,
      title: 'Your course has been extended',
    })
    return end
  })
}

/**
 * Ends a learner's access to a course now: it was granted by mistake, or the money went back.
 * @throws notFound when there is no such course, conflict when it is not open for the learner
 */
export function endAccess(db: Db, work: StaffWork, { userId, courseId }: Access): Promise<void> {
  return inTransaction(db, async (tx) => {
    const course = await courseFor(tx, userId, courseId)
    if (course.valid_until === null || course.valid_until < work.now)
      throw conflict(`${course.title} is not open for the learner`, 'conflict')
    await moveEnd(tx, { userId, courseId }, course.valid_until, work.now - 1)
    await noteAccess(tx, work, { userId, courseId }, 'ended', [course.valid_until, work.now - 1])
  })
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

/** @throws conflict when somebody else moved it meanwhile */
export async function moveEnd(
  tx: Db,
  { userId, courseId }: Pick<Access, 'userId' | 'courseId'>,
  from: number,
  to: number,
): Promise<void> {
  const moved = await tx
    .updateTable('enrolments')
    .set({ valid_until: to })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('valid_until', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw conflict('Somebody else has just changed this: look again', 'conflict')
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

/** Tells a learner until when a course is theirs. @param more HTML after it */
export async function tellOfAccess(
  tx: Db,
  now: number,
  told: { userId: number; courseId: number; course: string; until: number; title: string; more?: string },
): Promise<void> {
  await sendNotification(
    { db: tx, now: () => now },
    {
      to: { userId: told.userId },
      kind: 'announcements',
      title: told.title,
      message: `<p><strong>${escapeText(told.course)}</strong> is open for you until ${indianDate(told.until)}.${told.more ?? ''}</p>`,
      target: paths.myCourse(told.courseId),
    },
  )
}
