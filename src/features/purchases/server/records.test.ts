import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSession } from '#features/auth/server/sessions.ts'
import { DAY, indianDate } from '#lib/both/time/clock.ts'
import { testApi, TEST_START, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { buyerOf, reprice, sweep, tellWebhook, type Buyer } from '../../../../tests/support/scenes/buyer.ts'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { getInvoice } from '../receipts/invoice.contract.ts'
import { listPayments, listPurchases } from '../purchases.contract.ts'
import { agreedPrice } from '../purchases.rules.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi({ SELLER_NAME: 'Padavu Learning', SELLER_ADDRESS: 'MG Road | Kochi', SELLER_STATE: '32 Kerala' })
})

afterEach(() => api.close())

/** Buys a new course. */
async function bought(learner?: TestLearner) {
  const buyer = await buyerOf(api, learner && { learner })
  const { order_id, transactionid } = (await buyer.create()).body
  const payment = api.payments.pay(order_id)
  await tellWebhook(api, payment)
  const [stored] = await buyer.payments()
  return { buyer, transaction: transactionid, payment: stored! }
}

const list = (learner: TestLearner, query: { page?: number; perPage?: number } = {}, userId = learner.user.id) =>
  api.call(listPurchases, { params: { userId }, query }, { token: learner.token })
const payments = ({ token }: TestLearner, transactionId: number) =>
  api.call(listPayments, { params: { transactionId } }, { token })
const invoice = ({ token }: TestLearner, paymentId: number) =>
  api.call(getInvoice, { params: { paymentId } }, { token })

/** The course is over, and part of a renewal to be paid. */
async function endAccess({ learner }: Buyer, renewal_paise = 0) {
  await api.services.db
    .updateTable('enrolments')
    .set({
      valid_until: api.clock.now() - 1,
      renewal_paise,
      ...(renewal_paise > 0 && { payment_status: 'partialpymnt' }),
    })
    .where('user_id', '=', learner.user.id)
    .execute()
}

async function renewed(buyer: Buyer, transaction: number) {
  await endAccess(buyer, 50_000)
  await api.services.db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).execute()
  const { order_id } = (await buyer.initiate(transaction)).body
  await tellWebhook(api, api.payments.pay(order_id))
  return (await buyer.payments()).at(-1)!
}

const dates = async ({ captured_at }: { captured_at: number }) => {
  const [{ valid_until } = { valid_until: 0 }] = await api.services.db.selectFrom('enrolments').selectAll().execute()
  return { date: indianDate(captured_at), validity_end: indianDate(valid_until) }
}

test('a renewal that came with the content stands with its purchase', async () => {
  const { db } = api.services
  await db.deleteFrom('meta').execute()
  await api.importDemo()
  const { id } = await db.selectFrom('users').select('id').where('phone', '=', '9000000004').executeTakeFirstOrThrow()
  const token = await createSession(db, { userId: id, device: 'web', userAgent: '', now: api.clock.now() })
  const { data } = (await api.call(listPurchases, { params: { userId: id }, query: {} }, { token })).body
  const crash = data.find(({ course }) => course === 'Plus Two Prelims in 30 Days')!
  expect(crash).toMatchObject({ course_status: 'Active', paid_amount: 1416 })
  expect(crash.renewals).toMatchObject([
    { paid_amount: 590, date: indianDate(api.clock.now() - 25 * DAY), validity_end: crash.validity_end },
  ])
})

test('demo prices with GST, payments and amounts left are whole rupees', async () => {
  const { db } = api.services
  await db.deleteFrom('meta').execute()
  await api.importDemo()
  const courses = await db.selectFrom('courses').selectAll().execute()
  const payments = await db.selectFrom('payments').select('amount_paise').execute()
  const owed = await db.selectFrom('enrolments').select('renewal_paise').execute()
  const amounts = [
    ...courses.flatMap((course) => [
      agreedPrice(course).total_paise,
      agreedPrice({ ...course, offer_price_paise: null }).total_paise,
    ]),
    ...payments.map(({ amount_paise }) => amount_paise),
    ...owed.map(({ renewal_paise }) => renewal_paise),
  ]
  expect(amounts.length).toBeGreaterThan(40)
  expect(amounts.filter((paise) => paise % 100 !== 0)).toEqual([])
})

