import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRefundable, refundPayment } from '#features/purchases/staff/server/refund.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { buyerOf, reprice, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { openFreeCourse } from '../../purchases.contract.ts'
import { validUntil } from '../../purchases.rules.ts'
import { getInvoice } from '../../receipts/invoice.contract.ts'
import { enterSale } from './enter-sale.ts'

let api: TestApi
let buyer: Buyer

beforeEach(async () => {
  api = await testApi({ SELLER_STATE: '32 Kerala' })
  buyer = await buyerOf(api, {
    courseId: (await seedCourse(api.services.db, { title: 'Free course', pricePaise: 0 })).id,
  })
})
afterEach(() => api.close())

const open = () => api.call(openFreeCourse, { body: { content: buyer.courseId } }, buyer.caller)

describe('a free course', () => {
  test('opens without the payment provider, with a receipt of ₹0.00', async () => {
    const { status, body } = await open()
    expect([status, body.success]).toEqual([200, true])
    expect(await buyer.enrolment()).toMatchObject([{ valid_until: validUntil(api.clock.now(), 365) }])
    const [payment] = await buyer.payments()
    expect(payment).toMatchObject({ status: 'granted', amount_paise: 0, provider: 'free' })
    expect(body.receipt_url).toContain(`/${body.transactionid}/receipt/${payment!.id}`)
    const receipt = (await api.call(getInvoice, { params: { paymentId: payment!.id } }, buyer.caller)).body.data
    expect(receipt).toMatchObject({
      total: 0,
      taxable_value: 0,
      total_in_words: 'Rupees zero only',
      payment_mode: 'Free',
      description: 'Free course',
      refunds: [],
    })
    expect([api.payments.orders.size, (await buyer.state()).payment]).toEqual([0, 'none'])
  })

  test('opens once for two requests at the same moment, and is told as bought after that', async () => {
    const both = await Promise.all([open(), open()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await open()).body).toMatchObject({ code: 'already_purchased' })
    expect([await buyer.enrolment(), await buyer.payments()]).toMatchObject([[{}], [{}]])
  })

  test('has no order, and says so to clients that ask for one', async () => {
    const { status, body } = await buyer.create({ price: 0, price_gst: 0 })
    expect([status, body]).toMatchObject([409, { code: 'free_course' }])
    expect(await buyer.payments()).toEqual([])
  })

  test('is free by an offer of ₹0 as well', async () => {
    await reprice(api, buyer.courseId, 100_000, 0)
    expect((await open()).status).toBe(200)
  })

  test('that costs money by now is refused with its price', async () => {
    await reprice(api, buyer.courseId, 100_000)
    const { status, body } = await open()
    expect([status, body]).toMatchObject([
      409,
      { code: 'price_changed', message: expect.stringContaining('₹1,180.00') },
    ])
    expect([await buyer.enrolment(), await buyer.payments()]).toEqual([[], []])
  })

  test('that is sold no more, or does not exist, is not found', async () => {
    await api.services.db.updateTable('courses').set({ retired: 1 }).where('id', '=', buyer.courseId).execute()
    expect((await open()).status).toBe(404)
  })

  test('takes over a purchase that was begun at a price, whose late payment is refunded', async () => {
    await reprice(api, buyer.courseId, 100_000)
    const { order_id } = (await buyer.create()).body
    await reprice(api, buyer.courseId, 0)
    expect((await open()).status).toBe(200)
    await tellWebhook(api, api.payments.pay(order_id))
    expect(await buyer.payments()).toMatchObject([
      { provider: 'free', status: 'granted' },
      { amount_paise: 118_000, reason: 'already_purchased' },
    ])
  })

  test('has nothing to refund, and keeps its days beside a sale that is refunded', async () => {
    await open()
    const [free] = await buyer.payments()
    const { valid_until: end } = (await buyer.enrolment())[0]!
    const work = testWork(api.clock.now())
    const refund = { paymentId: free!.id, leftPaise: 1, key: 'key-of-a-refund' }
    await expect(refundPayment(api.services, work, refund)).rejects.toMatchObject({
      status: 409,
      message: 'Nothing was paid for this course, so nothing can be refunded',
    })
    const { userId, courseId } = { userId: buyer.learner.user.id, courseId: buyer.courseId }
    const sold = { userId, courseId, method: 'cash', reference: 'slip', seller: null, amountPaise: 50_000 } as const
    await expect(enterSale(api.services, work, sold)).rejects.toMatchObject({
      errors: { amount_paise: 'Free course is free, and the amount is ₹500.00.' },
    })
    await enterSale(api.services, work, { ...sold, confirmed: ['amount_paise', 'course_id'] })
    const sale = (await buyer.payments()).at(-1)!
    expect(await readRefundable(api.services.db, api.clock.now(), sale.id)).toMatchObject({
      courses: [{ valid_until: end + 365 * DAY, valid_until_after: end }],
    })
  })
})
