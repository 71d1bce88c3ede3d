import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMismatches } from '#features/purchases/staff/money/checks.contract.ts'
import { refundPayment } from '#features/purchases/staff/server/refund.ts'
import { enterSale } from '#features/purchases/server/orders/enter-sale.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { type Buyer, buyerOf, readLeftPaise, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { getDays, getWaiting } from '../home.contract.ts'

/** Money on Home. */

let api: TestApi
let buyer: Buyer

beforeEach(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  buyer = await buyerOf(api)
})

afterEach(() => api.close())

const work = () => testWork(api.clock.now(), 'Asked for it')

async function buy() {
  const payment = api.payments.pay((await buyer.create()).body.order_id)
  await tellWebhook(api, payment)
  return { ...(await buyer.payments())[0]!, told: payment }
}

async function refund(asked: { paymentId: number; amountPaise?: number; key: string }) {
  const leftPaise = await readLeftPaise(api, asked.paymentId)
  await refundPayment(api.services, work(), { ...asked, leftPaise })
}

test('payments that need attention are as many as Money lists, of each kind', async () => {
  const { told, id } = await buy()
  await tellWebhook(api, { ...told, id: 'pay_stranger', orderId: 'order_stranger' })
  const sale = { userId: buyer.learner.user.id, courseId: buyer.courseId, method: 'cash', seller: null } as const
  await enterSale(api.services, work(), { ...sale, reference: 'slip 1', confirmed: ['course_id'] })
  await api.services.db.updateTable('payments').set({ amount_paise: 100_000 }).where('id', '=', id).execute()
  api.payments.refunding = { refused: 'The balance is too low' }
  await refund({ paymentId: id, amountPaise: 500, key: 'key-of-a-refund' })
  api.clock.advance(HOUR)
  const staff = await api.staff('accountant')
  const listed = (await api.call(listMismatches, { query: {} }, { staff })).body
  expect(new Set(listed.data.map(({ kind }) => kind))).toEqual(
    new Set(['unknown order', 'other amount', 'refund failed']),
  )
  const { payments } = (await api.call(getWaiting, {}, { staff })).body
  expect(payments).toEqual({ count: listed.number, since: listed.data.at(-1)!.at })
  const support = await api.staff('support')
  expect((await api.call(getWaiting, {}, { staff: support })).body.payments).toBeNull()
})

test('sales of a day are net of refunds, without test payments and without those that were refunded in full', async () => {
  const today = async () => {
    const { days } = (await api.call(getDays, {}, { staff: await api.staff('accountant') })).body
    const { sales, sold } = days.at(-1)!
    const others = days.slice(0, -1)
    return { sales, sold, before: others.reduce((sum, day) => sum + (day.sold ?? 0), 0) }
  }
  const { id } = await buy()
  expect(await today()).toEqual({ sales: 1, sold: 118_000, before: 0 })
  await refund({ paymentId: id, amountPaise: 18_000, key: 'key-of-a-refund' })
  expect(await today()).toEqual({ sales: 1, sold: 100_000, before: 0 })
  api.clock.advance(DAY)
  expect(await today()).toEqual({ sales: 0, sold: 0, before: 100_000 })
  await refund({ paymentId: id, key: 'key-of-the-rest' })
  expect(await today()).toEqual({ sales: 0, sold: 0, before: 0 })
  const other = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await other.create()).body.order_id))
  expect(await today()).toMatchObject({ sales: 1, sold: 118_000 })
  await api.services.db.updateTable('payments').set({ provider: 'sandbox' }).execute()
  expect(await today()).toEqual({ sales: 0, sold: 0, before: 0 })
})
