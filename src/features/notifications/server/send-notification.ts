import { sql, type ExpressionBuilder, type Nullable, type SelectQueryBuilder } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { invalid, type FieldErrors } from '#lib/both/calls/errors.ts'
import { sanitizeAuthored } from '#lib/server/text/html.ts'
import type { LinkedPages } from '#lib/both/linked-pages.ts'
import { isOwnPicture } from '#lib/both/text/own-picture.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import {
  actionOf,
  MOST_MESSAGE,
  MOST_TARGET,
  MOST_TITLE,
  SHOWN_FOR,
  type ClickAction,
  type Kind,
} from '../notifications.rules.ts'
import { wordsOf } from './pushed.ts'

export interface NewNotification {
  /** Who is told: everybody, one learner, or those whose course is active now. */
  to: 'all' | { userId: number } | { courseId: number }
  kind: Kind
  title: string
  /** HTML; what is not on the allow-list of authored HTML is dropped. */
  message: string
  /** The address of a picture below /media. */
  image?: string | null
  action?: ClickAction
  /** What the button leads to; no button without it. */
  target?: string | number | null
  /** Names what happened: it is told once, also by several processes. */
  key?: string
  /** Instant after which nobody is shown it; 90 days without it. */
  expiresAt?: number
}

/**
 * Tells learners something: it stands under their bells at once and is pushed to their browsers within seconds, by
 * whichever server runs. Works in a transaction of the caller's, too.
 * @returns its id; undefined when its key says that it has been told already
 * @throws invalid with the fields that are wrong
 */
export async function sendNotification(
  { db, now }: { db: Db; now: () => number },
  notification: NewNotification,
): Promise<number | undefined> {
  return (await sendCounted({ db, now }, notification))?.id
}

/** The same. @returns its id, and how many browsers it is pushed to */
export async function sendCounted(
  { db, now }: { db: Db; now: () => number },
  notification: NewNotification,
): Promise<{ id: number; browsers: number } | undefined> {
  const row = notificationRow(notification, now())
  return inTransaction(db, async (tx) => {
    const stored = await tx
      .insertInto('notifications')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return stored && { id: stored.id, browsers: await queuePushes(tx, [stored.id], row) }
  })
}

/** A notification as it is stored. @throws invalid with the fields that are wrong */
export function notificationRow(
  { to, kind, title, message, image = null, action = 'general', target = null, key, expiresAt }: NewNotification,
  created_at: number,
) {
  const row = {
    user_id: to !== 'all' && 'userId' in to ? to.userId : null,
    course_id: to !== 'all' && 'courseId' in to ? to.courseId : null,
    kind,
    title: title.trim(),
    message_html: sanitizeAuthored(message.trim()),
    image,
    click_action: action,
    target_id: target === null ? null : String(target).trim(),
    key: key ?? null,
    created_at,
    expires_at: expiresAt ?? created_at + SHOWN_FOR,
  }
  const problems = problemsOf(row)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return row
}

const noPages: LinkedPages = { currentAffairs: null, blog: null, webinar: null }
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

function problemsOf(row: {
  title: string
  message_html: string
  image: string | null
  click_action: ClickAction
  target_id: string | null
}): FieldErrors {
  const { title, message_html, image, click_action, target_id } = row
  const problems: FieldErrors = {}
  if (!title) problems.title = 'A title is needed'
  else if (!hasAtMost(title, MOST_TITLE)) problems.title = `At most ${MOST_TITLE} characters`
  else if (control.test(title) || /\n/.test(title)) problems.title = 'Must be one line of text'
  if (!wordsOf(message_html, 1) && !message_html.includes('<img')) problems.message = 'A message is needed'
  else if (message_html.length > MOST_MESSAGE) problems.message = `At most ${MOST_MESSAGE} characters`
  else if (control.test(message_html)) problems.message = 'Has characters that cannot be stored'
  if (image !== null && !isOwnPicture(image)) problems.image = 'Must be the address of a picture below /media'
  if (target_id !== null) {
    if (!target_id || target_id.length > MOST_TARGET || control.test(target_id) || /\s/.test(target_id)) {
      problems.target = `Must be 1 to ${MOST_TARGET} characters without spaces`
    } else if (click_action === 'general' && !actionOf(row, noPages)) {
      problems.target = 'Must be a page of this site such as /courses, or an address with https://'
    } else if (click_action === 'course_details' && !readId(target_id)) problems.target = "Must be a course's id"
  }
  return problems
}

/**
 * Notes which browsers notifications are pushed to: those of the learners they are for, who are logged in and want their kind.
 * @param ids of notifications to one learner each, or to the same ones
 * @returns how many browsers
 */
export async function queuePushes(
  tx: Db,
  ids: readonly number[],
  { user_id: userId, course_id: courseId, created_at: now }: ReturnType<typeof notificationRow>,
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('push_deliveries')
    .columns(['notification_id', 'subscription_id', 'due_at'])
    .expression(({ selectFrom }) =>
      selectFrom('notifications')
        .innerJoin('push_subscriptions as browser', (join) =>
          userId === null ? join.onTrue() : join.onRef('browser.user_id', '=', 'notifications.user_id'),
        )
        .innerJoin('sessions', 'sessions.id', 'browser.session_id')
        .leftJoin('push_choices as choice', (join) =>
          join
            .onRef('choice.user_id', '=', 'browser.user_id')
            .onRef('choice.kind', '=', 'notifications.kind')
            .on('choice.pushed', '=', 0),
        )
        .select(['notifications.id', 'browser.id as subscription', 'notifications.created_at'])
        .where('notifications.id', 'in', ids)
        .where(isWanted(now))
        // Those who have the course are few among all who have browsers.
        .$if(courseId !== null, (query) =>
          query
            .innerJoin('enrolments', 'enrolments.user_id', 'browser.user_id')
            .where('enrolments.course_id', '=', courseId)
            .where('enrolments.valid_until', '>=', now),
        ),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Of a browser with its session and its learner's choice against the kind: that something is pushed to it. */
export const isWanted =
  (now: number) =>
  ({ and, eb }: ExpressionBuilder<Database & { choice: Nullable<Database['push_choices']> }, 'sessions' | 'choice'>) =>
    and([eb('sessions.revoked_at', 'is', null), eb('sessions.expires_at', '>', now), eb('choice.user_id', 'is', null)])

/** Far below what either database allows in parameters. */
const KEYS_AT_ONCE = 500

/** Takes back the notification of that key: what it told is no longer so. */
export async function withdrawNotification(db: Db, key: string): Promise<void> {
  await db.deleteFrom('notifications').where('key', '=', key).execute()
}

/** The same of many keys. */
export async function withdrawAll(db: Db, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    await db
      .deleteFrom('notifications')
      .where('key', 'in', keys.slice(from, from + KEYS_AT_ONCE))
      .execute()
  }
}

/**
 * Takes notifications back whose key begins so: what they told is no longer there.
 * @param keys letters, digits and colons
 */
export async function withdrawNotifications(db: Db, keys: string): Promise<void> {
  // Not by their order, which databases made for a language have of their own.
  await db.deleteFrom('notifications').where('key', 'like', `${keys}%`).execute()
}

/**
 * The same for every start of a key that a query lists, in one statement.
 * @param keys a query whose rows have the `start` of keys
 */
export async function withdrawListed<Table extends keyof Database>(
  db: Db,
  keys: SelectQueryBuilder<Database, Table, { start: string }>,
): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom(keys.as('told'))
          .select('told.start')
          .where(sql<boolean>`notifications.key like told.start || '%'`),
      ),
    )
    .execute()
}
