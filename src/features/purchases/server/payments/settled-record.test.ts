import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, reprice, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'

let api: TestApi
let lines: Record<string, unknown>[]

beforeEach(async () => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  api = await testApi({}, pino({ base: null, timestamp: false }, { write }))
})

afterEach(() => api.close())

async function atTheTill() {
  const buyer = await buyerOf(api)
  const { order_id: orderId, transactionid: transaction } = (await buyer.create()).body
  const [order] = await api.services.db.selectFrom('payment_orders').selectAll().execute()
  api.clock.advance(MINUTE)
  return { buyer, orderId, transaction, order: order! }
}

/** What support reads of captures, without what came before them. */
async function record() {
  const events = await api.services.db.selectFrom('payment_events').selectAll().orderBy('id').execute()
  return events
    .filter(({ kind }) => ['payment.granted', 'payment.not_honoured'].includes(kind))
    .map(({ id: _id, detail, ...event }) => ({ ...event, detail: JSON.parse(detail) as unknown }))
}

const said = (word: string) => lines.filter(({ msg }) => String(msg).includes(word))

const told = async (buyer: Buyer) =>
  (
    await api.services.db
      .selectFrom('notifications')
      .where('user_id', '=', buyer.learner.user.id)
      .select('title')
      .execute()
  ).map(({ title }) => title)

test('a payment that was honoured stands in the books with its number and its term, and in the record with who told of it', async () => {
  const { buyer, orderId, order } = await atTheTill()
  const payment = api.payments.pay(orderId)
  await tellWebhook(api, payment)
  const now = api.clock.now()
  const [stored] = await buyer.payments()
  expect(stored).toMatchObject({
    purchase_id: order.purchase_id,
    order_id: order.id,
    provider: order.provider,
    provider_payment_id: payment.id,
    amount_paise: 118_000,
    status: 'granted',
    reason: null,
    refund_id: null,
    refund_at: null,
    invoice_number: expect.stringMatching(/\/000001$/),
    captured_at: now,
    valid_until: (await buyer.enrolment())[0]!.valid_until,
    receipt: expect.stringContaining('"description":"Course"'),
  })
  expect(await record()).toEqual([
    {
      purchase_id: order.purchase_id,
      order_id: order.id,
      source: 'webhook',
      kind: 'payment.granted',
      detail: { payment: payment.id, amount_paise: 118_000, currency: 'INR' },
      at: now,
    },
  ])
  const facts = { order: order.id, payment: payment.id, expected: 118_000, amount: 118_000 }
  expect(said('payment granted')).toEqual([{ level: 30, ...facts, msg: 'payment granted' }])
  expect(await told(buyer)).toEqual([])
})

describe('a payment that is not honoured', () => {
  test('is to go back at once, without a receipt, and the record and the log say why', async () => {
    const { buyer, orderId, order } = await atTheTill()
    const payment = api.payments.pay(orderId, { amountPaise: 100 })
    await tellWebhook(api, payment)
    const now = api.clock.now()
    expect(await buyer.payments()).toMatchObject([
      {
        amount_paise: 100,
        status: 'refund_due',
        reason: 'amount_differs',
        refund_at: now,
        invoice_number: null,
        receipt: null,
        valid_until: null,
        captured_at: now,
      },
    ])
    expect(await record()).toMatchObject([
      {
        kind: 'payment.not_honoured',
        detail: { payment: payment.id, amount_paise: 100, currency: 'INR', reason: 'amount_differs' },
      },
    ])
    expect(said('payment cannot be honoured')).toEqual([
      {
        level: 40,
        ...{ order: order.id, payment: payment.id, expected: 118_000, amount: 100, reason: 'amount_differs' },
        msg: 'payment cannot be honoured and is refunded',
      },
    ])
    expect(said('payment granted')).toEqual([])
  })

  test('is answered refunded, however often it is told', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId)
    await tellWebhook(api, payment)
    const second = api.payments.pay(orderId)
    for (let times = 0; times < 2; times += 1)
      expect((await buyer.post(transaction, second)).body).toMatchObject({ outcome: 'refunded' })
    expect((await record()).map(({ kind, source }) => [kind, source])).toEqual([
      ['payment.granted', 'webhook'],
      ['payment.not_honoured', 'learner'],
    ])
  })

  test('because the price has changed is told to its learner, with the price of now in the record', async () => {
    const { buyer, orderId } = await atTheTill()
    await reprice(api, buyer.courseId, 120_000)
    api.clock.advance(2 * DAY)
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await told(buyer)).toEqual([expect.stringContaining('is being refunded')])
    expect(await record()).toMatchObject([{ detail: { reason: 'price_changed', asked_paise: 141_600 } }])
  })
})

test('of an older price that still counts the record says what the price is now', async () => {
  const { buyer, orderId } = await atTheTill()
  await reprice(api, buyer.courseId, 50_000)
  await tellWebhook(api, api.payments.pay(orderId))
  expect(await record()).toMatchObject([
    { kind: 'payment.granted', detail: { amount_paise: 118_000, asked_paise: 59_000 } },
  ])
})

test("one payment does not stand in for another provider's of the same name", async () => {
  const first = await atTheTill()
  const payment = api.payments.pay(first.orderId)
  await tellWebhook(api, payment)
  await api.services.db.updateTable('payments').set({ provider: 'another' }).execute()
  const { body } = await first.buyer.post(first.transaction, payment)
  expect(body).toMatchObject({ outcome: 'refunded' })
})
