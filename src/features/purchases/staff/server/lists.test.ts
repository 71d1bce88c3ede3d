import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { enterSale } from '../../server/orders/enter-sale.ts'
import { listOrders, type OrdersFilter } from './list-orders.ts'
import { listPayments, listReceipts, type PaymentsFilter } from './list-payments.ts'
import { listRefunds } from './list-refunds.ts'
import type { Cursor } from './money-pages.ts'
import { readMoneyWords } from './money-search.ts'
import { refundPayment } from './refund.ts'

/** Orders, payments, receipts and refunds, as staff look for them. */

let api: TestApi
/** One paid online on the first day and had half of it back; one's payment was of another amount on the second. */
let asha: Buyer
let binu: Buyer
/** One has ordered on the third day and paid nothing. One paid in cash on the fourth. */
let chitra: Buyer
let devan: Buyer

beforeAll(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  asha = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await asha.create({ state: '29' })).body.order_id))
  const [{ id: paymentId } = { id: 0 }] = await asha.payments()
  const work = () => testWork(api.clock.now(), 'Asked for it')
  await refundPayment(api.services, work(), {
    paymentId,
    leftPaise: 118_000,
    amountPaise: 59_000,
    key: 'key-of-a-refund',
  })
  api.clock.advance(DAY)
  binu = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await binu.create()).body.order_id, { amountPaise: 500 }))
  api.clock.advance(DAY)
  chitra = await buyerOf(api)
  await chitra.create()
  api.clock.advance(DAY)
  devan = await buyerOf(api)
  await enterSale(api.services, work(), {
    ...{ userId: devan.learner.user.id, courseId: devan.courseId, method: 'cash', reference: 'slip 1', seller: null },
  })
})

afterAll(() => api.close())

const who = ({ rows }: { rows: { user_id: number }[] }) =>
  rows.map(({ user_id }) => [asha, binu, chitra, devan].findIndex(({ learner }) => learner.user.id === user_id))

describe('orders', () => {
  test.each<[string, () => OrdersFilter, number[], number]>([
    ['all', () => ({}), [2, 1, 0], 354_000],
    ['partly refunded', () => ({ status: 'partly_refunded' }), [0], 118_000],
    ['paid, without those that were refunded', () => ({ status: 'paid' }), [], 0],
    ['by day', () => ({ from: TEST_START + HOUR, to: TEST_START + DAY + HOUR }), [1], 118_000],
    ['by course', () => ({ courseId: chitra.courseId }), [2], 118_000],
    ['by learner', () => ({ userId: binu.learner.user.id }), [1], 118_000],
    ['by provider', () => ({ provider: 'sandbox' }), [], 0],
  ])('%s', async (_, filter, expected, paise) => {
    const page = await listOrders(api.services.db, filter())
    expect([who(page), page.number, page.paise, page.next]).toEqual([expected, expected.length, paise, null])
  })
})

describe('payments', () => {
  test.each<[string, () => PaymentsFilter, number[], number]>([
    ['all, net of refunds and of what was not kept', () => ({}), [3, 1, 0], 177_000],
    ['by state', () => ({ status: 'refund_due' }), [1], 0],
    ['paid, without those that were refunded', () => ({ status: 'granted' }), [3], 118_000],
    ['partly refunded', () => ({ status: 'partly_refunded' }), [0], 59_000],
    ['by day', () => ({ from: TEST_START + HOUR }), [3, 1], 118_000],
    ['by the way they were paid', () => ({ method: 'cash' }), [3], 118_000],
    ['by provider', () => ({ provider: 'razorpay' }), [1, 0], 59_000],
    ['by course and learner', () => ({ courseId: asha.courseId, userId: binu.learner.user.id }), [], 0],
  ])('%s', async (_, filter, expected, paise) => {
    const page = await listPayments(api.services.db, filter())
    expect([who(page), page.number, page.paise]).toEqual([expected, expected.length, paise])
  })

  test('add up to received less refunded, without test payments', async () => {
    const { db } = api.services
    const sums = async () => {
      const { number, received, refunded, paise } = await listPayments(db, {})
      return { number, received, refunded, paise }
    }
    expect(await sums()).toEqual({ number: 3, received: 236_000, refunded: 59_000, paise: 177_000 })
    await db.updateTable('payments').set({ provider: 'sandbox' }).where('provider', '=', 'razorpay').execute()
    await db.updateTable('payment_orders').set({ provider: 'sandbox' }).execute()
    expect(await sums()).toEqual({ number: 3, received: 118_000, refunded: 0, paise: 118_000 })
    expect([(await listOrders(db, {})).paise, (await listRefunds(db, {})).paise]).toEqual([0, 0])
    await db.updateTable('payments').set({ provider: 'razorpay' }).where('provider', '=', 'sandbox').execute()
    await db.updateTable('payment_orders').set({ provider: 'razorpay' }).execute()
  })

  test('say what has gone back of each, and whom they are of', async () => {
    const { rows } = await listPayments(api.services.db, {})
    expect(rows.map(({ refunded_paise }) => refunded_paise)).toEqual([0, 0, 59_000])
    expect(rows[2]).toMatchObject({ name: asha.learner.user.name, title: 'Course', buyer_state: '29' })
  })
})

