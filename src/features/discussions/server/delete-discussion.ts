import type { LearnerContext } from '#core/context.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden } from '#lib/both/calls/errors.ts'
import type { deleteDiscussion as contract } from '../discussions.contract.ts'
import { countChange } from './panel-changes.ts'
import { commentFor } from './panel.ts'
import { takeBackReply } from './tell-of-reply.ts'

/**
 * Deletes the learner's own comment (document 2, section 5). Replies to it stay, below 'Comment deleted'.
 * @throws notFound, forbidden as commentFor; forbidden when somebody else wrote it
 */
export async function deleteDiscussion(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const comment = await commentFor(ctx, params.id)
  if (comment.userId !== ctx.user.id) throw forbidden('You can delete only your own comments')
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('discussions')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', comment.id)
      .where('deleted_at', 'is', null)
      .execute()
    await takeBackReply(tx, comment.id)
    await countChange(tx, comment.panel_id)
  })
  return { status: true, success: true, message: 'Comment deleted' }
}
