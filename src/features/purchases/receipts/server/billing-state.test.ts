import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enterSale } from '../../server/orders/enter-sale.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { buyerOf, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { getInvoice } from '../invoice.contract.ts'

/** Where a course is supplied: in the state that its buyer names. */

let api: TestApi

beforeEach(async () => {
  api = await testApi({ SELLER_STATE: '32 Kerala' })
})

afterEach(() => api.close())

/** Place and taxes of the receipt of the newest payment. */
async function newestReceipt(buyer: Buyer) {
  const payment = (await buyer.payments()).at(-1)!
  const { data } = (await api.call(getInvoice, { params: { paymentId: payment.id } }, buyer.caller)).body
  return [data.place_of_supply, ...data.taxes.map(({ name, percent, amount }) => `${name} ${percent} ${amount}`)]
}

async function pay(buyer: Buyer, given: Record<string, unknown>) {
  const { order_id } = (await buyer.create(given)).body
  await tellWebhook(api, api.payments.pay(order_id))
}

const within = ['32 Kerala', 'CGST 9 90', 'SGST 9 90']

describe('a receipt has', () => {
  test.each([
    ['32', within],
    ['29', ['29 Karnataka', 'IGST 18 180']],
    ['96', ['96 Outside India', 'IGST 18 180']],
    [undefined, within],
  ])('the taxes of state %s', async (state, expected) => {
    const buyer = await buyerOf(api)
    await pay(buyer, state === undefined ? {} : { state })
    expect(await newestReceipt(buyer)).toEqual(expected)
  })

  test('the state that was named last, of an order that is still the same', async () => {
    const buyer = await buyerOf(api)
    const [first, second] = [await buyer.create({ state: '29' }), await buyer.create({ state: '33' })]
    expect(second.body.order_id).toBe(first.body.order_id)
    await tellWebhook(api, api.payments.pay(first.body.order_id))
    expect(await newestReceipt(buyer)).toEqual(['33 Tamil Nadu', 'IGST 18 180'])
  })
})

test('a state that there is not is refused at its field', async () => {
  const { status, body } = await (await buyerOf(api)).create({ state: '25' })
  expect([status, body]).toMatchObject([422, { errors: { state: expect.stringContaining('GST code') as string } }])
})

test('the state is remembered: the next purchase has it chosen, and has it where none is named', async () => {
  const buyer = await buyerOf(api)
  expect((await buyer.state()).billing_state).toBeNull()
  await pay(buyer, { state: '29' })
  expect((await buyer.state()).billing_state).toBe('29')
  const next = await buyerOf(api, {
    learner: buyer.learner,
    courseId: (await seedCourse(api.services.db, { title: 'Next' })).id,
  })
  await pay(next, {})
  expect(await newestReceipt(next)).toEqual(['29 Karnataka', 'IGST 18 180'])
})

test('a renewal has the state that is named for it', async () => {
  const buyer = await buyerOf(api)
  await pay(buyer, { state: '32' })
  const { db } = api.services
  await db.updateTable('enrolments').set({ payment_status: 'partialpymnt', renewal_paise: 118_000 }).execute()
  const [{ purchase_id } = { purchase_id: 0 }] = await buyer.payments()
  await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).execute()
  const { order_id } = (await buyer.initiate(purchase_id, { state: '27' })).body
  await buyer.postRenewal(purchase_id, api.payments.pay(order_id))
  expect(await newestReceipt(buyer)).toEqual(['27 Maharashtra', 'IGST 18 180'])
})

test('a sale at the desk has the state that is typed, else the remembered one', async () => {
  const buyer = await buyerOf(api)
  const work = testWork(api.clock.now(), 'Paid in cash')
  const sell = (courseId: number, reference: string, state?: string) =>
    enterSale(api.services, work, {
      ...{ userId: buyer.learner.user.id, courseId, method: 'cash', reference, seller: null },
      state,
    })
  await sell(buyer.courseId, 'slip 1', '29')
  expect(await newestReceipt(buyer)).toEqual(['29 Karnataka', 'IGST 18 180'])
  const courseId = (await seedCourse(api.services.db, { title: 'Next' })).id
  await sell(courseId, 'slip 2')
  expect(await newestReceipt(await buyerOf(api, { learner: buyer.learner, courseId }))).toEqual([
    '29 Karnataka',
    'IGST 18 180',
  ])
})

test('the demo has receipts of both kinds', async () => {
  await api.importDemo()
  const rows = await api.services.db.selectFrom('payments').select('receipt').execute()
  const taxes = rows.map(({ receipt }) =>
    (JSON.parse(receipt!) as { taxes: { name: string }[] }).taxes.map(({ name }) => name).join(),
  )
  expect(new Set(taxes)).toEqual(new Set(['CGST,SGST', 'IGST']))
})
