import { afterEach, beforeEach, expect, test } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { gstCsv } from './gst-csv.ts'
import { gstSummary } from './gst-summary.ts'

/** What a month's receipts say of GST. */

let api: TestApi

beforeEach(async () => {
  api = await testApi({ SELLER_STATE: '32 Kerala' })
  api.payments.name = 'razorpay'
})

afterEach(() => api.close())

/** A sale of ₹1,000 and 18 % GST. */
async function sold(at: number, state?: string) {
  api.clock.set(at)
  const buyer = await buyerOf(api)
  const { order_id } = (await buyer.create(state === undefined ? {} : { state })).body
  await tellWebhook(api, api.payments.pay(order_id))
  return buyer
}

const november = (day: number, hour = 12) => indianTime(2026, 11, day, hour)
const one = { number: 1, taxable: 100_000, total: 118_000 }
const between = { cgst: 0, sgst: 0, igst: 18_000 }

test('receipts are summed up by place of supply and rate, those of the seller with two taxes', async () => {
  await sold(november(2))
  await sold(november(3), '32')
  await sold(november(4), '29')
  await sold(november(5), '96')
  const { rows, receipts, creditNotes, net } = await gstSummary(api.services, { month: '2026-11' })
  expect(rows).toEqual([
    { kind: 'receipts', percent: 18, place: '29 Karnataka', ...one, ...between },
    {
      kind: 'receipts',
      percent: 18,
      place: '32 Kerala',
      number: 2,
      taxable: 200_000,
      total: 236_000,
      cgst: 18_000,
      sgst: 18_000,
      igst: 0,
    },
    { kind: 'receipts', percent: 18, place: '96 Outside India', ...one, ...between },
  ])
  expect(receipts).toEqual({ number: 4, taxable: 400_000, cgst: 18_000, sgst: 18_000, igst: 36_000, total: 472_000 })
  expect([creditNotes.number, net]).toEqual([0, receipts])
})

test('a month begins and ends at midnight in India', async () => {
  await sold(november(1, 0) - 1)
  await sold(november(1, 0))
  await sold(indianTime(2026, 12, 1) - 1)
  await sold(indianTime(2026, 12, 1))
  const count = async (month: string) => (await gstSummary(api.services, { month })).receipts.number
  expect([await count('2026-10'), await count('2026-11'), await count('2026-12')]).toEqual([1, 2, 1])
})

test('a receipt counts as it was stored, whatever the seller is now; one that was never stored, as it would be now', async () => {
  await sold(november(2), '29')
  const unopened = await sold(november(3))
  const [payment] = await unopened.payments()
  await api.services.db.updateTable('payments').set({ receipt: null }).where('id', '=', payment!.id).execute()
  Object.assign(api.services.config, { SELLER_STATE: '29 Karnataka' })
  const { rows } = await gstSummary(api.services, { month: '2026-11' })
  expect(rows).toEqual([
    {
      kind: 'receipts',
      percent: 18,
      place: '29 Karnataka',
      number: 2,
      taxable: 200_000,
      total: 236_000,
      cgst: 9_000,
      sgst: 9_000,
      igst: 18_000,
    },
  ])
})

test('play money is left out', async () => {
  api.payments.name = 'sandbox'
  await sold(november(2))
  expect((await gstSummary(api.services, { month: '2026-11' })).rows).toEqual([])
})

test.each(['2026-13', '2026-1', 'November', ''])("'%s' is no month", async (month) => {
  await expect(gstSummary(api.services, { month })).rejects.toMatchObject({ status: 422 })
})

test('as CSV it has the rows in rupees, then their sums', async () => {
  await sold(november(2))
  await sold(november(4), '29')
  const lines = gstCsv(await gstSummary(api.services, { month: '2026-11' })).split('\r\n')
  expect(lines.slice(1, -1)).toEqual([
    'Receipts,Karnataka,29,18,1,1000,0,0,180,1180',
    'Receipts,Kerala,32,18,1,1000,90,90,0,1180',
    'All receipts,,,,2,2000,90,90,180,2360',
    'All credit notes,,,,0,0,0,0,0,0',
    'Net: receipts less credit notes,,,,2,2000,90,90,180,2360',
  ])
})
