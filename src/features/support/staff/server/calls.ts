import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { spanOfDays } from '#lib/both/time/days.ts'
import { withAttachment } from '../../server/write.ts'
import { categories } from '../../support.rules.ts'
import type * as saved from '../saved-replies.contract.ts'
import { QUEUE_PAGE, type answerQueued as AnswerQueued } from '../tickets.contract.ts'
import type * as contracts from '../tickets.contract.ts'
import { answerTicket } from './answer-ticket.ts'
import * as change from './change-ticket.ts'
import { countQueue, readQueue } from './queue.ts'
import * as replies from './saved-replies.ts'
import { supporters } from './team.ts'

/** Calls of those who answer tickets, each in the words of its contract. */

const done = (message: string) => ({ status: true, success: true, message })

export async function listQueue(
  { db, staff }: StaffContext,
  { query }: InputOf<typeof contracts.listQueue>,
): Promise<ReplyOf<typeof contracts.listQueue>> {
  const { state, sort, after, assignee, from, until, ...rest } = query
  const filter = {
    ...rest,
    assignee: assignee === 'me' ? staff.id : assignee,
    raised: spanOfDays(from, until),
  }
  const { tickets, next } = await readQueue(db, filter, {
    state,
    newest: sort === 'newest',
    after: placeIn(after),
    most: QUEUE_PAGE,
  })
  return { data: tickets, next: next ? placeText(next) : null, counts: await countQueue(db, filter) }
}

export async function queueChoices({ db }: StaffContext): Promise<ReplyOf<typeof contracts.queueChoices>> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('id', 'in', (of) => of.selectFrom('tickets').select('course_id').where('course_id', 'is not', null))
    .orderBy('title')
    .execute()
  return { categories: [...categories], courses, team: await supporters(db) }
}

/** @throws invalid naming `message` or `attachment`; notFound and conflict as answerTicket */
export async function answerQueued(
  ctx: StaffContext,
  { body }: InputOf<typeof AnswerQueued>,
): Promise<ReplyOf<typeof AnswerQueued>> {
  const { id, message, seen } = body
  const { name } = ctx.staff
  const { answer } = await withAttachment(ctx, body.attachment, async (attachment) => ({
    kept: true,
    answer: await createOnce(ctx, async (tx) => {
      const close = body.close === '1'
      const { messageId, state } = await answerTicket(tx, ctx.work(), { id, message, name, attachment, seen, close })
      return { ...done(close ? 'Answered and closed' : 'Answered'), message_id: messageId, state }
    }),
  }))
  return answer
}

export async function assignTicket(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.assignTicket>,
): Promise<ReplyOf<typeof contracts.assignTicket>> {
  const assignee = await change.assignTicket(ctx, ctx.work(), body)
  return { ...done(assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody'), assignee }
}

export async function closeQueued(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.closeQueued>,
): Promise<ReplyOf<typeof contracts.closeQueued>> {
  await change.closeTicket(ctx.db, ctx.work(), body)
  return done('Closed')
}

export async function reopenTicket(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.reopenTicket>,
): Promise<ReplyOf<typeof contracts.reopenTicket>> {
  const state = await change.reopenTicket(ctx.db, ctx.work(), body.id)
  return { ...done('Open again'), state }
}

export async function listSavedReplies({ db }: StaffContext): Promise<ReplyOf<typeof saved.listSavedReplies>> {
  return { data: await replies.savedReplies(db) }
}

export function addSavedReply(
  ctx: StaffContext,
  { body }: InputOf<typeof saved.addSavedReply>,
): Promise<ReplyOf<typeof saved.addSavedReply>> {
  return createOnce(ctx, async (tx) => ({ ...done('Saved'), id: await replies.addSavedReply(tx, ctx.work(), body) }))
}

export async function changeSavedReply(
  ctx: StaffContext,
  { body }: InputOf<typeof saved.changeSavedReply>,
): Promise<ReplyOf<typeof saved.changeSavedReply>> {
  await replies.changeSavedReply(ctx.db, ctx.work(), body)
  return done('Saved')
}

export async function removeSavedReply(
  ctx: StaffContext,
  { body }: InputOf<typeof saved.removeSavedReply>,
): Promise<ReplyOf<typeof saved.removeSavedReply>> {
  await replies.removeSavedReply(ctx.db, ctx.work(), body)
  return done('Removed')
}
