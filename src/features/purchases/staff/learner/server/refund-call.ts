import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { formatInr } from '#lib/both/money.ts'
import { readRefundable, refundPayment, type Refunded } from '../../server/refund.ts'
import type { previewRefund as previewContract, refundLearner as contract } from '../refund.contract.ts'

/** @throws as `readRefundable` */
export async function previewRefund(
  { db, now }: StaffContext,
  { params }: InputOf<typeof previewContract>,
): Promise<ReplyOf<typeof previewContract>> {
  return readRefundable(db, now(), params.id)
}

/** @throws as `refundPayment` */
export async function refundLearner(
  ctx: StaffContext,
  { params, body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { left_paise: leftPaise, amount_paise: amountPaise, keep_access: keepAccess, key, reason } = body
  const paymentId = params.id
  const refunded = await refundPayment(ctx, ctx.work(reason), { paymentId, leftPaise, amountPaise, keepAccess, key })
  return {
    status: true,
    success: refunded.status !== 'failed',
    message: messageOf(refunded),
    refund_id: refunded.id,
    amount_paise: refunded.amountPaise,
    state: refunded.status,
    credit_note: refunded.creditNote,
    problem: refunded.problem,
    left_paise: refunded.leftPaise,
  }
}

function messageOf({ status, amountPaise, creditNote, problem }: Refunded): string {
  const amount = formatInr(amountPaise)
  if (status === 'failed') return `The provider does not send ${amount} back: ${problem ?? 'it does not say why'}`
  if (status === 'requested') return `${amount} is on its way`
  return `${amount} went back${creditNote === null ? '' : `: credit note ${creditNote}`}`
}
