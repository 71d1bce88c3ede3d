import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { deleteAccount, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { DAY, indianDay } from '#lib/both/time/clock.ts'
import { readCsv } from '#lib/server/text/read-csv.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../../tests/support/api/staff-work.ts'
import { type Buyer, buyerOf, readLeftPaise, tellWebhook } from '../../../../../../tests/support/scenes/buyer.ts'
import { listPayments, listPurchases } from '../../../purchases.contract.ts'
import { getCreditNote as getMyCreditNote } from '../../../receipts/credit-note.contract.ts'
import { enterSale } from '../../../server/orders/enter-sale.ts'
import { listRefunds } from '../../money/money.contract.ts'
import { refundPayment } from '../../server/refund.ts'
import { exportCreditNotes, exportInvoices, getCreditNote } from '../registers.contract.ts'
import { BATCH } from '../../../receipts/server/read-documents.ts'

/** Registers of a test month: an online sale to Karnataka, refunded in part, and a desk sale in Kerala a day later. */

let api: TestApi
let staff: TestStaff
let asha: Buyer
let binu: Buyer
let days: [first: string, second: string]

beforeAll(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  asha = await buyerOf(api, { learner: await api.learner({ name: '=Asha, "Kochi"' }) })
  await tellWebhook(api, api.payments.pay((await asha.create({ state: '29' })).body.order_id))
  const first = indianDay(api.clock.now())
  api.clock.advance(DAY)
  binu = await buyerOf(api)
  const sale = { userId: binu.learner.user.id, courseId: binu.courseId, method: 'cash', seller: null } as const
  await enterSale(api.services, testWork(api.clock.now()), { ...sale, reference: 'slip 1' })
  const [{ id: paymentId } = { id: 0 }] = await asha.payments()
  const work = testWork(api.clock.now(), 'Asked for it')
  const refund = { paymentId, leftPaise: await readLeftPaise(api, paymentId), amountPaise: 59_000 }
  await refundPayment(api.services, work, { ...refund, key: 'key-of-a-refund' })
  days = [first, indianDay(api.clock.now())]
  staff = await api.staff('accountant')
})

afterAll(() => api.close())

const cellsOf = (csv: string) => [...readCsv(csv)].map(({ cells }) => cells)
const rowsOf = (csv: string) => cellsOf(csv).map((cells) => cells.slice(0, 13))

const invoices = async (query = {}) => (await api.call(exportInvoices, { query }, { staff })).body
const creditNotes = async (query = {}) => (await api.call(exportCreditNotes, { query }, { staff })).body

describe('the invoice register', () => {
  test('has number, date, buyer, state, SAC, value and each tax, the oldest first', async () => {
    const { csv, next } = await invoices()
    const [headings, ...rows] = rowsOf(csv)
    expect(headings).toEqual([
      ...['Invoice', 'Date', 'Buyer', 'State', 'State code', 'Course', 'HSN/SAC', 'Rate %'],
      ...['Taxable value', 'CGST', 'SGST', 'IGST', 'Total'],
    ])
    expect(rows.map(([, , ...row]) => row)).toEqual([
      [`'=Asha, "Kochi"`, 'Karnataka', '29', 'Course', '999293', '18', '1000', '0', '0', '180', '1180'],
      [binu.learner.user.name, 'Kerala', '32', 'Course', '999293', '18', '1000', '90', '90', '0', '1180'],
    ])
    expect(rows.map(([number]) => number?.slice(-6))).toEqual(['000001', '000002'])
    expect(next).toBeNull()
    const [entry] = (await listWork(api.services.db, { staffId: staff.id, page: 1 })).entries
    expect(entry).toMatchObject({ action: 'invoice register exported' })
  })

  test('follows days in India, of which the last is included, and the course', async () => {
    const buyers = async (query: object) =>
      rowsOf((await invoices(query)).csv)
        .slice(1)
        .map((row) => row[4])
    expect(await buyers({ to: days[0] })).toEqual(['29'])
    expect(await buyers({ from: days[1], to: days[1] })).toEqual(['32'])
    expect(await buyers({ course: binu.courseId })).toEqual(['32'])
    expect((await api.call(exportInvoices, { query: { from: '2026-13-01' } }, { staff })).status).toBe(422)
  })

  test('leaves out test payments', async () => {
    const { db } = api.services
    await db.updateTable('payments').set({ provider: 'sandbox' }).where('provider', '=', 'razorpay').execute()
    expect([rowsOf((await invoices()).csv).length, rowsOf((await creditNotes()).csv).length]).toEqual([2, 1])
    await db.updateTable('payments').set({ provider: 'razorpay' }).where('provider', '=', 'sandbox').execute()
  })

  test('comes in parts that put together have each invoice once', async () => {
    const { db } = api.services
    const desk = await db.selectFrom('payments').selectAll().where('provider', '=', 'desk').executeTakeFirstOrThrow()
    const { id: _, receipt, ...row } = desk
    const added = Array.from({ length: BATCH }, (__, index) => ({
      ...row,
      provider_payment_id: `part-${index}`,
      invoice_number: `part-${index}`,
      receipt: JSON.stringify({ ...JSON.parse(receipt!), number: `part-${index}` }),
    }))
    await db.insertInto('payments').values(added).execute()
    const parts: string[] = []
    let after: string | undefined
    do {
      const { csv, next } = await invoices({ ...(after !== undefined && { after }) })
      parts.push(csv)
      after = next ?? undefined
    } while (after !== undefined)
    const numbers = rowsOf(parts.join(''))
      .slice(1)
      .map(([number]) => number)
    expect([parts.length, numbers.length, new Set(numbers).size]).toEqual([2, BATCH + 2, BATCH + 2])
    await db.deleteFrom('payments').where('provider_payment_id', 'like', 'part-%').execute()
  })
})

