import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { cutText } from '#lib/both/text/cut-text.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { counted } from '#lib/both/text/format.ts'
import { spanOfDays } from '#lib/both/time/days.ts'
import type * as lists from '../announcements.contract.ts'
import { ANNOUNCEMENT_PAGE } from '../announcements.contract.ts'
import { MOST_COUNTED_BROWSERS, MOST_TARGETS } from '../announcements.rules.ts'
import type * as compose from '../compose.contract.ts'
import { previewOf, shownOf } from './announcement-words.ts'
import { announcements, listed, readAnnouncements } from './list-announcements.ts'
import { countBrowsers, countLearners } from './reach.ts'
import { announcementNumbered, learnersOf } from './read-announcement.ts'
import { findReceivers } from './receivers.ts'
import { withdrawAnnouncement as withdraw } from './withdraw-announcement.ts'
import * as write from './write-announcement.ts'

/** Calls of those who tell learners something, each in the words of its contract. */

export async function listAnnouncements(
  { db }: StaffContext,
  { query: { after, from, until, ...rest } }: InputOf<typeof lists.listAnnouncements>,
): Promise<ReplyOf<typeof lists.listAnnouncements>> {
  const filter = { ...rest, due: spanOfDays(from, until) }
  const { rows, next } = await readAnnouncements(db, filter, { after: placeIn(after), most: ANNOUNCEMENT_PAGE })
  return { data: rows, next: next ? placeText(next) : null }
}

export async function showAnnouncement(
  { db, site, staff }: StaffContext,
  { params: { id } }: InputOf<typeof lists.showAnnouncement>,
): Promise<ReplyOf<typeof lists.showAnnouncement>> {
  const row = await announcementNumbered(db, id)
  const [{ pages }, inList] = await Promise.all([
    site(),
    announcements(db).where('announcement.id', '=', id).executeTakeFirstOrThrow(),
  ])
  const { message, format, image, click_action: action, target_id: target } = row
  const { version, created_at, changed_at, changed_by, ended_by } = row
  const sees = staff.roles.some((role) => helpers.includes(role))
  return {
    ...listed(inList),
    learner: sees && row.audience === 'learner' ? await learnerOf(db, id) : null,
    ...{ message, format, image, action, target, shown: shownOf(row, pages) },
    ...{ version, created_at, changed_at, changed_by, ended_by },
  }
}

async function learnerOf(db: StaffContext['db'], id: number) {
  const [learner] = await learnersOf(db, id)
  if (learner === undefined) return null
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', learner).executeTakeFirstOrThrow()
}

export async function notificationChoices({
  db,
  now,
}: StaffContext): Promise<ReplyOf<typeof compose.notificationChoices>> {
  const [news, articles, webinars] = await Promise.all([
    db
      .selectFrom('news')
      .select(['id', 'title', 'description'])
      .where('retired', '=', 0)
      .where('published_at', '<=', now())
      .orderBy('published_at', 'desc')
      .limit(MOST_TARGETS)
      .execute(),
    db
      .selectFrom('blog_articles')
      .select(['id', 'title'])
      .where('retired', '=', 0)
      .where('published_at', '<=', now())
      .orderBy('published_at', 'desc')
      .limit(MOST_TARGETS)
      .execute(),
    db
      .selectFrom('webinars')
      .select(['id', 'title'])
      .where('retired', '=', 0)
      .orderBy('starts_at', 'desc')
      .limit(MOST_TARGETS)
      .execute(),
  ])
  const titled = news.map(({ id, title, description }) => ({ id, title: title ?? cutText(description, 80) }))
  return { news: titled, articles, webinars }
}

export async function previewNotification(
  { site }: StaffContext,
  { body }: InputOf<typeof compose.previewNotification>,
): Promise<ReplyOf<typeof compose.previewNotification>> {
  return previewOf(body, (await site()).pages)
}

/** @throws invalid naming `audience`, `course_id`, `csv` or `mobile`; notFound */
export async function countReach(
  { db, now, staff }: StaffContext,
  { body }: InputOf<typeof compose.countReach>,
): Promise<ReplyOf<typeof compose.countReach>> {
  const kept = body.id === undefined ? undefined : await announcementNumbered(db, body.id)
  const { courseId, learners, bad } = await findReceivers(db, body, { roles: staff.roles, kept: kept?.audience })
  const told =
    courseId !== null
      ? { courseId }
      : learners
        ? { learners }
        : kept && body.audience !== 'all'
          ? { learners: await learnersOf(db, kept.id) }
          : 'all'
  const browsers = await countBrowsers(db, told, now())
  return {
    learners: await countLearners(db, told, now()),
    browsers: Math.min(browsers, MOST_COUNTED_BROWSERS),
    more_browsers: browsers > MOST_COUNTED_BROWSERS,
    bad,
  }
}

/** @throws invalid with the fields that are wrong, notFound when there is no such course */
export function addAnnouncement(
  ctx: StaffContext,
  { body }: InputOf<typeof compose.addAnnouncement>,
): Promise<ReplyOf<typeof compose.addAnnouncement>> {
  return createOnce(ctx, async (tx) =>
    told(await write.addAnnouncement(tx, ctx.work(), { ...body, roles: ctx.staff.roles })),
  )
}

/** @throws as `addAnnouncement`; conflict when it is scheduled no more, `edited` */
export async function changeAnnouncement(
  ctx: StaffContext,
  { body }: InputOf<typeof compose.changeAnnouncement>,
): Promise<ReplyOf<typeof compose.changeAnnouncement>> {
  return told(await inOne(ctx, (tx) => write.changeAnnouncement(tx, ctx.work(), { ...body, roles: ctx.staff.roles })))
}

export async function cancelAnnouncement(
  ctx: StaffContext,
  { body: { id, version } }: InputOf<typeof compose.cancelAnnouncement>,
): Promise<ReplyOf<typeof compose.cancelAnnouncement>> {
  return told(await inOne(ctx, (tx) => write.cancelAnnouncement(tx, ctx.work(), id, version)))
}

export async function restoreAnnouncement(
  ctx: StaffContext,
  { body: { id, version } }: InputOf<typeof compose.restoreAnnouncement>,
): Promise<ReplyOf<typeof compose.restoreAnnouncement>> {
  return told(await inOne(ctx, (tx) => write.restoreAnnouncement(tx, ctx.work(), id, version)))
}

export async function sendAnnouncement(
  ctx: StaffContext,
  { body: { id, version } }: InputOf<typeof compose.sendAnnouncement>,
): Promise<ReplyOf<typeof compose.sendAnnouncement>> {
  return told(await inOne(ctx, (tx) => write.sendAnnouncement(tx, ctx.work(), id, version)))
}

export async function withdrawAnnouncement(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof compose.withdrawAnnouncement>,
): Promise<ReplyOf<typeof compose.withdrawAnnouncement>> {
  return told(await inOne(ctx, (tx) => withdraw(tx, ctx.work(reason), id)))
}

const inOne = (ctx: StaffContext, work: Parameters<typeof inTransaction<write.Done>>[1]) => inTransaction(ctx.db, work)

const words = { scheduled: 'Scheduled', sent: 'Sent', cancelled: 'Cancelled', withdrawn: 'Withdrawn' }

function told({ id, state, version, sent }: write.Done) {
  const message = sent
    ? `Sent to ${counted(sent.told, 'learner')}; it is pushed to ${counted(sent.browsers, 'browser')}`
    : words[state]
  return { status: true, success: true, message, id, state, version }
}
