import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { HOUR, indianDay } from '#lib/both/time/clock.ts'
import { sandbox } from '#providers/payment/sandbox/sandbox.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { typeCommand } from '../../../tests/support/api/command.ts'
import { buyerOf, tellWebhook, type Buyer } from '../../../tests/support/scenes/buyer.ts'
import { staff as staffCommand } from '../staff.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  // The command has the real clock.
  api.clock.set(Date.now())
})
afterEach(() => api.close())

const staff = (...args: string[]) => typeCommand(api.database, staffCommand, args)
const because = ['--reason', 'paid twice']

/** A sale at the desk. */
async function soldAtDesk(...more: string[]): Promise<{ buyer: Buyer; payment: number }> {
  const buyer = await buyerOf(api)
  const { phone } = buyer.learner.user
  const how = ['--method', 'cash', '--reference', `slip ${phone}`, ...more, '--reason', 'paid in cash']
  expect((await staff('sale', phone, String(buyer.courseId), ...how)).err).toBe('')
  return { buyer, payment: (await buyer.payments())[0]!.id }
}

describe('a sale at the desk', () => {
  it("has the state of its buyer, by name or number, and no other state's", async () => {
    await soldAtDesk('--state', 'karnataka')
    await soldAtDesk('--state', '96')
    const states = await api.services.db.selectFrom('payments').select('buyer_state').orderBy('id').execute()
    expect(states.map(({ buyer_state }) => buyer_state)).toEqual(['29', '96'])
    const how = ['--method', 'cash', '--reference', 'x', '--state', 'Ker', ...because]
    expect((await staff('sale', '9000000001', '1', ...how)).code).not.toBe(0)
  })
})

describe('refund', () => {
  it('notes what went back by hand, in parts, with a credit note each, and how much is left', async () => {
    const { buyer, payment } = await soldAtDesk()
    const part = await staff('refund', String(payment), '--left', '1180', '--amount', '500', ...because)
    expect([part.code, part.out]).toEqual([
      0,
      expect.stringMatching(
        /^₹500\.00 of payment \d+ went back: credit note CN\/\d\d-\d\d\/000001, ₹680\.00 are left of it\n$/,
      ),
    ])
    expect((await staff('refund', String(payment), '--left', '1180', '--amount', '500', ...because)).err).toContain(
      '₹680.00 of this payment can be refunded now, not ₹1,180.00',
    )
    expect((await staff('refund', String(payment), '--left', '680', '--keep-access', ...because)).out).toContain(
      'nothing is left of it',
    )
    expect((await staff('refund', String(payment), '--left', '680', ...because)).err).toBe(
      'All of this payment has gone back, or is on its way\n',
    )
    expect((await buyer.enrolment())[0]!.valid_until).toBeGreaterThan(Date.now())
    const told = (await api.call(listNotifications, {}, buyer.caller)).body.data
    expect(told[0]!.message).toContain('Credit note CN/')
    expect((await staff('log')).out).toContain(`refund requested, payment ${payment}`)
  })

  it('goes through the provider of the settings, which may say no', async () => {
    const buyer = await buyerOf(api)
    const { order_id } = (await buyer.create()).body
    await tellWebhook(api, api.payments.pay(order_id))
    const [payment] = await buyer.payments()
    // Nobody has paid the sandbox.
    expect((await staff('refund', String(payment!.id), '--left', '1180', ...because)).err).toMatch(
      /^The provider does not send ₹1,180\.00 of payment \d+ back: the sandbox has no such money/m,
    )
    const { books } = sandbox({ ...api.services, webhookPath: '/' })
    const order = await books.createOrder('r', 118_000, 'Course')
    const paid = await books.pay(order, { outcome: 'success', webhook: 'never', delay: 0, amount: 'right' })
    await api.services.db.updateTable('payments').set({ provider_payment_id: paid!.id }).execute()
    expect((await staff('refund', String(payment!.id), '--left', '1180', ...because)).out).toContain(
      'went back: credit note SB/CN/',
    )
    expect(await books.payment(paid!.id)).toMatchObject({ status: 'refunded' })
  })
})

describe('gst', () => {
  it('sums up a month, as a table or as CSV', async () => {
    const month = indianDay(Date.now()).slice(0, 7)
    expect((await staff('gst', month)).out).toBe(`No receipts in ${month}\n`)
    await soldAtDesk('--state', 'Karnataka')
    expect((await staff('gst', month)).out).toMatch(
      /receipts +Karnataka \(29\) +18% +1 +₹1,000\.00 .*₹180\.00 +₹1,180\.00/,
    )
    expect((await staff('gst', month, '--csv')).out).toContain('\r\nReceipts,Karnataka,29,18,1,1000,0,0,180,1180\r\n')
    expect((await staff('gst', 'May')).code).toBe(1)
  })
})

describe('payments', () => {
  it('are listed by what was asked for, with what they come to and where the next page begins', async () => {
    expect((await staff('payments')).out).toBe('No payments\n')
    const { buyer, payment } = await soldAtDesk('--state', 'Karnataka')
    await staff('refund', String(payment), '--left', '1180', '--amount', '500', ...because)
    const { phone } = buyer.learner.user
    const shown = await staff('payments', '--learner', phone, '--method', 'cash', '--status', 'partly_refunded')
    expect(shown.out).toMatch(/partly_refunded +₹1,180\.00 +₹500\.00 +₹680\.00 +cash +slip/)
    expect(shown.out).toContain('1 payment, ₹680.00 net, without test payments.\n')
    expect((await staff('payments', '--list', 'refunds')).out).toMatch(/done +₹500\.00 +\d+ +CN\//)
    expect((await staff('payments', '--list', 'receipts')).out).toContain('Karnataka (29)')
    expect((await staff('payments', '--from', indianDay(Date.now()), '--to', '2020-01-01')).out).toBe('No payments\n')
    expect((await staff('payments', '--list', 'orders', '--after', '1-1')).out).toContain('No orders')
  })

  it.each([
    ['--list', 'coins'],
    ['--list', 'receipts', '--status', 'open'],
    ['--list', 'orders', '--method', 'cash'],
    ['--status', 'open'],
    ['--from', '2026-02-30'],
    ['--after', 'here'],
  ])('are not listed by %s %s', async (...typed) => {
    expect((await staff('payments', ...typed)).code).toBe(2)
  })

  it('are checked, and the newest 200 that need attention are listed', async () => {
    const { db, now } = api.services
    const events = Array.from({ length: 203 }, (_, index) => ({
      ...({
        purchase_id: null,
        order_id: null,
        source: 'webhook',
        kind: 'payment.captured',
        at: now() - HOUR,
      } as const),
      detail: JSON.stringify({ payment: `pay_${index}` }),
    }))
    await db.insertInto('payment_events').values(events).execute()
    const { out } = await staff('payments', 'check')
    expect(out.match(/unknown order/g)).toHaveLength(200)
    expect(out).toMatch(/\n\nand 3 more\n$/)
  })

  it('are checked, by our own rows and by what the provider says', async () => {
    expect((await staff('payments', 'check')).out).toContain('All payments match')
    const buyer = await buyerOf(api)
    await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id))
    const [payment] = await buyer.payments()
    await api.services.db.updateTable('payments').set({ amount_paise: 100 }).execute()
    expect((await staff('payments', 'check')).out).toMatch(/other amount +\d+ +\d+ +\d+ +₹1\.00/)
    // The sandbox of the settings has never heard of it.
    const order = ['--order', String(payment!.order_id)]
    expect((await staff('payments', 'check', ...order)).out).toBe(
      `${payment!.provider_payment_id}: the provider does not know it\n`,
    )
  })
})
