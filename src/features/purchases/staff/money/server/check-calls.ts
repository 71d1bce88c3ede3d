import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { counted } from '#lib/both/text/format.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { askAboutOrder, askAboutPayment } from '../../server/ask-provider.ts'
import { listMismatches as mismatches } from '../../server/mismatches.ts'
import type * as contracts from '../checks.contract.ts'
import { MOST_MISMATCHES } from '../money.rules.ts'
import { payerOf } from './payer.ts'

export async function listMismatches(
  { db, engine, now }: StaffContext,
  { query }: InputOf<typeof contracts.listMismatches>,
): Promise<ReplyOf<typeof contracts.listMismatches>> {
  const at = now()
  const { listed, number } = await mismatches(
    { db, engine },
    { now: at, since: at - query.days * DAY },
    MOST_MISMATCHES,
  )
  const purchases = await purchasesOf(db, listed)
  const data = listed.map(({ purchaseId, orderId, paymentId, amountPaise, kind, at: when, detail }) => {
    const purchase = purchases.get(purchaseId)
    return {
      ...{ kind, at: when, detail },
      order: orderId,
      payment: paymentId,
      amount_paise: amountPaise,
      learner: purchase ? payerOf(purchase) : null,
      course: purchase ? { id: purchase.course_id, title: purchase.title } : null,
    }
  })
  return { data, number }
}

/** Whose purchases they are, and of what, by their numbers. */
async function purchasesOf(db: Db, about: readonly { purchaseId: number | null }[]) {
  const ids = [...new Set(about.map(({ purchaseId }) => purchaseId))].filter((id) => id !== null)
  // PostgreSQL takes no list of nothing.
  if (ids.length === 0) return new Map<number | null, never>()
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .where('purchases.id', 'in', ids)
    .select([
      'purchases.id',
      'purchases.user_id',
      'purchases.course_id',
      'courses.title',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.deleted_at',
    ])
    .execute()
  return new Map<number | null, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
}

/** @throws as `askAboutPayment` */
export async function askProvider(
  ctx: StaffContext,
  { body: { payment_id: paymentId, order_id: orderId } }: InputOf<typeof contracts.askProvider>,
): Promise<ReplyOf<typeof contracts.askProvider>> {
  const differences =
    paymentId === undefined ? await askAboutOrder(ctx, orderId!) : await askAboutPayment(ctx, paymentId)
  const userId = await payerBehind(ctx.db, paymentId, orderId)
  await ctx.db.transaction().execute((tx) =>
    logWork(tx, ctx.work(), {
      action: 'provider asked',
      subject: paymentId === undefined ? `order ${orderId}` : `payment ${paymentId}`,
      userId,
      after: { differences: differences.length },
    }),
  )
  const message =
    differences.length === 0
      ? 'The provider says the same as our rows'
      : `The provider says ${counted(differences.length, 'thing')} otherwise`
  return { status: true, success: true, message, differences }
}

async function payerBehind(db: Db, paymentId: number | undefined, orderId: number | undefined): Promise<number> {
  const purchase =
    paymentId === undefined
      ? db.selectFrom('payment_orders').select('purchase_id').where('id', '=', orderId!)
      : db.selectFrom('payments').select('purchase_id').where('id', '=', paymentId)
  const { user_id } = await db
    .selectFrom('purchases')
    .select('user_id')
    .where('id', '=', purchase)
    .executeTakeFirstOrThrow()
  return user_id
}
