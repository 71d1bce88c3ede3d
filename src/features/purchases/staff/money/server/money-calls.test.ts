import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { deleteAccount, sendDeletionCode } from '#features/profile/profile.contract.ts'
import { DAY, HOUR, indianDay } from '#lib/both/time/clock.ts'
import { monthOf } from '#lib/both/time/days.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook, type Buyer } from '../../../../../../tests/support/scenes/buyer.ts'
import { refundLearner } from '../../learner/refund.contract.ts'
import { askProvider, getReceipt, listMismatches } from '../checks.contract.ts'
import { exportGst, getGst } from '../gst.contract.ts'
import { exportPayments, listOrders, listPayments, listReceipts, listRefunds } from '../money.contract.ts'

/** Money as an accountant sees it. Asha and Binu have paid ₹1,180 each, and half of Asha's has gone back. */

let api: TestApi
let staff: TestStaff
let asha: Buyer
let binu: Buyer
let paymentId: number
let month: string

beforeAll(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  month = monthOf(indianDay(api.clock.now()))
  asha = await buyerOf(api, { learner: await api.learner({ name: 'Asha, of "Kochi"' }) })
  await tellWebhook(api, api.payments.pay((await asha.create({ state: '29' })).body.order_id))
  paymentId = (await asha.payments())[0]!.id
  api.clock.advance(HOUR)
  binu = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await binu.create()).body.order_id))
  staff = await api.staff('accountant')
  const body = { left_paise: 118_000, amount_paise: 59_000, key: 'key-of-a-refund', reason: 'Asked for it' }
  expect((await api.call(refundLearner, { params: { id: paymentId }, body }, { staff })).body.state).toBe('done')
})

afterAll(() => api.close())

const lastWork = async () => (await listWork(api.services.db, { staffId: staff.id, page: 1 })).entries[0]

test('payments tell whose they are and what has gone back; pages go on, and sums are those of all', async () => {
  const first = (await api.call(listPayments, { query: {} }, { staff })).body
  expect([first.number, first.sum_paise, first.next]).toEqual([2, 177_000, null])
  expect(first.data[1]).toMatchObject({
    ...{ id: paymentId, status: 'partly_refunded', amount_paise: 118_000, place_of_supply: '29 Karnataka' },
    ...{ back_paise: 59_000, coming_back_paise: 0, left_paise: 59_000, course: { title: 'Course' } },
    learner: {
      id: asha.learner.user.id,
      name: 'Asha, of "Kochi"',
      phone: `+91 ${asha.learner.user.phone}`,
      ended: false,
    },
  })
  const { at, id } = first.data[0]!
  const rest = (await api.call(listPayments, { query: { after: `${at}-${id}` } }, { staff })).body
  expect([rest.data.map((row) => row.id), rest.number]).toEqual([[paymentId], 2])
})

test('orders, refunds and receipts are narrowed by state, learner and day, whose end is in it', async () => {
  const learner = asha.learner.user.id
  const today = indianDay(api.clock.now())
  const orders = (
    await api.call(listOrders, { query: { status: 'partly_refunded', learner, from: today, to: today } }, { staff })
  ).body
  expect([orders.data.map((row) => row.learner.id), orders.sum_paise]).toEqual([[learner], 118_000])
  const refunds = (await api.call(listRefunds, { query: { status: 'done' } }, { staff })).body
  expect(refunds.data).toMatchObject([{ payment: paymentId, amount_paise: 59_000, credit_note: expect.any(String) }])
  const receipts = (await api.call(listReceipts, { query: { learner } }, { staff })).body
  expect(receipts.data).toMatchObject([{ id: paymentId, receipt: expect.any(String) }])
  const yesterday = indianDay(api.clock.now() - DAY)
  expect((await api.call(listReceipts, { query: { to: yesterday } }, { staff })).body).toMatchObject({
    ...{ data: [], number: 0, sum_paise: 0 },
  })
})

test('payments come as CSV in rupees with tax and net amount, and the log says who took which', async () => {
  const { csv, next } = (
    await api.call(exportPayments, { query: { learner: asha.learner.user.id, status: 'partly_refunded' } }, { staff })
  ).body
  const [heading, row, ...others] = csv.split('\r\n')
  expect(heading).toMatch(/^\ufeffPayment,When,State,Amount,/)
  expect(heading).toContain(',Net,HSN/SAC,Rate %,Taxable value,CGST,SGST,IGST,')
  expect(row).toMatch(new RegExp(`^${paymentId},.*,Partly refunded,1180,590,0,590,999293,18,1000,0,0,180,razorpay,`))
  expect(row).toContain('"Asha, of ""Kochi"""')
  expect([others, next]).toEqual([[''], null])
  expect(await lastWork()).toMatchObject({ action: 'payments exported', after: { status: 'partly_refunded' } })
})

