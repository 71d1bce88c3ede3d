import type { LearnerContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { raiseTicket as contract } from '../support.contract.ts'
import { COURSE_CATEGORY, ticketProblems } from '../support.rules.ts'
import { boughtCourses } from './choices.ts'
import { addMessage, oneAtATime, refuseManyTickets, withAttachment } from './write.ts'

/**
 * Raises a ticket with its first message, for the token's learner. The same request sent again is the ticket it was.
 * @throws invalid naming the fields (document 1, section 5)
 * @throws tooMany as the limits say
 */
export async function raiseTicket(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const { db, user, now } = ctx
  const problems = ticketProblems(body)
  const courseId = body.ticket_category_id === COURSE_CATEGORY && body.content_id !== '' ? body.content_id : null
  if (courseId !== null) {
    const bought = await boughtCourses(db, user.id).where('courses.id', '=', courseId).executeTakeFirst()
    if (!bought) problems.content_id = 'Please choose one of your courses'
  }
  const categoryId = body.ticket_category_id
  if (Object.keys(problems).length > 0 || categoryId === '') throw invalid({ ...problems })
  const before = await sentBefore(ctx, body.request_key)
  if (before) return reply(before.id)
  // Before the picture is worked on, and again where nothing can come between.
  await refuseManyTickets(db, user.id, now())
  const { answer } = await withAttachment(ctx, body.attachment, async (attachment) => {
    let kept = true
    const answer = await createOnce(ctx, async (tx) => {
      await oneAtATime(tx, user.id)
      const meanwhile = await sentBefore({ ...ctx, db: tx }, body.request_key)
      if (meanwhile) {
        kept = false
        return reply(meanwhile.id)
      }
      const at = now()
      await refuseManyTickets(tx, user.id, at)
      const ticket = await tx
        .insertInto('tickets')
        .values({
          user_id: user.id,
          category_id: categoryId,
          course_id: courseId,
          title: body.title,
          mode: 'open',
          request_key: body.request_key ?? null,
          created_at: at,
          closed_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addMessage(tx, ticket.id, { body: body.msg, attachment, request_key: null, created_at: at })
      return reply(ticket.id)
    })
    return { kept, answer }
  })
  return answer
}

async function sentBefore({ db, user }: Pick<LearnerContext, 'user'> & { db: LearnerContext['db'] }, key?: string) {
  if (!key) return undefined
  return db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', user.id)
    .where('request_key', '=', key)
    .executeTakeFirst()
}

const reply = (id: number) => ({
  status: true,
  success: true,
  message: 'New Ticket Raised Successfully',
  ticket_id: id,
})
