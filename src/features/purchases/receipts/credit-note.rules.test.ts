import { expect, test } from 'vitest'
import { creditNoteNumber, creditNoteOf } from './credit-note.rules.ts'
import { receiptOf, sellerOf } from './receipt.rules.ts'

const seller = sellerOf({ SELLER_STATE: '32 Kerala' }, { name: 'Padavu', phone: '' })

const receiptFor = (buyer_state: string, amount_paise = 118_000) =>
  receiptOf(
    {
      ...{ invoice_number: '26-27/000001', captured_at: Date.UTC(2026, 6, 1), amount_paise, provider: 'razorpay' },
      ...{ provider_payment_id: 'pay_1', gst_percent: 18, buyer_state, title: 'Degree Level' },
      ...{ name: 'Asha', email: null, phone: '9000000001', country_code: '91', city: null },
    },
    seller,
  )

const note = (buyer_state: string, amountPaise: number, beforePaise = 0, total = 118_000) =>
  creditNoteOf(receiptFor(buyer_state, total), {
    ...{ number: 'CN/26-27/000001', at: Date.UTC(2026, 7, 2, 20) },
    ...{ amountPaise, beforePaise },
  })

test('a credit note of the whole takes back what the receipt says, and names it', () => {
  expect(note('29', 118_000)).toEqual({
    number: 'CN/26-27/000001',
    date: '03-08-2026',
    receipt: '26-27/000001',
    place_of_supply: '29 Karnataka',
    description: 'Degree Level',
    taxable_value: 1000,
    taxes: [{ name: 'IGST', percent: 18, amount: 180 }],
    total: 1180,
  })
})

test('one of a part takes back the part of each tax', () => {
  expect(note('32', 59_000)).toMatchObject({
    taxable_value: 500,
    taxes: [
      { name: 'CGST', percent: 9, amount: 45 },
      { name: 'SGST', percent: 9, amount: 45 },
    ],
    total: 590,
  })
})

test('parts add up to the receipt to the paisa, whatever each of them is', () => {
  const parts = [33_333, 100, 12_345, 70_007, 2_222]
  const whole = parts.reduce((sum, part) => sum + part, 0)
  let before = 0
  const sums = { taxable: 0, cgst: 0, sgst: 0 }
  for (const part of parts) {
    const { taxable_value, taxes } = note('32', part, before, whole)
    before += part
    sums.taxable += Math.round(taxable_value * 100)
    sums.cgst += Math.round(taxes[0]!.amount * 100)
    sums.sgst += Math.round(taxes[1]!.amount * 100)
  }
  const { taxable_value, taxes } = receiptFor('32', whole)
  expect(sums).toEqual({
    taxable: Math.round(taxable_value * 100),
    cgst: Math.round(taxes[0]!.amount * 100),
    sgst: Math.round(taxes[1]!.amount * 100),
  })
})

test('its number is of a series of its own, in no more than 16 characters', () => {
  expect(creditNoteNumber('2026-27', 42, false)).toBe('CN/26-27/000042')
  expect(creditNoteNumber('2026-27', 42, true)).toBe('SB/CN/26-27/000042')
})
