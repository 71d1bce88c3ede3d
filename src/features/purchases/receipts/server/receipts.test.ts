import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSession } from '#features/auth/server/sessions.ts'
import { deleteAccount, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { sweepAccounts } from '#features/profile/server/sweep.ts'
import { HOUR, SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { announceContent } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { getInvoice } from '../invoice.contract.ts'
import { listPayments } from '../../purchases.contract.ts'
import { freezeReceipt, sellerNow } from './receipts.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi({ SELLER_NAME: 'Padavu Learning', SELLER_ADDRESS: 'MG Road | Kochi' })
  await announceContent(api.services.db, { phone: '0484 1' })
})

afterEach(() => api.close())

/** A learner with a city who has bought a course. */
async function sold() {
  const learner = await api.learner({ name: 'Qasha Menon', email: 'qasha@example.org' })
  await api.services.db.updateTable('users').set({ city: 'Kollam' }).where('id', '=', learner.user.id).execute()
  const buyer = await buyerOf(api, { learner })
  const { order_id, transactionid } = (await buyer.create()).body
  await tellWebhook(api, api.payments.pay(order_id))
  const [payment] = await buyer.payments()
  return { buyer, transaction: transactionid, id: payment!.id }
}

const open = ({ caller }: Buyer, paymentId: number) => api.call(getInvoice, { params: { paymentId } }, caller)
const stored = async ({ payments }: Buyer) => (await payments()).map(({ receipt }) => receipt)

/** A sale from before receipts were stored. */
const forget = () => api.services.db.updateTable('payments').set({ receipt: null }).execute()

/** Everything that a receipt is made of. */
async function changeAll({ learner, courseId }: Buyer) {
  const { config, db } = api.services
  Object.assign(config, {
    SELLER_NAME: 'Another Centre',
    SELLER_ADDRESS: 'Fort | Mysuru',
    SELLER_GSTIN: '29AAAAA0000A1Z5',
    SELLER_STATE: '29 Karnataka',
  })
  await announceContent(db, { name: 'Another Site', phone: '0821 2' })
  api.clock.advance(2 * SECOND)
  await db
    .updateTable('users')
    .set({ name: 'Q. Nair', email: 'nair@example.org', city: 'Mysuru' })
    .where('id', '=', learner.user.id)
    .execute()
  await db.updateTable('courses').set({ title: 'Renamed' }).where('id', '=', courseId).execute()
}

const atTheSale = {
  seller: { name: 'Padavu Learning', lines: ['MG Road', 'Kochi', '0484 1'], gstin: null },
  buyer: { name: 'Qasha Menon', lines: ['Kollam', expect.stringMatching(/^\+91 \d{10}$/), 'qasha@example.org'] },
  place_of_supply: '32 Kerala',
  description: 'Course',
}
const afterwards = {
  seller: { name: 'Another Centre', lines: ['Fort', 'Mysuru', '0821 2'], gstin: '29AAAAA0000A1Z5' },
  buyer: { name: 'Q. Nair', lines: ['Mysuru', expect.stringMatching(/^\+91 \d{10}$/), 'nair@example.org'] },
  place_of_supply: '29 Karnataka',
  description: 'Renamed',
}

describe('a receipt says for good', () => {
  test('what it said at the sale, whatever of seller, buyer and course is changed after it', async () => {
    const { buyer, transaction, id } = await sold()
    await changeAll(buyer)
    expect((await open(buyer, id)).body.data).toMatchObject(atTheSale)
    const { data } = (await api.call(listPayments, { params: { transactionId: transaction } }, buyer.caller)).body
    expect(data).toMatchObject([{ course_name: 'Course' }])
  })

  test('what it said when it was first opened, of a sale from before receipts were stored', async () => {
    const { buyer, transaction, id } = await sold()
    await forget()
    const list = async () =>
      (await api.call(listPayments, { params: { transactionId: transaction } }, buyer.caller)).body.data
    expect(await list()).toMatchObject([{ course_name: 'Course' }])
    expect(await stored(buyer)).toEqual([null])
    const first = (await open(buyer, id)).body.data
    expect(first).toMatchObject(atTheSale)
    await changeAll(buyer)
    expect((await open(buyer, id)).body.data).toEqual(first)
    expect(await list()).toMatchObject([{ course_name: 'Course' }])
  })

  test('what was stored first, where several open it at once', async () => {
    const { buyer, id } = await sold()
    await forget()
    const { db } = api.services
    const seller = await sellerNow(api.services)
    const others = ['A', 'B', 'C'].map((name) => ({ ...seller, party: { ...seller.party, name } }))
    const [opened] = await Promise.all([open(buyer, id), ...others.map((other) => freezeReceipt(db, other, id))])
    await freezeReceipt(db, others[0]!, id)
    expect(opened.body.data).toEqual((await open(buyer, id)).body.data)
  })
})