describe('the purchases', () => {
  test('are the own ones, newest first and ten a page, with what was paid', async () => {
    const learner = await api.learner()
    const transactions = []
    for (let number = 0; number < 12; number += 1) transactions.push((await bought(learner)).transaction)
    await bought()
    const first = (await list(learner)).body
    expect(first).toMatchObject({ total: 12, last_page: 2, current_page: 1, prev_page_url: null })
    expect(first.data.map(({ transaction_id }) => transaction_id)).toEqual(transactions.slice(2).reverse())
    expect(first.data[0]).toMatchObject({
      course: 'Course',
      price: 1000,
      offered_price: 1000,
      paid_amount: 1180,
      validity_end: expect.stringMatching(/^\d\d-\d\d-\d{4}$/) as string,
    })
    const second = (await list(learner, { page: 2 })).body
    expect(second.data).toHaveLength(2)
    expect(second).toMatchObject({ next_page_url: null })
  })

  test('whose course has ended say so', async () => {
    const { buyer } = await bought()
    expect((await list(buyer.learner)).body.data).toMatchObject([{ course_status: 'Active', gst: 18, renewals: [] }])
    await endAccess(buyer)
    expect((await list(buyer.learner)).body.data).toMatchObject([{ course_status: 'Expired' }])
  })

  test('say whether they are paid in part or in full', async () => {
    const { buyer, transaction } = await bought()
    const { db } = api.services
    expect((await list(buyer.learner)).body.data).toMatchObject([{ payment_status: 'closedpymnt' }])
    await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).where('id', '=', transaction).execute()
    expect((await list(buyer.learner)).body.data).toMatchObject([{ payment_status: 'partialpymnt' }])
  })

  test('have a line for each renewal, with its own amount, date and end', async () => {
    const { buyer, transaction } = await bought()
    const renewal = await renewed(buyer, transaction)
    expect((await list(buyer.learner)).body.data).toMatchObject([
      { paid_amount: 1680, renewals: [{ id: renewal.id, paid_amount: 500, ...(await dates(renewal)) }] },
    ])
    const { data } = (await payments(buyer.learner, transaction)).body
    const ends = data.map(({ kind, paid_amount, valid_till }) => [kind, paid_amount, valid_till !== null])
    expect(ends).toEqual([
      ['renewal', 500, true],
      ['purchase', 1180, true],
    ])
    expect(data[0]!.valid_till).toBe(data[0]!.validity_end)
    expect(new Set(data.map(({ receipt_url }) => receipt_url)).size).toBe(2)
    expect(data[0]!.course_status).toBe('Active')
  })

  test('that were paid at the desk in two parts have a renewal too', async () => {
    const { buyer, transaction, payment } = await bought()
    const { db } = api.services
    const { id: _, ...rest } = payment
    const at = { captured_at: payment.captured_at + 1, invoice_number: null }
    await db.updateTable('payments').set({ order_id: null }).where('id', '=', payment.id).execute()
    await db
      .insertInto('payments')
      .values({ ...rest, ...at, order_id: null, provider_payment_id: 'desk-2' })
      .execute()
    const { data } = (await payments(buyer.learner, transaction)).body
    expect(data.map(({ kind }) => kind)).toEqual(['renewal', 'purchase'])
  })

  test('hold nothing that was begun and not paid, nor money that went back', async () => {
    const buyer = await buyerOf(api)
    const { order_id } = (await buyer.create()).body
    await tellWebhook(api, api.payments.pay(order_id, { amountPaise: 5000 }))
    expect((await list(buyer.learner)).body).toMatchObject({ data: [], total: 0 })
    await tellWebhook(api, api.payments.pay(order_id))
    expect((await list(buyer.learner)).body.data).toMatchObject([{ paid_amount: 1180 }])
  })

  test('of another learner are refused', async () => {
    const { buyer } = await bought()
    expect((await list(await api.learner(), {}, buyer.learner.user.id)).status).toBe(403)
  })
})

describe('the payments of a purchase', () => {
  test('say what was paid and when, and leave out of the total what goes back', async () => {
    const { buyer, transaction, payment } = await bought()
    const [order] = [...api.payments.orders.keys()].slice(-1)
    await tellWebhook(api, api.payments.pay(order!))
    expect((await payments(buyer.learner, transaction)).body.data).toMatchObject([
      { refund: 'due', paid_amount: 1180, total_paid_amount: 1180 },
      {
        id: payment.id,
        acc_ref_id: payment.provider_payment_id,
        refund: null,
        total_paid_amount: 1180,
        sale_staff: null,
        payment_status: 'closedpymnt',
        receipt_url: `/my-purchases/${transaction}/receipt/${payment.id}`,
      },
    ])
    await sweep(api)
    expect((await payments(buyer.learner, transaction)).body.data[0]).toMatchObject({ refund: 'refunded' })
  })

  test('of a purchase that was never paid say so', async () => {
    const buyer = await buyerOf(api)
    const { order_id, transactionid } = (await buyer.create()).body
    expect((await payments(buyer.learner, transactionid)).status).toBe(404)
    await tellWebhook(api, api.payments.pay(order_id, { amountPaise: 100 }))
    expect((await payments(buyer.learner, transactionid)).body.data).toMatchObject([
      { payment_status: 'pending', total_paid_amount: 0, refund: 'due' },
    ])
  })

  test('are shown to their payer alone', async () => {
    const { transaction } = await bought()
    expect((await payments(await api.learner(), transaction)).status).toBe(404)
  })

  test("lead to the operator's portal where there is one", async () => {
    await api.close()
    api = await testApi({ ADMIN_PORTAL_URL: 'https://admin.example.org/' })
    const { buyer, transaction, payment } = await bought()
    const [record] = (await payments(buyer.learner, transaction)).body.data
    expect(record!.receipt_url).toBe(`https://admin.example.org/invoice/${payment.id}`)
  })
})

