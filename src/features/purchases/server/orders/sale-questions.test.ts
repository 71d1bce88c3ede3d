import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { up as fillKeys } from '#db/migrations/0094-keys-of-desk-references.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { getReceipt } from '../../staff/money/checks.contract.ts'
import { previewSale, sellCourse } from '../../staff/access/access.contract.ts'
import { fillReferenceKeys } from './fill-reference-keys.ts'
import { refundLearner } from '../../staff/learner/refund.contract.ts'

/** Confirmations before a desk sale is entered. */

let api: TestApi
let staff: TestStaff
let learner: number
let course: number

beforeEach(async () => {
  api = await testApi()
  staff = await api.staff('support')
  learner = (await api.learner()).user.id
  course = (await seedCourse(api.services.db, { title: 'Polity' })).id
})

afterEach(() => api.close())

type Body = Parameters<typeof api.call<typeof sellCourse>>[1]['body']

const sell = (more: Partial<NonNullable<Body>> = {}, id = learner) =>
  api.call(
    sellCourse,
    { params: { id }, body: { course_id: course, method: 'cash', reference: 'R-107', reason: 'Paid', ...more } },
    { staff },
  )

const asked = async (reply: ReturnType<typeof sell>) => {
  const { status, body } = await reply
  return [status, Object.keys((body as { errors?: object }).errors ?? {})]
}

const sales = async () => {
  const rows = await api.services.db.selectFrom('payments').select('invoice_number').orderBy('id').execute()
  return rows.map(({ invoice_number }) => invoice_number!.slice(-2))
}

test('the price is shown before the sale, with what is left to pay of a course that is paid in part', async () => {
  const look = () => api.call(previewSale, { params: { id: learner }, query: { course_id: course } }, { staff })
  expect((await look()).body).toEqual({ price_paise: 118_000, in_part: false, valid_until: null })
  await sell()
  await api.services.db.updateTable('enrolments').set({ payment_status: 'partialpymnt', renewal_paise: 500 }).execute()
  expect((await look()).body).toMatchObject({ price_paise: 500, in_part: true, valid_until: expect.any(Number) })
  const unknown = await api.call(previewSale, { params: { id: 999 }, query: { course_id: course } }, { staff })
  expect(unknown.status).toBe(404)
})

test('the reply names the payment whose receipt the seller may open', async () => {
  const { body } = await sell()
  const { receipt } = (await api.call(getReceipt, { params: { id: body.payment } }, { staff })).body
  expect(receipt.number).toBe(body.receipt)
  expect((await sell()).body).toMatchObject({ before: true, payment: body.payment })
})

describe('a different amount', () => {
  test('is entered after it is confirmed, and takes no receipt number before', async () => {
    const { status, body } = await sell({ amount_paise: 118_001 })
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'needs_confirmation',
        errors: { amount_paise: 'The price of Polity is ₹1,180.00, and the amount is ₹1,180.01.' },
      },
    ])
    expect(await sales()).toEqual([])
    expect(await asked(sell({ amount_paise: 118_001, confirmed: ['reference'] }))).toEqual([409, ['amount_paise']])
    expect((await sell({ amount_paise: 118_001, confirmed: ['amount_paise'] })).status).toBe(200)
    expect(await sales()).toEqual(['01'])
  })

  test('is asked about where the price has changed since it was shown', async () => {
    expect(await asked(sell({ shown_paise: 100 }))).toEqual([409, ['amount_paise']])
    expect(await asked(sell({ shown_paise: 0 }))).toEqual([409, ['amount_paise']])
    expect((await sell({ shown_paise: 118_000 })).status).toBe(200)
  })
})

