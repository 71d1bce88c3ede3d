import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMany } from '#features/purchases/staff/bulk/server/grant-many.ts'
import { moveAccess } from '#features/purchases/staff/access/server/move-access.ts'
import { readRefundable, refundPayment } from '#features/purchases/staff/server/refund.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { buyerOf, readLeftPaise, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { getAccessEnd } from './access.rules.ts'
import { validUntil } from '../../purchases.rules.ts'
import { endAccess, extendAccess, grantAccess } from '../access.ts'
import { enterSale } from '../orders/enter-sale.ts'
import { storeEarlierPeriods } from './store-earlier-periods.ts'

/** Access of one learner, changed by payments and by staff. A sale gives 365 days. */

let api: TestApi
let buyer: Buyer
let other: number
let place: { userId: number; courseId: number }

beforeEach(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  buyer = await buyerOf(api)
  other = (await seedCourse(api.services.db, { title: 'Other course' })).id
  place = { userId: buyer.learner.user.id, courseId: buyer.courseId }
})
afterEach(() => api.close())

const work = () => testWork(api.clock.now())
const inDays = (days: number) => validUntil(api.clock.now(), days)
const later = (days: number) => api.clock.advance(days * DAY)
const endOf = async (courseId = place.courseId) => {
  const { valid_until } = await api.services.db
    .selectFrom('enrolments')
    .select('valid_until')
    .where('user_id', '=', place.userId)
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow()
  return valid_until
}
const buy = async () => {
  await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id))
  return (await buyer.payments()).at(-1)!.id
}
const sell = async (courseId = place.courseId) => {
  const reference = `slip ${api.clock.now()}`
  const sale = { ...place, courseId, method: 'cash', reference, seller: null, confirmed: ['course_id'] } as const
  await enterSale(api.services, work(), sale)
  const { id } = await api.services.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', reference)
    .executeTakeFirstOrThrow()
  return id
}
const extend = (days: number) => extendAccess(api.services.db, work(), { ...place, days })
const preview = async (paymentId: number) => (await readRefundable(api.services.db, api.clock.now(), paymentId)).courses
let refunds = 0
const refund = async (paymentId: number, more: { keepAccess?: boolean; amountPaise?: number } = {}) =>
  refundPayment(api.services, work(), {
    ...{ paymentId, key: `key-of-refund-${(refunds += 1)}`, leftPaise: await readLeftPaise(api, paymentId) },
    ...more,
  })
/** Data as they were before periods were stored. */
const forgetPeriods = () => api.services.db.deleteFrom('access_periods').execute()
const periods = (courseId = place.courseId) =>
  api.services.db
    .selectFrom('access_periods')
    .selectAll()
    .where('user_id', '=', place.userId)
    .where('course_id', '=', courseId)
    .orderBy('given_at')
    .orderBy('id')
    .execute()