test('a later payment of the same purchase has the seller, buyer and course of its own day', async () => {
  const { buyer, transaction, id } = await sold()
  const { db } = api.services
  const owing = { payment_status: 'partialpymnt', renewal_paise: 50_000 } as const
  await db.updateTable('enrolments').set(owing).execute()
  await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).execute()
  await changeAll(buyer)
  const { order_id } = (await buyer.initiate(transaction)).body
  await buyer.postRenewal(transaction, api.payments.pay(order_id))
  const [, renewal] = await buyer.payments()
  expect((await open(buyer, renewal!.id)).body.data).toMatchObject({ ...afterwards, total: 500 })
  expect((await open(buyer, id)).body.data).toMatchObject(atTheSale)
})

test('money that goes back has no receipt stored', async () => {
  const buyer = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id, { amountPaise: 5 }))
  expect(await stored(buyer)).toEqual([null])
})

test('what was paid at the desk and came with the content has a stored receipt', async () => {
  await api.services.db.deleteFrom('meta').execute()
  await api.importDemo()
  const { db } = api.services
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', '9000000001')
    .executeTakeFirstOrThrow()
  const desk = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .select(['payments.id', 'invoice_number', 'courses.title', 'receipt'])
    .where('user_id', '=', userId)
    .execute()
  const token = await createSession(db, { userId, device: 'web', userAgent: '', now: api.clock.now() })
  expect(desk.length).toBeGreaterThan(1)
  for (const { id, invoice_number, title, receipt } of desk) {
    expect((await api.call(getInvoice, { params: { paymentId: id } }, { token })).body.data).toMatchObject({
      number: invoice_number,
      description: title,
      seller: { name: 'Padavu Learning', lines: expect.arrayContaining(['MG Road']) as string[] },
      payment_mode: 'Paid at the office',
    })
    // It is the same receipt as one that is made of the stored sale.
    await db.updateTable('payments').set({ receipt: null }).where('id', '=', id).execute()
    await freezeReceipt(db, await sellerNow(api.services), id)
    const made = await db.selectFrom('payments').select('receipt').where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.parse(made.receipt!)).toEqual(JSON.parse(receipt!))
  }
})

describe('of an account that has ended', () => {
  async function end({ caller }: Buyer) {
    await api.call(sendDeletionCode, {}, caller)
    return api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, caller)
  }

  test('receipts keep everything but their buyer, whom the purchase names as the receipt did', async () => {
    api.payments.name = 'razorpay'
    const { buyer } = await sold()
    const [before] = (await stored(buyer)).map((text) => JSON.parse(text!) as Record<string, unknown>)
    await changeAll(buyer)
    expect((await end(buyer)).status).toBe(200)
    expect((await stored(buyer)).map((text) => JSON.parse(text!) as unknown)).toEqual([{ ...before, buyer: null }])
    const kept = await api.services.db.selectFrom('purchases').select('buyer').executeTakeFirstOrThrow()
    expect(JSON.parse(kept.buyer!)).toEqual({
      name: 'Qasha Menon',
      city: 'Kollam',
      phone: `…${buyer.learner.user.phone.slice(-2)}`,
    })
  })

  test('those of play money lose their buyer too, of whom nothing is kept', async () => {
    const { buyer } = await sold()
    await end(buyer)
    expect(await stored(buyer)).toEqual([expect.stringContaining('"buyer":null')])
    expect(await api.services.db.selectFrom('purchases').select('buyer').execute()).toEqual([{ buyer: null }])
  })

  test('one that a call under way stored is emptied within the hour, and the purchase names its buyer still', async () => {
    api.payments.name = 'razorpay'
    const { buyer, id } = await sold()
    const { db } = api.services
    const [late] = await stored(buyer)
    await end(buyer)
    await db.updateTable('payments').set({ receipt: late! }).where('id', '=', id).execute()
    api.clock.advance(HOUR)
    await sweepAccounts(api.services)
    expect(await stored(buyer)).toEqual([expect.stringContaining('"buyer":null')])
    const { buyer: kept } = await db.selectFrom('purchases').select('buyer').executeTakeFirstOrThrow()
    expect(JSON.parse(kept!)).toMatchObject({ name: 'Qasha Menon', phone: `…${buyer.learner.user.phone.slice(-2)}` })
  })

  test('none is made that was not made before', async () => {
    const { buyer, id } = await sold()
    await forget()
    await end(buyer)
    await freezeReceipt(api.services.db, await sellerNow(api.services), id)
    expect(await stored(buyer)).toEqual([null])
  })
})
