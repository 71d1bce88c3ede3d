import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import {
  agreedPrice,
  buyerKeptUntil,
  coversPrice,
  extendedUntil,
  financialYear,
  invoiceNumber,
  isPlayMoney,
  refundedPart,
  nextCheck,
  taxSplit,
  validUntil,
} from './purchases.rules.ts'

const india = (time: string) => Date.parse(`${time}+05:30`)

describe('what is charged', () => {
  it('is the offer with GST, to the paisa', () => {
    expect(agreedPrice({ price_paise: 499_900, offer_price_paise: 399_900, gst_percent: 18 })).toEqual({
      price_paise: 499_900,
      offer_paise: 399_900,
      gst_percent: 18,
      total_paise: 471_882,
    })
  })

  it('is the price where there is no offer', () => {
    const { offer_paise, total_paise } = agreedPrice({ price_paise: 100, offer_price_paise: null, gst_percent: 0 })
    expect([offer_paise, total_paise]).toEqual([100, 100])
  })
})

describe('money for an order at an older price', () => {
  it('counts when it was paid within 24 hours of the end of that price', () => {
    expect(coversPrice(100, 200, 1000 + DAY, 1000)).toBe(true)
    expect(coversPrice(100, 200, 1001 + DAY, 1000)).toBe(false)
    expect(coversPrice(100, 200, 0, 1000)).toBe(true)
  })

  it('counts however late when it is no less than what is asked now', () => {
    expect(coversPrice(200, 200, 90 * DAY, 0)).toBe(true)
    expect(coversPrice(300, 200, 90 * DAY, 0)).toBe(true)
  })
})

describe('the tax within an amount', () => {
  it.each([5, 12, 18, 28])(
    'is at %i%%, of every price up to ₹1,000, two equal taxes that make the total',
    (percent) => {
      const wrong = []
      for (let price = 1; price <= 100_000; price += 1) {
        const { total_paise } = agreedPrice({ price_paise: price, offer_price_paise: null, gst_percent: percent })
        const { taxable, cgst, sgst } = taxSplit(total_paise, percent)
        const each = Math.floor((price * percent + 100) / 200)
        if (taxable !== price || cgst !== each || sgst !== each || total_paise !== price + 2 * each) wrong.push(price)
      }
      expect(wrong).toEqual([])
    },
  )

  it('adds up and is equal for any amount that was ever paid, and no more than a paisa from the exact one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 0, max: 28 }), (total, percent) => {
        const { taxable, cgst, sgst } = taxSplit(total, percent)
        expect(taxable + cgst + sgst).toBe(total)
        expect(cgst).toBe(sgst)
        expect(Math.min(taxable, cgst)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(cgst - (taxable * percent) / 200)).toBeLessThan(1)
      }),
    )
  })
})

describe('validity', () => {
  it('ends with the Indian day, however late the purchase', () => {
    expect(validUntil(india('2026-11-20T23:59'), 1)).toBe(india('2026-11-22T00:00') - 1)
    expect(validUntil(india('2026-11-20T00:00'), 1)).toBe(india('2026-11-22T00:00') - 1)
  })

  it('is extended from today when it has ended, and from its end when it has not', () => {
    const today = india('2026-11-20T12:00')
    expect(extendedUntil(today - 10 * DAY, today, 30)).toBe(validUntil(today, 30))
    expect(extendedUntil(validUntil(today, 5), today, 30)).toBe(validUntil(today, 35))
  })
})

describe('invoice numbers', () => {
  it('start anew with the Indian financial year, on the 1st of April', () => {
    expect(financialYear(india('2026-03-31T23:59'))).toBe('2025-26')
    expect(financialYear(india('2026-04-01T00:00'))).toBe('2026-27')
    expect(financialYear(india('2099-12-31T00:00'))).toBe('2099-00')
  })

  it('have at most 16 characters, and a series of their own for play money', () => {
    expect(invoiceNumber('2026-27', 42, false)).toBe('26-27/000042')
    expect(invoiceNumber('2026-27', 42, true)).toBe('SB/26-27/000042')
    expect(invoiceNumber('2026-27', 9_999_999, true).length).toBeLessThanOrEqual(16)
    expect(isPlayMoney(invoiceNumber('2026-27', 42, true))).toBe(true)
    expect(isPlayMoney(invoiceNumber('2026-27', 42, false))).toBe(false)
  })
})

it('the provider is asked after minutes at first and after hours at last', () => {
  expect([0, 1, 2, 3].map((checks) => nextCheck(checks, 0) / MINUTE)).toEqual([1, 2, 4, 8])
  expect(nextCheck(1000, 0)).toBe(360 * MINUTE)
})

it('an invoice names its buyer for 72 months after the return of its financial year is due', () => {
  expect(buyerKeptUntil(indianTime(2026, 11, 21))).toBe(indianTime(2034, 1, 1))
  expect(buyerKeptUntil(indianTime(2027, 3, 31, 23, 59))).toBe(indianTime(2034, 1, 1))
  expect(buyerKeptUntil(indianTime(2027, 4, 1))).toBe(indianTime(2035, 1, 1))
})

it.each([
  [1180, [], 'none'],
  [1180, [{ amount: 1180, state: 'due' }], 'none'],
  [470.84, [{ amount: 235.42, state: 'refunded' }], 'part'],
  [
    470.84,
    [
      { amount: 235.42, state: 'refunded' },
      { amount: 235.42, state: 'refunded' },
    ],
    'all',
  ],
  [0, [], 'none'],
] as const)('of ₹%d with refunds %j the refunded part is: %s', (paid, refunds, part) => {
  expect(refundedPart(paid, refunds)).toBe(part)
})
