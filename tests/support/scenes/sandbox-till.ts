import { expect } from 'vitest'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { createOrder } from '#features/purchases/purchases.contract.ts'
import type { Call } from '../api/calls.ts'
import type { SeededLearner } from './learners.ts'

/** A learner orders a course of a server that runs. */
export async function orderCourse(call: Call, courseId: number, buyer: Pick<SeededLearner, 'id' | 'token'>) {
  const caller = { token: buyer.token }
  const { course_details } = (await call(checkPurchaseStatus, { query: { id: courseId } }, caller)).body
  const { price, pricegst } = course_details!
  const body = { buyer_id: buyer.id, content: courseId, payment_mode: 'online_payment' as const }
  const made = await call(createOrder, { body: { ...body, price, price_gst: pricegst } }, caller)
  expect(made.status).toBe(200)
  return made.body
}

/** What the learner does in the sandbox's window; the window tells the page, which is gone. */
export async function payInSandbox(url: string, orderId: string, choice: Record<string, string>): Promise<void> {
  const reply = await fetch(`${url}/sandbox/orders/${orderId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'success', webhook: 'never', ...choice }),
  })
  expect(reply.status).toBe(200)
}
