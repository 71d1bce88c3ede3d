import type { Db } from '#db/database.ts'
import { forgetReplies } from '#core/calls/create-once.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { sendNotification, withdrawNotifications } from '#features/notifications/server/send-notification.ts'
import { wordsOf } from '#features/notifications/server/pushed.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { storeDiscussion } from '../../discussions.contract.ts'
import { countChange } from '../../server/panel-changes.ts'
import { NO_COMMENT } from '../../server/panel.ts'
import { takeBackReply } from '../../server/tell-of-reply.ts'

/** What staff do with comments of learners, and with what was reported of them. */

/** Where a comment is: read by the course's learners, hidden by staff, or gone for good. */
export type Sight = 'shown' | 'hidden' | 'deleted'

/**
 * Takes a comment out of sight, its replies with it, until it is restored. Its writer is told, what others were told of it
 * is taken back, and reports of it are settled.
 * @throws notFound when there is no such comment, conflict when it is out of sight already
 */
export function hideComment(db: Db, work: StaffWork, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const comment = await commentOf(tx, id)
    const hidden = await tx
      .updateTable('discussions')
      .set({ deleted_at: work.now, hidden_at: work.now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!hidden) throw conflict(`Comment ${id} is ${comment.sight} already`, 'conflict')
    await takeBackReply(tx, id)
    await tellWriter(tx, work, comment, 'is hidden from others')
    await settle(tx, id, work.now)
    await note(tx, work, comment, 'hidden')
  })
}

/**
 * Shows a comment again that staff had hidden, its replies with it.
 * @param undo hiding it was a slip: the reports that this settled wait again
 * @throws notFound when there is no such comment, conflict when it is not hidden or its writer's account has ended
 */
export function restoreComment(
  db: Db,
  work: StaffWork,
  id: number,
  { undo = false }: { undo?: boolean } = {},
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const comment = await commentOf(tx, id)
    if (comment.ended !== null) throw conflict("Its writer's account has ended, and its words are gone", 'conflict')
    const restored = await tx
      .updateTable('discussions')
      .set({ deleted_at: null, hidden_at: null })
      .where('id', '=', id)
      .where('hidden_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!restored) throw conflict(`Comment ${id} is ${comment.sight}, not hidden`, 'conflict')
    await withdrawNotifications(tx, `comment:${id}:`)
    if (undo && comment.hidden_at !== null) await unsettle(tx, id, comment.hidden_at)
    await note(tx, work, comment, 'shown')
  })
}

/**
 * Erases a comment's words for good; its replies go out of sight with it. For what must not be kept.
 * @throws notFound when there is no such comment, conflict when its words are gone already
 */
export function eraseComment(db: Db, work: StaffWork, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const comment = await commentOf(tx, id)
    const erased = await tx
      .updateTable('discussions')
      .set(({ fn, val }) => ({
        content_html: '',
        deleted_at: fn.coalesce('deleted_at', val(work.now)),
        hidden_at: null,
      }))
      .where('id', '=', id)
      .where('content_html', '!=', '')
      .returning('id')
      .executeTakeFirst()
    if (!erased) throw conflict(`The words of comment ${id} are gone already`, 'conflict')
    await takeBackReply(tx, id)
    // What the writer was answered when they wrote has the words. Which of the answers is of this comment none tells, and none
    // is needed but in the moments after a send that nobody knows the end of.
    await forgetReplies(tx, comment.user_id, storeDiscussion)
    // What its writer was told when it was hidden has its words.
    await withdrawNotifications(tx, `comment:${id}:`)
    if (comment.sight !== 'deleted') await tellWriter(tx, work, { ...comment, content_html: '' }, 'was deleted')
    await settle(tx, id, work.now)
    await note(tx, work, comment, 'deleted')
  })
}

/**
 * Notes that what was reported of a comment was looked at, and that the comment stays.
 * @returns how many reports that settled
 * @throws notFound when there is no such comment, conflict when no report of it waits
 */
