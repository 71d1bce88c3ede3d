import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../../tests/support/api/staff-work.ts'
import {
  type Buyer,
  buyerOf,
  readLeftPaise,
  reprice,
  sweep,
  tellWebhook,
} from '../../../../../../tests/support/scenes/buyer.ts'
import { listLearnerPurchases } from '../../learner/learner-purchases.contract.ts'
import { openFreeCourse } from '../../../purchases.contract.ts'
import { refundPayment } from '../../server/refund.ts'
import { exportPayments, listOrders, listPayments, listReceipts } from '../money.contract.ts'

/** States of a payment of ₹1,180 while it is refunded, in every list and file of staff. */

let api: TestApi
let staff: TestStaff
let buyer: Buyer
let paymentId: number

beforeAll(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  buyer = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id))
  paymentId = (await buyer.payments())[0]!.id
  staff = await api.staff('accountant')
})

afterAll(() => api.close())

const refund = async (key: string, amountPaise?: number) => {
  const leftPaise = await readLeftPaise(api, paymentId)
  await refundPayment(api.services, testWork(api.clock.now(), 'Asked for it'), {
    paymentId,
    key,
    leftPaise,
    amountPaise,
  })
}

/** The state in each list, and what a filter by it finds. */
async function states() {
  const [payment] = (await api.call(listPayments, { query: {} }, { staff })).body.data
  const [receipt] = (await api.call(listReceipts, { query: {} }, { staff })).body.data
  const [order] = (await api.call(listOrders, { query: {} }, { staff })).body.data
  const params = { id: buyer.learner.user.id }
  const [purchase] = (await api.call(listLearnerPurchases, { params }, { staff })).body.data
  const { csv } = (await api.call(exportPayments, { query: {} }, { staff })).body
  const filtered = (await api.call(listPayments, { query: { status: payment!.status } }, { staff })).body
  expect([filtered.number, receipt!.status, purchase!.payments[0]!.status]).toEqual([
    1,
    payment!.status,
    payment!.status,
  ])
  return [payment!.status, order!.status, purchase!.state, csv.split('\r\n')[1]!.split(',')[2]]
}

test('a payment is paid, partly refunded, being refunded and refunded, and never paid when it is refunded', async () => {
  expect(await states()).toEqual(['granted', 'paid', 'paid', 'Paid'])
  api.payments.refunding = { refused: 'The balance is too low' }
  await refund('key-of-a-failure')
  expect(await states()).toEqual(['granted', 'paid', 'paid', 'Paid'])
  api.payments.refunding = 'processed'
  await refund('key-of-the-first', 18_000)
  expect(await states()).toEqual(['partly_refunded', 'partly_refunded', 'partly_refunded', 'Partly refunded'])
  await api.services.db
    .insertInto('payment_refunds')
    .values({
      ...{ payment_id: paymentId, amount_paise: 100_000, key: 'key-of-the-rest', status: 'requested' },
      ...{ refund_at: null, created_at: api.clock.now() },
    })
    .execute()
  expect(await states()).toEqual(['refunding', 'refunding', 'refunding', 'Refund in progress'])
  await api.services.db
    .updateTable('payment_refunds')
    .set({ status: 'done' })
    .where('key', '=', 'key-of-the-rest')
    .execute()
  expect(await states()).toEqual(['refunded', 'refunded', 'refunded', 'Refunded'])
})

test('a receipt of ₹0 without refunds is paid', async () => {
  const { db } = api.services
  await db.deleteFrom('payment_refunds').execute()
  await db.updateTable('payments').set({ amount_paise: 0 }).execute()
  expect(await states()).toEqual(['granted', 'paid', 'paid', 'Paid'])
})

test('an order whose payment was not kept has the state of the refund, and the free course beside it is paid', async () => {
  const late = await buyerOf(api)
  const order = (await late.create()).body.order_id
  await reprice(api, late.courseId, 0)
  await api.call(openFreeCourse, { body: { content: late.courseId } }, late.caller)
  await tellWebhook(api, api.payments.pay(order))
  const read = async () => {
    const query = { learner: late.learner.user.id }
    const [listed] = (await api.call(listOrders, { query }, { staff })).body.data
    const found = (await api.call(listOrders, { query: { ...query, status: listed!.status } }, { staff })).body.number
    const purchases = await api.call(listLearnerPurchases, { params: { id: query.learner } }, { staff })
    return [listed!.status, found, purchases.body.data[0]!.state]
  }
  expect(await read()).toEqual(['refund_due', 1, 'paid'])
  await sweep(api)
  expect(await read()).toEqual(['refunded', 1, 'paid'])
})
