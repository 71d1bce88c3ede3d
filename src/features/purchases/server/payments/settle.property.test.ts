import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, reprice, sweep, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

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
type Happening = typeof happening extends fc.Arbitrary<infer Name> ? Name : never

/** A new buyer to whom all this happens, and then eight hours in which the provider answers. */
async function afterAllThat<More extends string>(
  happenings: (Happening | More)[],
  more: (what: More, buyer: Buyer) => unknown = () => undefined,
) {
  const buyer = await buyerOf(api)
  const { order_id: orderId, transactionid: transaction } = (await buyer.create()).body
  const payments: ProviderPayment[] = []
  const later = async () => {
    api.clock.advance(HOUR)
    await sweep(api)
  }
  const pay = (given: Partial<ProviderPayment> = {}) =>
    payments.push(api.payments.pay(orderId, { paidAt: api.clock.now(), ...given }))
  for (const what of happenings) {
    const last = payments.at(-1)
    if (what === 'pay') pay()
    else if (what === 'fail') pay({ status: 'failed' })
    else if (what === 'pay wrong') pay({ amountPaise: 1 })
    else if (what === 'hold') pay({ status: 'authorized' })
    else if (what === 'dismiss') await buyer.dismiss(transaction, orderId)
    else if (what === 'sweep') await later()
    else if (what === 'return') await buyer.state()
    else if (what === 'down') api.payments.down = true
    else if (what === 'up') api.payments.down = false
    else if (what === 'post' || what === 'webhook') {
      if (last) await (what === 'post' ? buyer.post(transaction, last) : tellWebhook(api, last))
    } else await more(what as More, buyer)
  }
  api.payments.down = false
  for (let hour = 0; hour < 8; hour += 1) await later()
  const good = []
  for (const payment of payments) {
    const now = (await api.payments.fetchPayment(payment.id))!
    if (now.status === 'captured' && now.amountPaise === 118_000) good.push(now)
  }
  const stored = await buyer.payments()
  const granted = stored.filter(({ status }) => status === 'granted')
  expect(await buyer.enrolment()).toHaveLength(granted.length)
  // What was stored and not granted is back with the learner.
  expect(stored.filter(({ status }) => status !== 'granted' && status !== 'refunded')).toEqual([])
  return { buyer, good, granted }
}

test('whatever is told in whatever order, a captured order is granted once and no other is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const { good, granted } = await afterAllThat(happenings)
      expect(granted).toHaveLength(good.length > 0 ? 1 : 0)
    }),
    { numRuns: 60 },
  )
})

test('however the price moves meanwhile, money that covers it is kept once, and what came a day too late goes back', async () => {
  const prices = { cheaper: 50_000, 'as before': 100_000, dearer: 120_000 }
  const moving = fc.oneof(
    fc.constantFrom('pay', 'hold', 'post', 'webhook', 'sweep', 'return'),
    fc.constantFrom('cheaper', 'as before', 'dearer', 'wait'),
  )
  // For so long an open order is asked about.
  const withinAWeek = fc
    .array(moving, { minLength: 2, maxLength: 16 })
    .filter((happenings) => happenings.filter((what) => what === 'wait').length <= 5)
  await fc.assert(
    fc.asyncProperty(withinAWeek, async (happenings) => {
      const changes = [{ at: -Infinity, price: 100_000 }]
      const { good, granted } = await afterAllThat(happenings, async (what, { courseId }) => {
        if (what === 'wait') return api.clock.advance(DAY + HOUR)
        // Nothing else happens in the same moment.
        api.clock.advance(MINUTE)
        await reprice(api, courseId, prices[what])
        changes.push({ at: api.clock.now(), price: prices[what] })
      })
      /** The lowest price between two instants. */
      const lowest = (from: number, to: number) =>
        Math.min(
          ...changes
            .filter(({ at }, index) => at <= to && (changes[index + 1]?.at ?? Infinity) >= from)
            .map(({ price }) => price),
        )
      const inTime = good.filter(({ paidAt }) => lowest(paidAt! - DAY, paidAt!) <= 100_000)
      const coveredSince = good.filter(({ paidAt }) => lowest(paidAt! - DAY, api.clock.now()) <= 100_000)
      if (good.length > 0 && inTime.length === good.length) expect(granted).toHaveLength(1)
      if (coveredSince.length === 0) expect(granted).toEqual([])
      expect(granted.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})
