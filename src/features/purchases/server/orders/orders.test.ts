import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, sweep, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { announceContent, seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

const events = async () =>
  (await api.services.db.selectFrom('payment_events').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

describe('an order', () => {
  test('tells the browser what opens the checkout, at the price of the server in paise', async () => {
    const buyer = await buyerOf(api)
    const { status, body } = await buyer.create()
    expect(status).toBe(200)
    expect(body.checkout).toMatchObject({
      label: 'Fakepay',
      key: 'key_public',
      amount: 118_000,
      currency: 'INR',
      description: 'Course',
      prefill: { name: buyer.learner.user.name, contact: `+91${buyer.learner.user.phone}` },
    })
    expect(await events()).toEqual(['purchase.begun', 'order.opened'])
  })

  test('is refused to somebody who buys for another', async () => {
    const buyer = await buyerOf(api)
    const other = await api.learner()
    expect((await buyer.create({ buyer_id: other.user.id })).status).toBe(403)
    expect(api.payments.orders.size).toBe(0)
  })

  test.each([
    ['with GST', { price_gst: 1 }],
    ['before GST', { price: 999.99 }],
  ])('is refused at another price %s, and the right one is told', async (_, given) => {
    const buyer = await buyerOf(api)
    const { status, body } = await buyer.create(given)
    expect(status).toBe(409)
    expect(body.code).toBe('price_changed')
    expect(body.message).toBe('The price of this course has changed. It is now ₹1,180.00 including GST.')
    expect(api.payments.orders.size).toBe(0)
  })

  test('is refused where there is no such course, or it is no longer sold', async () => {
    const { id } = await seedCourse(api.services.db, { title: 'Old', retired: true })
    for (const courseId of [id, 4711]) {
      const { status, body } = await (await buyerOf(api, { courseId })).create()
      expect([status, body.message]).toEqual([404, 'No course found'])
    }
  })

  test('is refused to who has the course', async () => {
    const buyer = await buyerOf(api)
    await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id))
    const { status, body } = await buyer.create()
    expect([status, body.code]).toEqual([409, 'already_purchased'])
  })

  test.each([
    ['payment_mode', { payment_mode: 'cash' }],
    ['price', { price: 'free' }],
    ['price_gst', { price_gst: -1 }],
    ['content', { content: 0 }],
  ])('is refused with the field named when %s is malformed', async (field, given) => {
    const { status, body } = await (await buyerOf(api)).create(given)
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toEqual([field])
  })

  test('that the provider could not make is told as such, and the next try makes the same one good', async () => {
    const buyer = await buyerOf(api)
    api.payments.down = true
    const { status, body } = await buyer.create()
    expect([status, body.message]).toEqual([503, 'Failed to create order.'])
    // As after a crash between our row and the provider's reply.
    const rows = () => api.services.db.selectFrom('payment_orders').selectAll().execute()
    expect(await rows()).toMatchObject([{ provider_order_id: null, status: 'open' }])
    api.clock.advance(HOUR)
    await sweep(api)
    api.payments.down = false
    const again = await buyer.create()
    expect(again.status).toBe(200)
    expect(await rows()).toMatchObject([{ provider_order_id: again.body.order_id, status: 'open' }])
    expect(api.payments.orders.size).toBe(1)
  })

  test('at a new price takes the place of the one at the old', async () => {
    const buyer = await buyerOf(api)
    const first = await buyer.create()
    await api.services.db.updateTable('courses').set({ gst_percent: 12 }).where('id', '=', buyer.courseId).execute()
    await announceContent(api.services.db)
    const second = await buyer.create({ price_gst: 1120 })
    expect(second.body.order_id).not.toBe(first.body.order_id)
    expect(second.body).toMatchObject({ transactionid: first.body.transactionid, checkout: { amount: 112_000 } })
  })
})

describe('whoever comes back to the purchase page', () => {
  test('learns that nothing was paid, and what the renewal costs where one is owed', async () => {
    const buyer = await buyerOf(api)
    expect(await buyer.state()).toEqual({
      status: true,
      billing_state: null,
      course_status: 'Not Purchased',
      title: 'Course',
      phone: '',
      renewal: null,
      payment: 'none',
      receipt_url: null,
      refund: null,
    })
    await buyer.create()
    expect(await buyer.state()).toMatchObject({ payment: 'none' })
  })

  test('is told of a payment that the bank lets wait, and then that it came', async () => {
    const buyer = await buyerOf(api)
    const { order_id } = (await buyer.create()).body
    const payment = api.payments.pay(order_id, { status: 'created' })
    expect(await buyer.state()).toMatchObject({ payment: 'pending' })
    await api.payments.capture(payment)
    expect(await buyer.state()).toMatchObject({ payment: 'granted', course_status: 'Active' })
  })

  test('is told of money that goes back, until it is back', async () => {
    const buyer = await buyerOf(api)
    const { order_id, transactionid } = (await buyer.create()).body
    await tellWebhook(api, api.payments.pay(order_id, { amountPaise: 50_000 }))
    const refund = { transaction_id: transactionid, amount: 500 }
    expect(await buyer.state()).toMatchObject({ payment: 'refunded', refund: { ...refund, state: 'due' } })
    await sweep(api)
    expect(await buyer.state()).toMatchObject({ payment: 'refunded', refund: { ...refund, state: 'refunded' } })
  })

  test('has the course although a second payment of it went back', async () => {
    const buyer = await buyerOf(api)
    const { order_id } = (await buyer.create()).body
    await tellWebhook(api, api.payments.pay(order_id))
    await tellWebhook(api, api.payments.pay(order_id))
    await sweep(api)
    expect(await buyer.state()).toMatchObject({ payment: 'granted', refund: null })
  })

  test('learns nothing of the payments of others', async () => {
    const buyer = await buyerOf(api)
    api.payments.pay((await buyer.create()).body.order_id, { status: 'created' })
    const other = await buyerOf(api, { courseId: buyer.courseId })
    expect(await other.state()).toMatchObject({ payment: 'none' })
  })
})
