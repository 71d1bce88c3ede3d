import type { LearnerContext } from '#core/context.ts'
import { cardOf, lockNotebook } from './notebook.ts'

type Input = { body: { question_id: number } }

/**
 * 'I know this': takes a question out of the notebook. Repeating it is harmless.
 * @throws notFound, conflict resting as `cardOf`
 */
export async function removeFromPractice(ctx: LearnerContext, { body }: Input) {
  await ctx.db.transaction().execute(async (tx) => {
    await lockNotebook(tx, ctx)
    const { left_at } = await cardOf(tx, ctx.user.id, body.question_id)
    if (left_at !== null) return
    await tx
      .updateTable('practice_cards')
      .set({ left_at: ctx.now(), left_reason: 'removed' })
      .where('user_id', '=', ctx.user.id)
      .where('question_id', '=', body.question_id)
      .execute()
  })
  return { status: true, success: true, message: 'The question has left your notebook.' }
}

/**
 * Puts a question back: one that was taken out goes on as if nothing had happened, one that was known is due at once.
 * Repeating it is harmless.
 * @throws notFound, conflict resting as `cardOf`
 */
export async function restoreToPractice(ctx: LearnerContext, { body }: Input) {
  await ctx.db.transaction().execute(async (tx) => {
    await lockNotebook(tx, ctx)
    const { left_at, left_reason, due_at } = await cardOf(tx, ctx.user.id, body.question_id)
    if (left_at === null) return
    await tx
      .updateTable('practice_cards')
      .set({ left_at: null, left_reason: null, due_at: left_reason === 'known' ? ctx.now() : due_at })
      .where('user_id', '=', ctx.user.id)
      .where('question_id', '=', body.question_id)
      .execute()
  })
  return { status: true, success: true, message: 'The question is back in your notebook.' }
}