export function keepComment(db: Db, work: StaffWork, id: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const comment = await commentOf(tx, id)
    const reports = await settle(tx, id, work.now)
    if (reports === 0) throw conflict(`No report of comment ${id} is waiting`, 'conflict')
    await logWork(tx, work, { action: 'comment kept', subject: `comment ${id}`, ...ofLearner(comment) })
    return reports
  })
}

/**
 * Lets the reports wait again that were settled at an instant.
 * @returns how many these are
 * @throws notFound when there is no such comment, conflict when none was settled then
 */
export function unkeepComment(
  db: Db,
  work: StaffWork,
  { id, settledAt }: { id: number; settledAt: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const comment = await commentOf(tx, id)
    const reports = await unsettle(tx, id, settledAt)
    if (reports === 0) throw conflict(`No report of comment ${id} was settled then`, 'conflict')
    await logWork(tx, work, { action: 'comment kept no more', subject: `comment ${id}`, ...ofLearner(comment) })
    return reports
  })
}

type Comment = Awaited<ReturnType<typeof commentOf>>

async function commentOf(tx: Db, id: number) {
  const row = await tx
    .selectFrom('discussions')
    .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('users', 'users.id', 'discussions.user_id')
    .select([
      'discussions.id',
      'discussions.panel_id',
      'discussions.user_id',
      'discussions.content_html',
      'discussions.deleted_at',
      'discussions.hidden_at',
      'users.deleted_at as ended',
      'users.staff_id',
      'courses.id as course_id',
      'courses.title as course',
    ])
    .where('discussions.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(NO_COMMENT)
  return { ...row, sight: sightOf(row) }
}

/** Where a comment is, by its row. */
export function sightOf({ deleted_at, hidden_at }: { deleted_at: number | null; hidden_at: number | null }): Sight {
  return hidden_at !== null ? 'hidden' : deleted_at === null ? 'shown' : 'deleted'
}

/** @returns how many reports had not been looked at */
async function settle(tx: Db, id: number, now: number): Promise<number> {
  const settled = await tx
    .updateTable('discussion_reports')
    .set({ settled_at: now })
    .where('discussion_id', '=', id)
    .where('settled_at', 'is', null)
    .returning('discussion_id')
    .execute()
  return settled.length
}

/** @returns how many reports wait again */
async function unsettle(tx: Db, id: number, settledAt: number): Promise<number> {
  const waiting = await tx
    .updateTable('discussion_reports')
    .set({ settled_at: null })
    .where('discussion_id', '=', id)
    .where('settled_at', '=', settledAt)
    .returning('discussion_id')
    .execute()
  return waiting.length
}

/** The learner that an entry of the log is about; nobody, of what staff wrote. */
const ofLearner = ({ user_id, staff_id }: Pick<Comment, 'user_id' | 'staff_id'>) =>
  staff_id === null ? { userId: user_id } : {}

/** Writes down what happened, and lets browsers that ask for what is new see that something is. */
async function note(tx: Db, work: StaffWork, comment: Comment, after: Sight): Promise<void> {
  const { id, panel_id, sight } = comment
  await logWork(tx, work, {
    action: `comment ${after === 'shown' ? 'restored' : after}`,
    subject: `comment ${id}`,
    ...ofLearner(comment),
    before: { comment: sight },
    after: { comment: after },
  })
  await countChange(tx, panel_id)
}

async function tellWriter(
  tx: Db,
  { now }: StaffWork,
  { id, user_id, staff_id, course_id, course, content_html, ended }: Comment,
  what: string,
): Promise<void> {
  if (ended !== null || staff_id !== null) return
  const words = content_html ? `<blockquote>${escapeText(wordsOf(content_html, 300))}</blockquote>` : ''
  await sendNotification(
    { db: tx, now: () => now },
    {
      to: { userId: user_id },
      kind: 'announcements',
      title: `Your comment ${what}`,
      message: `<p>The team that runs the discussions of <strong>${escapeText(course)}</strong> found that it does not belong there. If you do not agree, please contact support.</p>${words}`,
      target: withQuery(paths.myCourse(course_id), { tab: 'discussions' }),
      key: `comment:${id}:${now}`,
    },
  )
}
