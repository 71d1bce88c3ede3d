import { describe, expect, test } from 'vitest'
import { invoiceOf, receiptOf, sellerOf, type Sale } from './receipt.rules.ts'

const site = { name: 'Padavu', phone: '0484 1' }
const settings = { SELLER_STATE: '32 Kerala' }
const seller = sellerOf({ ...settings, SELLER_NAME: 'Padavu Learning' }, site)

const sale: Sale = {
  invoice_number: 'P/2026-27/1',
  captured_at: Date.UTC(2026, 6, 1, 20),
  amount_paise: 118_000,
  provider: 'razorpay',
  provider_payment_id: 'pay_1',
  gst_percent: 18,
  buyer_state: null,
  title: 'Degree Level',
  name: 'Asha Menon',
  email: 'asha@example.org',
  phone: '9000000001',
  country_code: '91',
  city: 'Kollam',
}

describe('the seller', () => {
  test('is whom the settings name, else the site as the settings name it, else as the content does', () => {
    const names = [{ SELLER_NAME: 'Seller', SITE_NAME: 'Site' }, { SELLER_NAME: undefined, SITE_NAME: 'Site' }, {}].map(
      (given) => sellerOf({ ...settings, ...given }, site).party.name,
    )
    expect(names).toEqual(['Seller', 'Site', 'Padavu'])
  })

  test('has the lines of its address without what surrounds them, then its phone, and no empty line', () => {
    const lines = (SELLER_ADDRESS: string | undefined, phone: string) =>
      sellerOf({ ...settings, SELLER_ADDRESS }, { ...site, phone }).party.lines
    expect(lines('MG Road  |Kochi|  682016', '0484 1')).toEqual(['MG Road', 'Kochi', '682016', '0484 1'])
    expect(lines(undefined, '0484 1')).toEqual(['0484 1'])
    expect(lines('', '')).toEqual([])
  })

  test('has its tax number and its state, or none', () => {
    expect(sellerOf({ ...settings, SELLER_GSTIN: '32AAAAA0000A1Z5' }, site)).toMatchObject({
      party: { gstin: '32AAAAA0000A1Z5' },
      state: '32 Kerala',
    })
    expect(seller.party.gstin).toBeNull()
  })
})

describe('a receipt', () => {
  test('says who sold what to whom on which day in India, with half of the tax for either government', () => {
    expect(receiptOf(sale, seller)).toEqual({
      number: 'P/2026-27/1',
      date: '02-07-2026',
      seller: { name: 'Padavu Learning', lines: ['0484 1'], gstin: null },
      buyer: { name: 'Asha Menon', city: 'Kollam', phone: '+91 9000000001', email: 'asha@example.org' },
      place_of_supply: '32 Kerala',
      description: 'Degree Level',
      sac: '999293',
      taxable_value: 1000,
      taxes: [
        { name: 'CGST', percent: 9, amount: 90 },
        { name: 'SGST', percent: 9, amount: 90 },
      ],
      total: 1180,
      total_in_words: 'Rupees one thousand one hundred eighty only',
      acc_ref_id: 'pay_1',
      payment_mode: 'Online payment',
    })
  })

  test.each([
    ['32', '32 Kerala', ['CGST', 'SGST']],
    ['29', '29 Karnataka', ['IGST']],
    ['96', '96 Outside India', ['IGST']],
    [null, '32 Kerala', ['CGST', 'SGST']],
    ['00', '32 Kerala', ['CGST', 'SGST']],
  ])('of a buyer in state %s is supplied in %s, with %s of the same amount', (buyer_state, place, names) => {
    const { place_of_supply, taxes, taxable_value, total } = receiptOf({ ...sale, buyer_state }, seller)
    expect([place_of_supply, taxes.map(({ name }) => name), taxable_value, total]).toEqual([place, names, 1000, 1180])
    expect(taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(180)
    expect(taxes.reduce((sum, { percent }) => sum + percent, 0)).toBe(18)
  })

  test('has the taxes of its own state under whatever name the seller gives it', () => {
    const own = sellerOf({ SELLER_STATE: '32 KERALA' }, site)
    const { place_of_supply, taxes } = receiptOf({ ...sale, buyer_state: '32' }, own)
    expect([place_of_supply, taxes.length]).toEqual(['32 KERALA', 2])
  })

  test('has an empty name where the buyer never gave one', () => {
    expect(receiptOf({ ...sale, name: null }, seller).buyer?.name).toBe('')
  })

  test.each([
    ['desk', null, 'Paid at the office'],
    ['sandbox', undefined, 'Sandbox: no money moved'],
    ['razorpay', undefined, 'Online payment'],
    ['desk', 'cash', 'Cash'],
    ['desk', 'upi', 'UPI'],
    ['desk', 'card', 'Card'],
    ['desk', 'bank', 'Bank transfer'],
    ['desk', 'cheque', 'Cheque or demand draft'],
  ] as const)('of %s, paid by %s, says %s', (provider, method, words) => {
    expect(receiptOf({ ...sale, provider, method: method ?? null }, seller).payment_mode).toBe(words)
  })
})

describe('the payer of a receipt', () => {
  test('reads on it what is known of the buyer, a line each', () => {
    const lines = (given: Partial<Sale>) => invoiceOf(receiptOf({ ...sale, ...given }, seller))?.buyer
    expect(lines({})).toEqual({
      name: 'Asha Menon',
      lines: ['Kollam', '+91 9000000001', 'asha@example.org'],
      gstin: null,
    })
    expect(lines({ city: null, email: null })?.lines).toEqual(['+91 9000000001'])
    expect(invoiceOf(receiptOf(sale, seller))).toMatchObject({ number: 'P/2026-27/1', total: 1180 })
  })

  test('has none once the account has ended', () => {
    expect(invoiceOf({ ...receiptOf(sale, seller), buyer: null })).toBeUndefined()
  })
})
