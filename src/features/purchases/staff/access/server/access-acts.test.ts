import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { getMyCourse } from '#features/course/course.contract.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { validUntil } from '#features/purchases/purchases.rules.ts'
import { DAY, indianDay, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { announceContent, seedCourse, seedEnrolment } from '../../../../../../tests/support/scenes/catalogue-fixture.ts'
import { listLearnerPurchases } from '../../learner/learner-purchases.contract.ts'
import type { SaleQuestion } from '../../../purchases.rules.ts'
import { previewRefund, refundLearner } from '../../learner/refund.contract.ts'
import * as acts from '../access.contract.ts'

let api: TestApi
let staff: TestStaff
let polity: number
let algebra: number
beforeAll(async () => {
  api = await testApi()
  await announceContent(api.services.db)
  staff = await api.staff('support')
  polity = (await seedCourse(api.services.db, { title: 'Polity' })).id
  algebra = (await seedCourse(api.services.db, { title: 'Algebra' })).id
})
afterAll(() => api.close())

const reason = 'Was ill'
const inDays = (days: number) => validUntil(api.clock.now(), days)
const log = async (userId: number) => (await listWork(api.services.db, { userId, page: 1 })).entries
const told = async ({ token }: TestLearner) =>
  (await api.call(listNotifications, {}, { token })).body.data.map(({ title }) => title)
const status = async ({ token }: TestLearner, id: number) =>
  (await api.call(getMyCourse, { params: { id } }, { token })).body.page_content?.courseStatus

/** A learner, and what staff do with their courses. */
async function someone(given: { has?: number; for?: number } = {}) {
  const learner = await api.learner()
  const { id } = learner.user
  if (given.has)
    await seedEnrolment(api.services.db, { userId: id, courseId: given.has, validFor: given.for ?? 30 * DAY })
  const params = { id }
  const caller = (key?: string) => ({ staff, ...(key && { headers: { 'idempotency-key': key } }) })
  return {
    learner,
    id,
    grant: (course_id: number, more: { days?: number; until?: string } = { days: 30 }) =>
      api.call(acts.grantCourse, { params, body: { course_id, reason, ...more } }, caller()),
    extend: (course_id: number, days: number, key?: string) =>
      api.call(acts.extendCourse, { params, body: { course_id, days, reason } }, caller(key)),
    end: (course_id: number) => api.call(acts.endCourse, { params, body: { course_id, reason } }, caller()),
    move: (course_id: number, to_course_id: number) =>
      api.call(acts.moveCourse, { params, body: { course_id, to_course_id, reason } }, caller()),
    sell: (course_id: number, reference: string, amount_paise?: number, confirmed: SaleQuestion[] = []) =>
      api.call(
        acts.sellCourse,
        { params, body: { course_id, method: 'cash', reference, amount_paise, confirmed, reason } },
        caller(),
      ),
  }
}

describe('access that staff give a learner', () => {
  test('is given once by two at once, with one entry and one notification, and ends again', async () => {
    const { learner, id, grant, end } = await someone()
    const both = await Promise.all([grant(polity), grant(polity)])
    expect(both.map(({ status: code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ status: code }) => code === 200)!.body.valid_until).toBe(inDays(30))
    expect(await status(learner, polity)).toBe('Active')
    expect(await told(learner)).toEqual(['A course is now open for you'])
    expect((await end(polity)).status).toBe(200)
    expect(await status(learner, polity)).toBe('Expired')
    expect((await end(polity)).status).toBe(409)
    expect(await log(id)).toMatchObject([
      { action: 'access ended', subject: `course ${polity}`, before: { valid_until: inDays(30) } },
      { action: 'access granted', reason, staff_id: staff.id, before: { valid_until: null } },
    ])
  })

  test('lasts until the end of a day in India, where one is given, and not of one that has passed', async () => {
    const { grant } = await someone()
    const day = indianDay(inDays(10))
    expect((await grant(polity, { days: 3, until: day })).body.errors).toHaveProperty('until')
    expect((await grant(polity, { until: '2026-02-30' })).body.errors).toHaveProperty('until')
    expect((await grant(polity, { until: indianDay(inDays(-1)) })).status).toBe(409)
    expect((await grant(polity, { until: day })).body.valid_until).toBe(inDays(10))
    expect((await grant(2_000_000_000)).status).toBe(404)
  })

  test('is extended once by a double click, and by two clicks twice', async () => {
    const { id, extend } = await someone({ has: polity })
    const click = await Promise.all([extend(polity, 5, 'click'), extend(polity, 5, 'click')])
    expect(click.map(({ body }) => body.valid_until)).toEqual([inDays(35), inDays(35)])
    expect((await extend(polity, 5, 'another')).body.valid_until).toBe(inDays(40))
    expect((await log(id)).map(({ action }) => action)).toEqual(['access extended', 'access extended'])
  })

  test('is nobody’s whose account has ended', async () => {
    const { id, grant, sell } = await someone()
    await api.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', id).execute()
    expect((await grant(polity)).body.message).toBe('This account has ended')
    expect((await sell(polity, 'ended')).body.message).toBe('This account has ended')
  })
})

describe('access that is moved to another course', () => {
  test('has the days that were left, ends the first, is told and noted once, and can be moved back', async () => {
    const { learner, id, move } = await someone({ has: polity, for: 12 * DAY })
    const [before] = await api.services.db
      .selectFrom('enrolments')
      .select('valid_until')
      .where('user_id', '=', id)
      .execute()
    expect((await move(polity, algebra)).body.valid_until).toBe(inDays(12))
    expect([await status(learner, polity), await status(learner, algebra)]).toEqual(['Expired', 'Active'])
    expect(await told(learner)).toEqual(['Your course has been exchanged'])
    expect(await log(id)).toMatchObject([
      {
        action: 'access moved',
        subject: `course ${polity} to course ${algebra}`,
        before: { from_valid_until: before!.valid_until, to_valid_until: null },
        after: { from_valid_until: api.clock.now() - 1, to_valid_until: inDays(12) },
      },
    ])
    api.clock.advance(MINUTE)
    expect((await move(algebra, polity)).body.valid_until).toBe(inDays(12))
    expect([await status(learner, polity), await status(learner, algebra)]).toEqual(['Active', 'Expired'])
  })

  test('is added to the end of a course that the learner has, and moved once by two at once', async () => {
    const { id, move } = await someone({ has: polity, for: 10 * DAY })
    await seedEnrolment(api.services.db, { userId: id, courseId: algebra, validFor: 20 * DAY })
    const both = await Promise.all([move(polity, algebra), move(polity, algebra)])
    expect(both.map(({ status: code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ status: code }) => code === 200)!.body.valid_until).toBe(inDays(30))
    expect(await log(id)).toHaveLength(1)
  })

  test('is of a course that is open and paid, to another one', async () => {
    const { id, move } = await someone({ has: polity, for: -DAY })
    expect((await move(polity, algebra)).body.message).toBe('Polity is not open for the learner')
    expect((await move(polity, polity)).status).toBe(409)
    await api.services.db
      .updateTable('enrolments')
      .set({ valid_until: inDays(9), payment_status: 'partialpymnt', renewal_paise: 50_000 })
      .where('user_id', '=', id)
      .execute()
    expect((await move(polity, algebra)).body.message).toContain('₹500.00 are left to pay of Polity')
    expect(await log(id)).toEqual([])
  })
})

describe('a sale that was paid elsewhere', () => {
  test('is entered once by a double click, with a receipt that stands among the purchases', async () => {
    const { learner, id, sell } = await someone()
    const [one, other] = await Promise.all([sell(polity, 'R-1'), sell(polity, 'R-1')])
    expect([one.status, other.status]).toEqual([200, 200])
    expect([one.body.before, other.body.before].sort()).toEqual([false, true])
    expect(one.body.receipt).toBe(other.body.receipt)
    expect(await status(learner, polity)).toBe('Active')
    expect((await sell(algebra, 'R-1')).status).toBe(409)
    expect((await sell(algebra, 'R-2', 99)).body.errors).toHaveProperty('amount_paise')
    await sell(algebra, 'R-2', 50_000, ['amount_paise'])
    const { body } = await api.call(listLearnerPurchases, { params: { id } }, { staff: await api.staff('accountant') })
    expect(body).toMatchObject({
      paid_paise: 168_000,
      next: null,
      data: [
        { course: { title: 'Algebra' }, paid_paise: 50_000, sale_staff: staff.name },
        {
          course: { title: 'Polity' },
          total_paise: 118_000,
          orders: [],
          payments: [{ provider: 'desk', method: 'cash', provider_payment_id: 'R-1', receipt: one.body.receipt }],
        },
      ],
    })
    expect((await log(id)).map(({ action }) => action)).toEqual(['sale entered', 'sale entered'])
  })
})

describe('a refund', () => {
  test('goes back once by a double click, in parts until nothing is left, and is told with the purchase', async () => {
    const { id, sell } = await someone()
    await sell(polity, 'R-9', 100_000, ['amount_paise'])
    const accountant = await api.staff('accountant')
    const purchases = async () => (await api.call(listLearnerPurchases, { params: { id } }, { staff: accountant })).body
    const [payment] = (await purchases()).data[0]!.payments
    const preview = () => api.call(previewRefund, { params: { id: payment!.id } }, { staff: accountant })
    const refund = async (key: string, amount_paise?: number, keep_access = false) => {
      const { left_paise } = (await preview()).body
      const body = { left_paise, key, amount_paise, keep_access, reason }
      return api.call(refundLearner, { params: { id: payment!.id }, body }, { staff: accountant })
    }
    const click = await Promise.all([refund('the-first-click', 30_000), refund('the-first-click', 30_000)])
    expect(click.map(({ body }) => [body.state, body.left_paise])).toEqual([
      ['done', 70_000],
      ['done', 70_000],
    ])
    expect((await refund('too-much-of-it', 70_001)).status).toBe(409)
    expect((await refund('the-first-click', 10_000)).status).toBe(409)
    expect((await refund('all-that-is-left')).body).toMatchObject({ amount_paise: 70_000, left_paise: 0 })
    expect(await purchases()).toMatchObject({
      paid_paise: 0,
      data: [
        {
          paid_paise: 0,
          payments: [{ left_paise: 0, refunds: [{ amount_paise: 70_000, state: 'done' }, { amount_paise: 30_000 }] }],
        },
      ],
    })
    expect((await log(id)).map(({ action }) => action)).toEqual([
      'refund requested',
      'refund requested',
      'sale entered',
    ])
  })
})