describe.each([
  ['with stored periods', async () => {}],
  ['from before periods were stored', forgetPeriods],
])('a refund in full, %s,', (_, before) => {
  test('leaves the days that staff gave, counted from the day on which they gave them', async () => {
    const payment = await buy()
    later(2)
    await extend(30)
    const extended = inDays(30)
    await before()
    const end = await endOf()
    expect(await preview(payment)).toEqual([
      { id: place.courseId, title: 'Course', valid_until: end, valid_until_after: extended },
    ])
    expect(await endOf()).toBe(end)
    await refund(payment)
    expect(await endOf()).toBe(extended)
  })

  test('ends the course at once where the payment alone opened it', async () => {
    const payment = await buy()
    later(2)
    await before()
    expect(await preview(payment)).toMatchObject([{ valid_until_after: null }])
    await refund(payment)
    expect(await endOf()).toBe(api.clock.now() - 1)
    expect(await preview(payment)).toEqual([])
  })

  test('leaves a grant from before a sale', async () => {
    await grantAccess(api.services.db, work(), { ...place, days: 40 })
    const granted = inDays(40)
    later(3)
    const payment = await sell()
    await before()
    expect(await preview(payment)).toMatchObject([{ valid_until_after: granted }])
    await refund(payment)
    expect(await endOf()).toBe(granted)
  })

  test('of the first of two payments leaves the second, counted from its own day', async () => {
    const first = await buy()
    later(5)
    const second = await sell()
    const ownEnd = inDays(365)
    await before()
    await refund(first)
    expect(await endOf()).toBe(ownEnd)
    await refund(second)
    expect(await endOf()).toBe(api.clock.now() - 1)
  })

  test('changes nothing where staff keep the course open, and may extend it later', async () => {
    const payment = await buy()
    await before()
    const end = await endOf()
    await refund(payment, { keepAccess: true })
    expect(await endOf()).toBe(end)
    later(1)
    expect(await extend(5)).toBe(end + 5 * DAY)
  })

  test('of a course that staff ended and opened again leaves what they gave after it', async () => {
    const payment = await buy()
    later(1)
    await endAccess(api.services.db, work(), place)
    later(1)
    const end = await extend(10)
    await before()
    await refund(payment)
    expect(await endOf()).toBe(end)
  })

  test('leaves the days of a grant to many', async () => {
    const payment = await buy()
    later(1)
    const csv = `phone\n${buyer.learner.user.phone}\n`
    const list = { csv, existing: 'extend', newLearners: 'refuse' } as const
    await grantMany(api.services.db, work(), { courseId: place.courseId, ...list, days: 20 })
    const granted = inDays(20)
    await before()
    await refund(payment)
    expect(await endOf()).toBe(granted)
  })
})

describe('a refund', () => {
  test('leaves access until a day that staff named', async () => {
    const payment = await buy()
    const until = inDays(500)
    await extendAccess(api.services.db, work(), { ...place, until })
    await refund(payment)
    expect(await endOf()).toBe(until)
  })

  test('in part changes nothing until the rest is refunded', async () => {
    const payment = await buy()
    const end = await endOf()
    await refund(payment, { amountPaise: 50_000 })
    expect(await endOf()).toBe(end)
    await refund(payment)
    expect(await endOf()).toBe(api.clock.now() - 1)
  })

  test('follows the last request when an earlier part is done later', async () => {
    const payment = await buy()
    const end = await endOf()
    api.payments.refunding = 'pending'
    const first = await refund(payment, { amountPaise: 50_000 })
    await refund(payment, { keepAccess: true })
    const rows = await api.services.db.selectFrom('payment_refunds').selectAll().orderBy('id', 'desc').execute()
    for (const { id, key, provider_refund_id } of rows) {
      const { provider_payment_id } = (await buyer.payments())[0]!
      const told = {
        id: provider_refund_id ?? `refund ${id}`,
        paymentId: provider_payment_id,
        status: 'processed',
      } as const
      await api.request(
        '/webhooks/payment',
        api.payments.webhook({ kind: 'refund.processed', refund: { ...told, receipt: key } }),
      )
    }
    const done = await api.services.db.selectFrom('payment_refunds').selectAll().where('id', '=', first.id).execute()
    expect([done[0]!.status, await endOf()]).toEqual(['done', end])
  })

  test('ends a course to which the days of the payment were moved, and leaves its other days', async () => {
    const payment = await buy()
    later(2)
    await extend(10)
    await moveAccess(api.services.db, work(), { userId: place.userId, from: place.courseId, to: other })
    expect(await periods(other)).toMatchObject([
      { kind: 'move', days: 363, payment_id: payment },
      { kind: 'move', days: 10, payment_id: null },
    ])
    expect(await preview(payment)).toMatchObject([{ id: other, valid_until_after: inDays(10) }])
    await refund(payment)
    expect(await endOf(other)).toBe(inDays(10))
  })

  test('of access that has expired leaves its end', async () => {
    const payment = await buy()
    later(400)
    const end = await endOf()
    await refund(payment)
    expect(await endOf()).toBe(end)
  })

  test('and an extension at the same moment lead to the end of the remaining periods', async () => {
    const payment = await buy()
    later(1)
    await Promise.all([refund(payment), extend(30)])
    const rows = await periods()
    expect(rows.map(({ revoked_by }) => revoked_by)).toEqual(['refund', null])
    expect(await endOf()).toBe(inDays(30))
  })
})

