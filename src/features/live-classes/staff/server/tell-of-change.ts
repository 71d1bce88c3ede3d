import type { Db } from '#db/database.ts'
import { holdPushes } from '#features/notifications/server/hold-pushes.ts'
import { sendNotification, withdrawAll } from '#features/notifications/server/send-notification.ts'
import { counted } from '#lib/both/text/format.ts'
import { clockRange, indianClock, indianDay, namedDate, namedMoment, withZone } from '#lib/both/time/clock.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { noticeKeys } from '../../server/class-notices.ts'
import { SLIP } from '../classes.rules.ts'
import type { ClassFacts, StoredClass } from './stored-class.ts'

/** What learners are told of their classes, in the transaction of staff that changes these. */

/** What follows in the answer to whoever did it. */
export const toldWords = (told: number) =>
  told === 0 ? '' : `: ${counted(told, 'learner')} ${told === 1 ? 'is' : 'are'} told`

/**
 * Tells the learners of a course of another time of its class, in the place of what they were told of an earlier one, and of
 * another course the learners of both. Of nothing else, and nobody of a class that is over.
 * @returns how many learners are told
 */
export async function tellOfChange(
  tx: Db,
  { id, before, after, now }: { id: number; before: ClassFacts; after: ClassFacts; now: number },
): Promise<number> {
  const leaves = before.course_id !== after.course_id
  if (!leaves && before.starts_at === after.starts_at) return 0
  await withdrawAll(tx, [noticeKeys.reminder(id, before.starts_at), noticeKeys.moved(id), noticeKeys.left(id)])
  const courses: number[] = []
  if (leaves && before.ends_at > now) {
    courses.push(before.course_id)
    await tell(tx, {
      ...{ about: before, now, key: noticeKeys.left(id), until: before.ends_at },
      title: `Live class on ${namedDate(before.starts_at)}: not in this course`,
      said: `which was to start at ${withZone(indianClock(before.starts_at))}, is no longer a class of this course.`,
    })
  }
  if (after.ends_at > now) {
    courses.push(after.course_id)
    await tell(tx, {
      ...{ about: after, now, key: noticeKeys.moved(id), until: Math.max(before.ends_at, after.ends_at) },
      title: leaves
        ? `New live class: ${withZone(namedMoment(after.starts_at))}`
        : `Live class moved to ${withZone(namedMoment(after.starts_at))}`,
      said: leaves ? `takes place on ${when(after)}.` : `now takes place on ${when(after)}.`,
      day: indianDay(after.starts_at),
    })
  }
  return learnersOf(tx, courses, now)
}

/**
 * Tells the learners of a course that its class does not take place. It is pushed when it can no longer be a slip.
 * @returns how many learners are told
 */
export async function tellOfCancellation(tx: Db, { id, facts }: StoredClass, now: number): Promise<number> {
  const { starts_at, ends_at, course_id } = facts
  await withdrawAll(tx, [noticeKeys.reminder(id, starts_at), noticeKeys.back(id), noticeKeys.cancelled(id)])
  const notice = await tell(tx, {
    ...{ about: facts, now, key: noticeKeys.cancelled(id), until: ends_at },
    title: `Live class on ${namedDate(starts_at)} cancelled`,
    said: `on ${when(facts)} is cancelled.`,
  })
  await holdPushes(tx, notice, now + SLIP)
  return learnersOf(tx, [course_id], now)
}

/**
 * Takes the word back that a class is cancelled. Where somebody may have read it, all are told that the class takes place.
 * @returns how many learners are told that
 */
export async function tellOfReturn(tx: Db, { id, facts }: StoredClass, now: number): Promise<number> {
  const cancelled = await tx
    .selectFrom('notifications')
    .leftJoin('notification_reads as seen', 'seen.notification_id', 'notifications.id')
    .select(['notifications.created_at', 'seen.user_id as reader'])
    .where('notifications.key', '=', noticeKeys.cancelled(id))
    .limit(1)
    .executeTakeFirst()
  if (!cancelled) return 0
  await withdrawAll(tx, [noticeKeys.cancelled(id)])
  const wasSlip = now - cancelled.created_at < SLIP && cancelled.reader === null
  if (wasSlip || facts.ends_at <= now) return 0
  await tell(tx, {
    ...{ about: facts, now, key: noticeKeys.back(id), until: facts.ends_at },
    title: `Live class on ${namedDate(facts.starts_at)} takes place`,
    said: `takes place after all, on ${when(facts)}.`,
    day: indianDay(facts.starts_at),
  })
  return learnersOf(tx, [facts.course_id], now)
}

interface Notice {
  about: ClassFacts
  now: number
  key: string
  /** Nobody is shown it after this. */
  until: number
  title: string
  /** After the class and who teaches it. */
  said: string
  /** Which day of the calendar its button opens. */
  day?: string
}

/** @returns the notification's number */
async function tell(tx: Db, { about, now, key, until, title, said, day }: Notice): Promise<number> {
  const course = await tx
    .selectFrom('courses')
    .select('title')
    .where('id', '=', about.course_id)
    .executeTakeFirstOrThrow()
  const sent = await sendNotification(
    { db: tx, now: () => now },
    {
      to: { courseId: about.course_id },
      kind: 'live_classes',
      title,
      message: `<p><strong>${escapeText(about.title)}</strong> with ${escapeText(about.mentor)} ${said}</p><p>${escapeText(course.title)}</p>`,
      ...(day !== undefined && { target: withQuery(paths.liveClasses, { date: day }) }),
      key,
      expiresAt: until,
    },
  )
  // What had this key was withdrawn before.
  return sent!
}

const when = ({ starts_at, ends_at }: ClassFacts) =>
  withZone(`${namedDate(starts_at)}, ${clockRange(starts_at, ends_at)}`)

/** How many have one of the courses now. */
async function learnersOf(tx: Db, courses: readonly number[], now: number): Promise<number> {
  if (courses.length === 0) return 0
  const { learners } = await tx
    .selectFrom('enrolments')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('learners'))
    .where('course_id', 'in', courses)
    .where('valid_until', '>=', now)
    .executeTakeFirstOrThrow()
  return learners
}
