import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { testApi, type TestApi } from '../../../../tests/support/api.ts'
import { buyerOf, sweep, tellWebhook } from '../../../../tests/support/buyer.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

test('whatever is told in whatever order, a captured order is granted once and no other is', async () => {
  const happening = fc.constantFrom(
    'pay',
    'fail',
    'pay wrong',
    'hold',
    'post',
    'webhook',
    'sweep',
    'return',
    'dismiss',
    'down',
    'up',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const buyer = await buyerOf(api)
      const { order_id: orderId, transactionid: transaction } = (await buyer.create()).body
      const payments: ProviderPayment[] = []
      const later = async () => {
        api.clock.advance(HOUR)
        await sweep(api)
      }
      const told = (payment: ProviderPayment) => api.payments.fetchPayment(payment.id)
      for (const what of happenings) {
        const last = payments.at(-1)
        if (what === 'pay') payments.push(api.payments.pay(orderId))
        if (what === 'fail') payments.push(api.payments.pay(orderId, { status: 'failed' }))
        if (what === 'pay wrong') payments.push(api.payments.pay(orderId, { amountPaise: 1 }))
        if (what === 'hold') payments.push(api.payments.pay(orderId, { status: 'authorized' }))
        if (what === 'dismiss') await buyer.dismiss(transaction, orderId)
        if (what === 'sweep') await later()
        if (what === 'return') await buyer.state()
        if (what === 'down') api.payments.down = true
        if (what === 'up') api.payments.down = false
        if (last && what === 'post') await buyer.post(transaction, last)
        if (last && what === 'webhook') await tellWebhook(api, last)
      }
      api.payments.down = false
      for (let hour = 0; hour < 8; hour += 1) await later()
      const captured = []
      for (const payment of payments) if ((await told(payment))!.status === 'captured') captured.push(payment)
      const stored = await buyer.payments()
      const good = captured.filter(({ amountPaise }) => amountPaise === 118_000)
      const granted = stored.filter(({ status }) => status === 'granted')
      expect(granted).toHaveLength(good.length > 0 ? 1 : 0)
      expect(await buyer.enrolment()).toHaveLength(granted.length)
      // What was stored and not granted is back with the learner.
      expect(stored.filter(({ status }) => status !== 'granted' && status !== 'refunded')).toEqual([])
    }),
    { numRuns: 60 },
  )
})
