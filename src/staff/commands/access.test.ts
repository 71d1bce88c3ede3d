import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getMyCourse } from '#features/course/course.contract.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { getInvoice } from '#features/purchases/receipts/invoice.contract.ts'
import { listPayments, listPurchases } from '#features/purchases/purchases.contract.ts'
import { financialYear, validUntil } from '#features/purchases/purchases.rules.ts'
import { DAY, indianDate, indianDay, namedDate } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner } from '../../../tests/support/api/api.ts'
import { buyerOf } from '../../../tests/support/scenes/buyer.ts'
import { announceContent, seedCourse, seedEnrolment } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
let courseId: number
let asha: TestLearner
beforeEach(async () => {
  api = await testApi()
  // The command has the real clock.
  api.clock.set(Date.now())
  await announceContent(api.services.db, { name: 'Padavu', phone: '0471 2345678' })
  courseId = (await seedCourse(api.services.db, { title: 'Polity' })).id
  asha = await api.learner({ name: 'Asha' })
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = ['--reason', 'was ill']
const dayIn = (days: number) => validUntil(Date.now(), days)
const course = async () =>
  (await api.call(getMyCourse, { params: { id: courseId } }, { token: asha.token })).body.page_content
const told = async () => (await api.call(listNotifications, {}, { token: asha.token })).body.data
const named = () => `Asha (+91 ${asha.user.phone})`

describe('access that staff give', () => {
  const access = (verb: string, ...more: string[]) =>
    staff('access', verb, asha.user.phone, String(courseId), ...more, ...because)

  it('opens a course that was not bought, for as long as a sale would or as was said, and the learner hears of it', async () => {
    expect(await access('grant')).toEqual({
      code: 0,
      out: `${named()} has course ${courseId} until ${indianDate(dayIn(365))}\n`,
      err: '',
    })
    expect(await course()).toMatchObject({ courseStatus: 'Active', validity: indianDate(dayIn(365)) })
    expect((await told())[0]).toMatchObject({
      title: 'A course is now open for you',
      message: `<p><strong>Polity</strong> is open for you until ${namedDate(dayIn(365))}.</p>`,
      action: { href: `/my-courses/${courseId}` },
    })
    expect((await access('grant')).err).toBe('The learner already has Polity: extend it\n')
    expect((await staff('log')).out).toContain(
      `: access granted, course ${courseId}, of ${named()}\n    valid until none -> ${indianDate(dayIn(365))} 11:59 PM\n    was ill\n`,
    )
  })

  it('extends from the end there is, or from today where that is over, and never shortens', async () => {
    expect((await access('extend')).err).toBe('The learner does not have Polity: grant it\n')
    await seedEnrolment(api.services.db, { userId: asha.user.id, courseId, validFor: -10 * DAY })
    expect((await course()).courseStatus).toBe('Expired')
    expect((await access('extend', '--until', indianDay(dayIn(-3)))).err).toBe('That day has already passed\n')
    expect((await access('extend', '--days', '7')).out).toContain(` until ${indianDate(dayIn(7))}\n`)
    expect((await access('extend', '--days', '30')).out).toContain(` until ${indianDate(dayIn(37))}\n`)
    expect((await course()).courseStatus).toBe('Active')
    const until = indianDay(dayIn(40))
    expect((await access('extend', '--until', until)).code).toBe(0)
    expect((await access('extend', '--until', until)).err).toBe(
      `Polity is open until ${indianDate(dayIn(40))}, which is not earlier\n`,
    )
    expect((await told()).map(({ title }) => title)).toEqual(Array(3).fill('Your course has been extended'))
  })

  it('ends at once where it was given by mistake', async () => {
    await access('grant', '--days', '5')
    expect((await access('end')).out).toBe(`Course ${courseId} has ended for ${named()}\n`)
    api.clock.set(Date.now())
    expect((await course()).courseStatus).toBe('Expired')
    expect((await access('end')).err).toBe('Polity is not open for the learner\n')
  })

  it.each([
    [['--days', '0'], "--days must be a number from 1, not '0'\n"],
    [['--days', '4000'], "--days must be at most 3650, not '4000'\n"],
    [['--until', '2027-02-30'], "--until must be a day such as 2027-03-31, not '2027-02-30'\n"],
    [['--until', '31-03-2027'], "--until must be a day such as 2027-03-31, not '31-03-2027'\n"],
    [['--days', '5', '--until', '2027-03-31'], 'Use either --days or --until\n'],
  ])('is refused with %j', async (args, err) => {
    expect(await access('grant', ...args)).toEqual({ code: 2, out: '', err })
  })

  it('is for learners and courses that there are', async () => {
    expect((await staff('access', 'grant', '9999999999', String(courseId), ...because)).err).toBe(
      'There is no learner with the phone 9999999999\n',
    )
    expect((await staff('access', 'grant', asha.user.phone, '999', ...because)).err).toBe('There is no course 999\n')
    expect((await access('grant', '--until', '2020-01-01')).err).toBe('That day has already passed\n')
  })
})

describe('a sale made elsewhere', () => {
  const sell = (...more: string[]) =>
    staff('sale', asha.user.phone, String(courseId), ...more, '--reason', 'paid at the office', '--as', 'Divya')
  const purchases = async () =>
    (await api.call(listPurchases, { params: { userId: asha.user.id } }, { token: asha.token })).body.data
  const payments = async (transactionId: number) =>
    (await api.call(listPayments, { params: { transactionId } }, { token: asha.token })).body.data
  const year = financialYear(Date.now()).slice(2)

  it('opens the course at its price, with a receipt of the series of all others, once for each reference', async () => {
    const cash = ['--method', 'cash', '--reference', 'R-17']
    const line = `receipt ${year}/000001, ₹1,180.00, transaction 1\n`
    expect(await sell(...cash)).toEqual({
      code: 0,
      out: `${named()} has course ${courseId} until ${indianDate(dayIn(365))}: ${line}`,
      err: '',
    })
    expect((await sell(...cash)).out).toBe(`It was already entered: ${line}`)
    expect((await course()).courseStatus).toBe('Active')
    expect(await purchases()).toMatchObject([{ offered_price: 1000, paid_amount: 1180 }])
    const [payment, ...others] = await payments(1)
    expect(others).toEqual([])
    expect(payment).toMatchObject({ acc_ref_id: 'R-17', paid_amount: 1180, sale_staff: 'Divya' })
    const { data } = (await api.call(getInvoice, { params: { paymentId: payment!.id } }, { token: asha.token })).body
    expect(data).toMatchObject({
      number: `${year}/000001`,
      seller: { name: 'Padavu' },
      buyer: { name: 'Asha' },
      taxable_value: 1000,
      taxes: [{ amount: 90 }, { amount: 90 }],
      total: 1180,
      acc_ref_id: 'R-17',
      payment_mode: 'Cash',
    })
    expect((await told()).map(({ title, message }) => [title, message])).toEqual([
      [
        'We received your payment',
        expect.stringContaining('You paid ₹1,180.00 (Cash). The receipt is under My Purchases.'),
      ],
    ])
    expect((await staff('log')).out).toMatch(
      /: sale entered, course .*\n {4}valid until none -> .*; amount ₹1,180\.00; method cash; reference R-17; receipt .*\n {4}paid at the office\n/,
    )
  })

  it('that is unusual names what has to be confirmed, and how', async () => {
    const unusual = ['--method', 'cash', '--reference', 'Q-1', '--amount', '1']
    const { code, err } = await sell(...unusual)
    expect([code, err]).toEqual([1, expect.stringContaining('To enter it anyway, add --confirm amount_paise')])
    expect(await purchases()).toEqual([])
    expect((await sell(...unusual, '--confirm', 'amount')).code).toBe(2)
  })

  it('at another amount has the tax of that amount in it', async () => {
    await sell('--method', 'upi', '--reference', 'T1', '--confirm', 'amount_paise', '--amount', '1,000.50')
    expect((await purchases())[0]).toMatchObject({ price: 1000, offered_price: 847.88, paid_amount: 1000.5 })
    const { data } = (await api.call(getInvoice, { params: { paymentId: 1 } }, { token: asha.token })).body
    expect(data).toMatchObject({ taxable_value: 847.88, total: 1000.5, payment_mode: 'UPI' })
  })

  it('takes the place of a purchase that the learner had begun, which then cannot be paid twice', async () => {
    const buyer = await buyerOf(api, { learner: asha, courseId })
    const { transactionid, order_id } = (await buyer.create()).body
    expect((await sell('--method', 'bank', '--reference', 'N1')).out).toContain(`, transaction ${transactionid}\n`)
    expect((await buyer.create()).body).toMatchObject({ code: 'already_purchased' })
    const late = api.payments.pay(order_id, { amountPaise: 1180_00 })
    await buyer.post(transactionid, late)
    expect((await payments(transactionid)).map(({ refund }) => refund).toSorted()).toEqual(['due', null])
  })

  it('pays what is left to pay, whole, and counts on from the end there is', async () => {
    const { db } = api.services
    await sell('--method', 'cash', '--reference', 'first')
    const owed = { payment_status: 'partialpymnt', renewal_paise: 500_00 } as const
    await db.updateTable('enrolments').set(owed).execute()
    await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).execute()
    expect((await sell('--method', 'cash', '--reference', 'rest', '--amount', '400')).err).toBe(
      '₹500.00 are left to pay of Polity, not ₹400.00\n',
    )
    expect((await sell('--method', 'cash', '--reference', 'rest')).out).toContain(', ₹500.00, transaction 1\n')
    expect(await course()).toMatchObject({ payment_status: 'closedpymnt', renewal_amount: 0 })
    expect(await payments(1)).toHaveLength(2)
    // Bought once more while it is open: a transaction of its own, and a year more.
    expect((await sell('--method', 'cash', '--reference', 'more', '--confirm', 'course_id')).out).toContain(
      ', transaction 2\n',
    )
    expect((await course()).validity).toBe(indianDate(validUntil(validUntil(dayIn(365), 365), 365)))
  })

  it.each([
    [
      ['--method', 'gold', '--reference', 'R'],
      2,
      /^--method must be one of cash, upi, card, bank, cheque, not 'gold'\n$/,
    ],
    [['--method', 'cash', '--reference', 'R', '--amount', '-5'], 2, /--amount/],
    [['--method', 'cash', '--reference', 'R', '--amount', '0'], 1, /^An amount is from ₹1\.00 to ₹1,00,00,000\.00\n$/],
    [['--method', 'cash', '--reference', 'x'.repeat(61)], 1, /^A reference has 1 to 60 characters\n$/],
  ])('is refused with %j, and nothing is entered', async (args, code, err) => {
    const ended = await sell(...args)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toMatch(err)
    expect(await purchases()).toEqual([])
  })

  it('has a reference of its own', async () => {
    await sell('--method', 'cash', '--reference', 'R-17')
    const { user } = await api.learner({ name: 'Babu' })
    const other = await staff(
      ...['sale', user.phone, String(courseId), '--method', 'cash', '--reference', 'R-17', '--reason', 'x'],
    )
    expect(other.err).toBe(`The reference R-17 is that of another sale (receipt ${year}/000001)\n`)
  })
})