test('periods say who gave them, when, and what revoked them', async () => {
  const payment = await buy()
  await extend(30)
  await refund(payment)
  const now = api.clock.now()
  expect(await periods()).toMatchObject([
    { kind: 'payment', days: 365, payment_id: payment, given_by: null, revoked_at: now, revoked_by: 'refund' },
    { kind: 'extension', days: 30, payment_id: null, given_by: work().who, revoked_at: null, revoked_by: null },
  ])
})

test('periods from before they were stored are stored a pass after the other, and once, without moving any end', async () => {
  const { db } = api.services
  const payment = await buy()
  later(2)
  await extend(30)
  const extended = inDays(30)
  await forgetPeriods()
  const users = await Promise.all(Array.from({ length: 250 }, () => api.learner()))
  await db
    .insertInto('enrolments')
    .values(
      users.map(({ user }, index) => ({
        ...{ user_id: user.id, course_id: other, payment_status: 'closedpymnt' as const, renewal_paise: 0 },
        ...{ valid_until: inDays(100) - index, created_at: api.clock.now() - DAY },
      })),
    )
    .execute()
  const ends = () => db.selectFrom('enrolments').select(['id', 'valid_until']).orderBy('id').execute()
  const before = await ends()
  const looked = [await storeEarlierPeriods(api.services), await storeEarlierPeriods(api.services)]
  expect([looked, await storeEarlierPeriods(api.services)]).toEqual([[200, 51], 0])
  expect(await ends()).toEqual(before)
  expect(await periods()).toMatchObject([
    { kind: 'payment', days: 365, payment_id: payment },
    { kind: 'extension', days: 30, payment_id: null },
  ])
  const { rows } = await db
    .selectFrom('access_periods')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  expect(rows).toBe(252)
  await refund(payment)
  expect(await endOf()).toBe(extended)
})

test('the end of a course is that of its periods after any acts, and reading old data never moves it', async () => {
  const acts: (() => Promise<unknown>)[] = [
    () => extend(7),
    () => sell(),
    () => endAccess(api.services.db, work(), place),
    () => moveAccess(api.services.db, work(), { userId: place.userId, from: other, to: place.courseId }),
    () => moveAccess(api.services.db, work(), { userId: place.userId, from: place.courseId, to: other }),
    async () => refund((await buyer.payments()).at(-1)!.id),
    async () => refund((await buyer.payments())[0]!.id, { keepAccess: true }),
    forgetPeriods,
    () => extendAccess(api.services.db, work(), { ...place, until: inDays(200) }),
  ]
  await sell(other)
  await buy()
  // A fixed sequence that looks like chance: each act follows each other one.
  for (let step = 0; step < acts.length * acts.length; step += 1) {
    later(step % 5 === 0 ? 40 : 1)
    const act = acts[(step * step + Math.floor(step / acts.length)) % acts.length]!
    const before = await endOf()
    await act().catch((error: { status?: number }) => expect(error.status).toBe(409))
    if (act === forgetPeriods) {
      await preview((await buyer.payments())[0]!.id)
      expect(await endOf()).toBe(before)
      continue
    }
    const rows = await periods()
    const now = api.clock.now()
    const [end, computed] = [await endOf(), getAccessEnd(rows)]
    if (rows.length > 0 && (end >= now || (computed ?? 0) >= now)) expect([step, computed]).toEqual([step, end])
  }
})