describe('a receipt', () => {
  test('has two equal taxes, and the total that was shown and charged, where a paisa would be left over', async () => {
    const buyer = await buyerOf(api)
    await reprice(api, buyer.courseId, 1025)
    const { course_details } = (await api.call(checkPurchaseStatus, { query: { id: buyer.courseId } }, buyer.caller))
      .body
    expect(course_details).toMatchObject({ price: 10.25, pricegst: 12.09 })
    const { order_id, checkout } = (await buyer.create({ price: 10.25, price_gst: 12.09 })).body
    expect(checkout.amount).toBe(1209)
    await tellWebhook(api, api.payments.pay(order_id))
    const [payment] = await buyer.payments()
    expect((await invoice(buyer.learner, payment!.id)).body.data).toMatchObject({
      taxable_value: 10.25,
      taxes: [{ amount: 0.92 }, { amount: 0.92 }],
      total: 12.09,
    })
  })

  test('is linked where the payment is confirmed', async () => {
    const buyer = await buyerOf(api)
    const { order_id, transactionid } = (await buyer.create()).body
    expect(await buyer.state()).toMatchObject({ receipt_url: null })
    const told = (await buyer.post(transactionid, api.payments.pay(order_id))).body
    const [payment] = await buyer.payments()
    const receipt_url = `/my-purchases/${transactionid}/receipt/${payment!.id}`
    expect(told).toMatchObject({ outcome: 'granted', receipt_url })
    expect(await buyer.state()).toMatchObject({ payment: 'granted', receipt_url })
  })

  test('is a tax invoice: seller, buyer, tax and total in figures and words', async () => {
    const { buyer, payment } = await bought()
    expect((await invoice(buyer.learner, payment.id)).body.data).toMatchObject({
      number: expect.stringMatching(/^SB\/\d\d-\d\d\/000001$/) as string,
      seller: { name: 'Padavu Learning', lines: ['MG Road', 'Kochi'], gstin: null },
      buyer: { name: buyer.learner.user.name },
      place_of_supply: '32 Kerala',
      taxable_value: 1000,
      taxes: [
        { name: 'CGST', percent: 9, amount: 90 },
        { name: 'SGST', percent: 9, amount: 90 },
      ],
      total: 1180,
      total_in_words: 'Rupees one thousand one hundred eighty only',
      payment_mode: 'Sandbox: no money moved',
    })
  })

  test('is shown to its payer alone', async () => {
    const { payment } = await bought()
    expect((await invoice(await api.learner(), payment.id)).status).toBe(404)
  })

  test('does not exist of money that goes back', async () => {
    const buyer = await buyerOf(api)
    const { order_id } = (await buyer.create()).body
    await tellWebhook(api, api.payments.pay(order_id, { amountPaise: 5 }))
    const [payment] = await buyer.payments()
    expect((await invoice(buyer.learner, payment!.id)).status).toBe(404)
  })

  test('has the next number, without a gap, however many are sold at once and whatever goes back between', async () => {
    api.payments.name = 'razorpay'
    const buyers = []
    for (let number = 0; number < 12; number += 1) {
      const buyer = await buyerOf(api)
      buyers.push({ buyer, orderId: (await buyer.create()).body.order_id })
    }
    await Promise.all(
      buyers.flatMap(({ orderId }, index) => {
        const right = api.payments.pay(orderId)
        const told = [tellWebhook(api, right), tellWebhook(api, right), tellWebhook(api, api.payments.pay(orderId))]
        return index % 3 === 0 ? [...told, tellWebhook(api, api.payments.pay(orderId, { amountPaise: 7 }))] : told
      }),
    )
    const numbers = await api.services.db
      .selectFrom('payments')
      .select('invoice_number')
      .where('invoice_number', 'is not', null)
      .orderBy('invoice_number')
      .execute()
    const year = new Date(TEST_START).getUTCFullYear() - (new Date(TEST_START).getUTCMonth() < 3 ? 1 : 0)
    const series = `${String(year).slice(2)}-${String(year + 1).slice(2)}`
    expect(numbers.map(({ invoice_number }) => invoice_number)).toEqual(
      buyers.map((_, index) => `${series}/${String(index + 1).padStart(6, '0')}`),
    )
  })
})
