import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inParts } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { MOST_DAYS_AHEAD, type AnnouncementState } from '../announcements.rules.ts'
import { storedWords, type Words } from './announcement-words.ts'
import { factsOf, learnersOf, takeScheduled, type AnnouncementRow } from './read-announcement.ts'
import { receiversOf, type FoundReceivers, type Receivers } from './receivers.ts'
import { sendScheduled } from './send/send-announcement.ts'

/** What staff write. */
export interface Written extends Words, Receivers {
  /** Roles of the writer, who chooses learners by phone only where these see phones. */
  roles: readonly StaffRole[]
  /** Null: at once. */
  send_at: number | null
}

/** What has come of it: how many were told, where it was sent. */
export interface Done {
  id: number
  state: AnnouncementState
  version: number
  sent?: { told: number; browsers: number }
}

/**
 * Keeps what staff write until its time, or tells it at once.
 * @throws invalid with the fields that are wrong, notFound when there is no such course
 */
export async function addAnnouncement(tx: Db, work: StaffWork, written: Written): Promise<Done> {
  const words = await storedWords(tx, written)
  const receivers = await receiversOf(tx, written, { roles: written.roles })
  return keepAnnouncement(tx, work, { ...words, send_at: written.send_at }, receivers)
}

/** The same of words and receivers that were looked through. @throws invalid naming `send_at` */
export async function keepAnnouncement(
  tx: Db,
  work: StaffWork,
  { send_at, ...words }: Awaited<ReturnType<typeof storedWords>> & Pick<Written, 'send_at'>,
  { audience, courseId, learners = [] }: FoundReceivers,
): Promise<Done> {
  const { id } = await tx
    .insertInto('announcements')
    .values({
      ...{ ...words, state: 'scheduled', audience, course_id: courseId, send_at: dueAt(send_at, work.now) },
      ...{ created_at: work.now, created_by: work.who, changed_at: work.now, changed_by: work.who },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepLearners(tx, id, learners)
  return scheduledOrSent(tx, work, id, { action: 'notification scheduled' })
}

/**
 * Changes what is scheduled; a list that is left empty stays.
 * @throws as `addAnnouncement`, and conflict when it is scheduled no more, `edited` with what it is now
 */
export async function changeAnnouncement(
  tx: Db,
  work: StaffWork,
  { id, version, ...written }: Written & { id: number; version: number },
): Promise<Done> {
  const before = await takeScheduled(tx, id, version)
  const words = await storedWords(tx, written)
  const { audience, courseId, learners } = await receiversOf(tx, written, {
    roles: written.roles,
    kept: before.audience,
  })
  const facts = factsOf(before, (await learnersOf(tx, id)).length)
  await tx
    .updateTable('announcements')
    .set({
      ...{ ...words, audience, course_id: courseId, send_at: dueAt(written.send_at, work.now, before.send_at) },
      ...{ changed_at: work.now, changed_by: work.who },
    })
    .where('id', '=', id)
    .execute()
  if (learners !== undefined || (audience !== 'list' && audience !== 'learner')) {
    await tx.deleteFrom('announcement_learners').where('announcement_id', '=', id).execute()
    await keepLearners(tx, id, learners ?? [])
  }
  return scheduledOrSent(tx, work, id, { action: 'notification changed', before: facts })
}

/** @throws notFound; conflict when it is scheduled no more, `edited` with what it is now */
export async function cancelAnnouncement(tx: Db, work: StaffWork, id: number, version: number): Promise<Done> {
  const before = await takeScheduled(tx, id, version)
  return end(tx, work, before, 'cancelled', 'notification cancelled')
}

/** @throws notFound; conflict when it is not cancelled any more or its time has passed, `edited` with what it is now */
export async function restoreAnnouncement(tx: Db, work: StaffWork, id: number, version: number): Promise<Done> {
  const before = await takeScheduled(tx, id, version, 'cancelled')
  if (before.send_at <= work.now) throw conflict('Its time has passed meanwhile: use it for a new one', 'conflict')
  return end(tx, work, before, 'scheduled', 'notification restored')
}

/** Sends what is scheduled before its time. @throws as `cancelAnnouncement` */
export async function sendAnnouncement(tx: Db, work: StaffWork, id: number, version: number): Promise<Done> {
  await takeScheduled(tx, id, version)
  const changed = { send_at: work.now, changed_at: work.now, changed_by: work.who }
  await tx.updateTable('announcements').set(changed).where('id', '=', id).execute()
  return scheduledOrSent(tx, work, id, { action: 'notification sent' })
}

async function end(
  tx: Db,
  work: StaffWork,
  before: AnnouncementRow,
  state: 'cancelled' | 'scheduled',
  action: string,
): Promise<Done> {
  const ended = state === 'cancelled'
  const { id, version } = before
  await tx
    .updateTable('announcements')
    .set({ state, ended_at: ended ? work.now : null, ended_by: ended ? work.who : null })
    .where('id', '=', id)
    .execute()
  await logWork(tx, work, {
    ...{ action, subject: `notification ${id}`, userId: await learnersOf(tx, id) },
    ...{ before: { state: before.state }, after: { state, title: before.title, send_at: before.send_at } },
  })
  return { id, state, version }
}

/** Sends it where it is due, and notes that; otherwise what was done. */
async function scheduledOrSent(
  tx: Db,
  work: StaffWork,
  id: number,
  { action, before = {} }: { action: string; before?: ReturnType<typeof factsOf> },
): Promise<Done> {
  const sent = await sendScheduled(tx, { id, now: work.now, due: work.now })
  const row = await tx.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const learners = await learnersOf(tx, id)
  const reached = sent && { told: sent.told, browsers: sent.browsers }
  await logWork(tx, work, {
    action: sent ? 'notification sent' : action,
    subject: `notification ${id}`,
    userId: learners,
    before,
    after: { ...factsOf(row, learners.length || undefined), ...reached },
  })
  return { id, state: row.state, version: row.version, ...(reached && { sent: reached }) }
}

async function keepLearners(tx: Db, id: number, learners: readonly number[]): Promise<void> {
  for (const some of inParts(learners)) {
    await tx
      .insertInto('announcement_learners')
      .values(some.map((user_id) => ({ announcement_id: id, user_id })))
      .execute()
  }
}

/**
 * When it is sent. A minute that has begun is now, since forms name minutes.
 * @param before when it was to be sent; that may have passed while somebody changed it
 * @throws invalid naming `send_at`
 */
function dueAt(sendAt: number | null, now: number, before?: number): number {
  if (sendAt === null) return now
  if (sendAt > now + MOST_DAYS_AHEAD * DAY) throw invalid({ send_at: 'At most a year ahead' })
  if (sendAt <= now - MINUTE && sendAt !== before) throw invalid({ send_at: 'This time has passed' })
  return Math.max(sendAt, now)
}