test('receipts are those of money that was kept', async () => {
  const page = await listReceipts(api.services.db, {})
  expect([who(page), page.paise]).toEqual([[3, 0], 177_000])
  expect(page.rows.every(({ invoice_number }) => invoice_number !== null)).toBe(true)
})

test('refunds are those of kept money and of other money', async () => {
  const page = await listRefunds(api.services.db, {})
  expect([who(page), page.rows.map(({ status }) => status), page.paise]).toEqual([
    [1, 0],
    ['requested', 'done'],
    59_500,
  ])
  expect(page.rows[1]!.credit_note_number).toMatch(/^CN\//)
  expect(who(await listRefunds(api.services.db, { status: 'done', courseId: asha.courseId }))).toEqual([0])
})

test('a page goes on where the one before ended, also within one moment, and its sums are those of all pages', async () => {
  const { db } = api.services
  await db.updateTable('payment_orders').set({ created_at: TEST_START }).execute()
  const seen: number[] = []
  let after: Cursor | undefined
  do {
    const page = await listOrders(db, {}, { after, most: 1 })
    seen.push(...who(page))
    expect([page.number, page.paise]).toEqual([3, 354_000])
    after = page.next ?? undefined
  } while (after)
  expect(seen).toEqual([2, 1, 0])
})

describe('a search', () => {
  const search = async (words: string) => {
    const { db, engine } = api.services
    const found = { words: await readMoneyWords(db, engine, { words, roles: ['accountant'] }) }
    const [payments, orders, refunds] = [
      await listPayments(db, found),
      await listOrders(db, found),
      await listRefunds(db, found),
    ]
    return [payments, orders, refunds].map((page) => who(page).toSorted())
  }

  test('tells payments, transactions, orders and refunds with one number apart', async () => {
    const { rows } = await listPayments(api.services.db, { userId: devan.learner.user.id })
    const { id, purchase_id, invoice_number } = rows[0]!
    expect(purchase_id).not.toBe(id)
    expect(await search(`payment ${id}`)).toEqual([[3], [], []])
    expect(await search(`Payment no. ${id}`)).toEqual([[3], [], []])
    expect(await search(`transaction ${purchase_id}`)).toEqual([[3], [], []])
    expect(await search(`transaction ${id}`)).not.toEqual([[3], [], []])
    expect(await search(`invoice ${invoice_number}`)).toEqual([[3], [], []])
    expect(await search('order 1')).toEqual([[0], [0], [0]])
    expect(await search('refund 1')).toEqual([[0], [0], [0]])
    expect(await search('payment 999')).toEqual([[], [], []])
  })

  test('finds credit notes, references however they are written, and learners', async () => {
    const { rows } = await listRefunds(api.services.db, { hasCreditNote: true })
    expect(rows).toHaveLength(1)
    expect(await search(rows[0]!.credit_note_number!.toLowerCase())).toEqual([[0], [0], [0]])
    expect(await search('SLIP-1')).toEqual([[3], [], []])
    expect(await search(binu.learner.user.phone)).toEqual([[1], [1], [1]])
    expect(await search(chitra.learner.user.name!)).toContainEqual(expect.arrayContaining([2]))
    expect(await search('nobody at all')).toEqual([[], [], []])
  })
})