test('the credit-note register has amounts above zero, with the invoice that each note reduces', async () => {
  const { csv } = await creditNotes({ from: days[1] })
  const [headings, row, ...others] = cellsOf(csv)
  expect(headings?.slice(0, 5)).toEqual(['Credit note', 'Date', 'Invoice', 'Invoice date', 'Buyer'])
  expect(row?.[0]).toMatch(/^CN\//)
  expect(row?.slice(5, 15)).toEqual(['Karnataka', '29', 'Course', '999293', '18', '500', '0', '0', '90', '590'])
  expect(others).toEqual([])
  expect(cellsOf((await creditNotes({ to: days[0] })).csv)).toHaveLength(1)
})

test('the learner sees the refund with the purchase, and opens the credit note', async () => {
  const params = { userId: asha.learner.user.id }
  const [bought] = (await api.call(listPurchases, { params, query: {} }, asha.caller)).body.data
  expect(bought).toMatchObject({ paid_amount: 1180, refunded: 'part' })
  const of = { transactionId: bought!.transaction_id }
  const [payment] = (await api.call(listPayments, { params: of }, asha.caller)).body.data
  expect(payment).toMatchObject({ refunded: 'part', refunds: [{ amount: 590, state: 'refunded' }] })
  const { id: refundId, credit_note } = payment!.refunds[0]!
  const { data } = (await api.call(getMyCreditNote, { params: { refundId } }, asha.caller)).body
  expect(data).toMatchObject({ number: credit_note, total: 590, buyer: { name: '=Asha, "Kochi"' } })
  expect((await api.call(getMyCreditNote, { params: { refundId } }, binu.caller)).status).toBe(404)
})

test('a credit note opens for those who see money, with seller, buyer and invoice, also after the account has ended', async () => {
  const support = await api.staff('support')
  const [listed] = (await api.call(listRefunds, { query: { credit_note: 'with' } }, { staff })).body.data
  const open = (id: number) => api.call(getCreditNote, { params: { id } }, { staff: support })
  const { credit_note, learner, payment } = (await open(listed!.id)).body
  expect(credit_note).toMatchObject({
    ...{ number: listed!.credit_note, total: 590, taxable_value: 500, sac: '999293' },
    ...{ place_of_supply: '29 Karnataka', total_in_words: 'Rupees five hundred ninety only' },
    invoice: { number: listed!.receipt },
    buyer: { name: '=Asha, "Kochi"' },
  })
  expect([learner.id, payment]).toEqual([asha.learner.user.id, listed!.payment])
  expect((await open(999)).status).toBe(404)
  await api.call(sendDeletionCode, {}, asha.caller)
  await api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, asha.caller)
  const ended = (await open(listed!.id)).body
  expect([ended.credit_note.buyer.name, ended.learner.phone]).toEqual(['=Asha, "Kochi"', null])
  expect(JSON.stringify(ended)).not.toContain(asha.learner.user.phone)
})
