import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { block, unblock } from '#features/auth/server/block.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import type * as reports from '../reports.contract.ts'
import { REPORTS_PAGE } from '../reports.contract.ts'
import type * as contracts from '../threads.contract.ts'
import { answerComment } from './answer-comment.ts'
import { beginning } from './list-threads.ts'
import * as moderate from './moderate.ts'
import { reportsInOrder, waitingReports } from './reports.ts'

/** Calls of those who answer and moderate discussions, each in the words of its contract. */

const done = (message: string) => ({ status: true, success: true, message })

/** @throws notFound when the comment is gone */
export function replyAsMentor(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.replyAsMentor>,
): Promise<ReplyOf<typeof contracts.replyAsMentor>> {
  return createOnce(ctx, async (tx) => {
    const mentor = { staff: { id: ctx.staff.id, name: ctx.staff.name } }
    const { id } = await answerComment(tx, ctx.work(), { commentId: body.id, mentor, content: body.content })
    return { ...done('Reply posted'), reply_id: id }
  })
}

export async function hideComment(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.hideComment>,
): Promise<ReplyOf<typeof contracts.hideComment>> {
  await moderate.hideComment(ctx.db, ctx.work(reason), id)
  return done('Hidden')
}

export async function restoreComment(
  ctx: StaffContext,
  { body: { id, reason, undo } }: InputOf<typeof contracts.restoreComment>,
): Promise<ReplyOf<typeof contracts.restoreComment>> {
  await moderate.restoreComment(ctx.db, ctx.work(reason), id, { undo })
  return done('Shown again')
}

export async function deleteComment(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.deleteComment>,
): Promise<ReplyOf<typeof contracts.deleteComment>> {
  await moderate.eraseComment(ctx.db, ctx.work(reason), id)
  return done('Deleted')
}

export async function keepComment(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.keepComment>,
): Promise<ReplyOf<typeof contracts.keepComment>> {
  const work = ctx.work(reason)
  return { ...done('It stays'), reports: await moderate.keepComment(ctx.db, work, id), settled_at: work.now }
}

export async function unkeepComment(
  ctx: StaffContext,
  { body: { id, settled_at: settledAt } }: InputOf<typeof contracts.unkeepComment>,
): Promise<ReplyOf<typeof contracts.unkeepComment>> {
  return {
    ...done('Its reports wait again'),
    reports: await moderate.unkeepComment(ctx.db, ctx.work(), { id, settledAt }),
  }
}

export async function muteWriter(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.muteWriter>,
): Promise<ReplyOf<typeof contracts.muteWriter>> {
  await refuseNobody(ctx, id)
  await block(ctx.db, ctx.work(reason), id, 'discussions')
  return done('They can no longer write in discussions')
}

export async function unmuteWriter(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.unmuteWriter>,
): Promise<ReplyOf<typeof contracts.unmuteWriter>> {
  await refuseNobody(ctx, id)
  await unblock(ctx.db, ctx.work(reason), id, 'discussions')
  return done('They can write in discussions again')
}

/** @throws notFound of whoever is no learner, or no more */
async function refuseNobody({ db }: StaffContext, id: number): Promise<void> {
  const learner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('staff_id', 'is', null)
    .executeTakeFirst()
  if (!learner) throw notFound('There is no such learner')
}

export async function listReports(
  { db }: StaffContext,
  { query: { show, after } }: InputOf<typeof reports.listReports>,
): Promise<ReplyOf<typeof reports.listReports>> {
  const { reported, next } = await reportsInOrder(db, {
    settled: show === 'settled',
    after: placeIn(after),
    most: REPORTS_PAGE,
  })
  return {
    data: reported.map(({ content_html, writer, writer_id, muted_at, ...row }) => ({
      ...row,
      writer: { id: writer_id, name: writer, muted: muted_at !== null },
      words: beginning(content_html),
    })),
    next: next ? placeText(next) : null,
    waiting: await waitingReports(db),
  }
}
