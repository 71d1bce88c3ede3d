import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden } from '#lib/both/calls/errors.ts'
import type { reportDiscussion as contract } from '../../discussions.contract.ts'
import { commentFor } from '../panel.ts'

/**
 * Keeps that the learner reported a comment, once; reporting it again changes nothing.
 * @throws notFound, forbidden as commentFor; forbidden for the learner's own comment
 */
export async function reportDiscussion(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const comment = await commentFor(ctx, params.id)
  if (comment.userId === ctx.user.id) throw forbidden('You cannot report your own comment')
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('discussion_reports')
    .values({ discussion_id: comment.id, user_id: ctx.user.id, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows > 0n) {
    ctx.log.warn({ req: ctx.requestId, discussion: comment.id, by: ctx.user.id }, 'comment reported')
  }
  return { status: true, success: true, message: 'Thank you. The course team will look at it.' }
}