describe('the same course for the same learner', () => {
  test('is sold again after it is confirmed, also when it has ended', async () => {
    await sell()
    const again = await sell({ reference: 'R-200' })
    expect(JSON.stringify(again.body)).toContain('already paid for Polity (₹1,180.00 on ')
    expect(await asked(sell({ reference: 'R-200', confirmed: ['amount_paise'] }))).toEqual([409, ['course_id']])
    await api.services.db
      .updateTable('enrolments')
      .set({ valid_until: api.clock.now() - DAY })
      .execute()
    expect(await asked(sell({ reference: 'R-200' }))).toEqual([409, ['course_id']])
    expect((await sell({ reference: 'R-200', confirmed: ['course_id'] })).status).toBe(200)
  })

  test('is not asked about when the earlier sale was refunded and has ended, nor when the rest is paid', async () => {
    const { payment } = (await sell()).body
    const owner = await api.staff('owner')
    const body = { left_paise: 118_000, key: 'key-of-a-refund', reason: 'Asked for it' }
    await api.call(refundLearner, { params: { id: payment }, body }, { staff: owner })
    expect((await sell({ reference: 'R-200' })).status).toBe(200)
    await api.services.db
      .updateTable('enrolments')
      .set({ payment_status: 'partialpymnt', renewal_paise: 500 })
      .execute()
    expect((await sell({ reference: 'R-300' })).body).toMatchObject({ amount_paise: 500 })
  })

  test('is asked about when two members sell it at the same moment', async () => {
    const both = await Promise.all([sell({ reference: 'A-1' }), sell({ reference: 'B-1' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await sales()).toEqual(['01'])
  })
})

describe('a reference like an earlier one', () => {
  test.each(['r-107', 'R107', 'R 107', ' R - 1 0 7 ', 'R‑107', 'r–107', 'Ｒ-107', 'R\u200b-107'])(
    '%j is entered after it is confirmed',
    async (reference) => {
      await sell()
      const other = (await api.learner()).user.id
      const { status, body } = await sell({ reference }, other)
      expect([status, body]).toMatchObject([
        409,
        { errors: { reference: expect.stringContaining('entered for another learner') } },
      ])
      expect((await sell({ reference, confirmed: ['reference'] }, other)).status).toBe(200)
    },
  )

  test('is asked about when the earlier sale was entered before references had keys', async () => {
    await sell()
    const { db, engine } = api.services
    await db.updateTable('payments').set({ reference_key: null }).execute()
    await db.schema.dropIndex('payments_reference_key').execute()
    await db.schema.dropIndex('payment_refunds_credit_note').execute()
    await fillKeys(db, engine)
    const other = (await api.learner()).user.id
    expect(await asked(sell({ reference: 'r–107' }, other))).toEqual([409, ['reference']])
  })

  test('is asked about after a server of the release before entered it without a key', async () => {
    await sell()
    await api.services.db.updateTable('payments').set({ reference_key: null }).execute()
    expect(await fillReferenceKeys(api.services)).toBe(1)
    expect(await fillReferenceKeys(api.services)).toBe(0)
    expect(await asked(sell({ reference: 'r 107' }, (await api.learner()).user.id))).toEqual([409, ['reference']])
  })

  test('is not asked about when letters or digits differ', async () => {
    await sell()
    const other = (await api.learner()).user.id
    expect((await sell({ reference: 'R-1070' }, other)).status).toBe(200)
    expect((await sell({ reference: 'R/107' }, (await api.learner()).user.id)).status).toBe(200)
  })

  test('is asked about when two members enter it for two learners at the same moment', async () => {
    const other = (await api.learner()).user.id
    const both = await Promise.all([sell({ reference: 'R-1' }), sell({ reference: 'r 1' }, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('all questions come at once, and numbers of receipts have no gap after them', async () => {
  await sell()
  const all = { reference: 'r107', amount_paise: 500 }
  expect(await asked(sell(all))).toEqual([409, ['amount_paise', 'course_id', 'reference']])
  expect((await sell({ ...all, confirmed: ['amount_paise', 'course_id', 'reference'] })).status).toBe(200)
  expect(await sales()).toEqual(['01', '02'])
})