test('a month of GST has receipts and credit notes apart, and comes as CSV', async () => {
  const { receipts, credit_notes, net } = (await api.call(getGst, { query: { month } }, { staff })).body
  expect(receipts.rows).toMatchObject([
    { place: '29 Karnataka', percent: 18, number: 1, igst_paise: 18_000, cgst_paise: 0 },
    { place: '32 Kerala', percent: 18, number: 1, igst_paise: 0, cgst_paise: 9_000 },
  ])
  expect(credit_notes.rows).toMatchObject([{ place: '29 Karnataka', number: 1, total_paise: 59_000 }])
  expect(net).toMatchObject({ igst_paise: 9_000, total_paise: 177_000 })
  const { csv, next } = (await api.call(exportGst, { query: { month } }, { staff })).body
  expect([csv.includes('Credit notes,Karnataka,29,18,1,500,0,0,90,590'), next]).toEqual([true, null])
  expect(await lastWork()).toMatchObject({ action: 'GST summary exported', after: { month } })
  expect((await api.call(getGst, { query: { month: '2026-13' } }, { staff })).status).toBe(422)
})

test('the provider is asked about what does not match, and the log says so', async () => {
  const order = (await api.call(listOrders, { query: { learner: binu.learner.user.id } }, { staff })).body.data[0]!
  const ask = (body: { order_id?: number; payment_id?: number }) => api.call(askProvider, { body }, { staff })
  expect((await ask({ payment_id: paymentId })).body.differences).toEqual([])
  expect((await ask({ order_id: order.id })).body.differences).toEqual([])
  const second = api.payments.pay(order.provider_order_id!)
  const { differences } = (await ask({ order_id: order.id })).body
  expect(differences).toEqual([{ payment: second.id, says: 'took ₹1,180.00, of which we know nothing' }])
  expect(await lastWork()).toMatchObject({
    ...{ action: 'provider asked', subject: `order ${order.id}`, after: { differences: 1 } },
    learner: { id: binu.learner.user.id },
  })
  expect((await ask({})).status).toBe(422)
  expect((await ask({ order_id: order.id, payment_id: paymentId })).status).toBe(422)
})

test('what needs a look names whose money it is', async () => {
  api.payments.refunding = { refused: 'The balance is too low' }
  const body = { left_paise: 59_000, key: 'key-of-another', reason: 'Asked for it' }
  await api.call(refundLearner, { params: { id: paymentId }, body }, { staff })
  api.clock.advance(HOUR)
  // A session of staff lasts no hour without a call.
  staff = await api.staff('accountant')
  const found = (await api.call(listMismatches, { query: {} }, { staff })).body
  expect(found.data).toMatchObject([
    { kind: 'refund failed', payment: paymentId, amount_paise: 59_000, learner: { id: asha.learner.user.id } },
  ])
  const later = { status: 'failed', problem: 'The balance is too low' }
  expect((await api.call(listRefunds, { query: { status: 'failed' } }, { staff })).body.data).toMatchObject([later])
})

test('a receipt reads as its payer has it, and names no phone of one whose account has ended', async () => {
  const support = await api.staff('support')
  const open = () => api.call(getReceipt, { params: { id: paymentId } }, { staff: support })
  const { receipt, learner } = (await open()).body
  expect(receipt).toMatchObject({ total: 1180, buyer: { name: 'Asha, of "Kochi"' }, refunds: [{ amount: 590 }] })
  expect(learner.ended).toBe(false)
  await api.call(sendDeletionCode, {}, asha.caller)
  await api.call(deleteAccount, { body: { otp: api.codes.at(-1)!.code } }, asha.caller)
  const ended = (await open()).body
  expect(ended.learner).toEqual({ id: asha.learner.user.id, name: null, phone: null, ended: true })
  expect(ended.receipt.buyer.name).toBe('Asha, of "Kochi"')
  expect(JSON.stringify(ended)).not.toContain(asha.learner.user.phone)
  expect((await api.call(getReceipt, { params: { id: 999 } }, { staff: support })).status).toBe(404)
})
