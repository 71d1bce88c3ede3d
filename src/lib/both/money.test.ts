import { describe, expect, it } from 'vitest'
import { formatInr, gstOf, halfGstOf, paiseOf, rupees } from './money.ts'

describe('GST', () => {
  it('is two equal taxes, each rounded half up to a paisa', () => {
    expect(gstOf(499_900, 18)).toBe(89_982)
    expect([gstOf(25, 18), halfGstOf(25, 18)]).toEqual([4, 2])
    expect([gstOf(50, 18), halfGstOf(50, 18)]).toEqual([10, 5])
    expect(gstOf(100, 5)).toBe(6)
    expect(gstOf(100, 0)).toBe(0)
  })
})

describe('amounts', () => {
  it('go from paise to rupees and back without loss', () => {
    for (const paise of [0, 1, 29, 471_882, 110, 115, 999_999_999]) expect(paiseOf(rupees(paise))).toBe(paise)
  })

  it('are written the Indian way, with paise also where they are zero', () => {
    expect(formatInr(12_345_600)).toBe('₹1,23,456.00')
    expect(formatInr(12_345_650)).toBe('₹1,23,456.50')
  })
})
