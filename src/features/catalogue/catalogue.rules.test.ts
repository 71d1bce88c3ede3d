import { describe, expect, it } from 'vitest'
import {
  courseStatus,
  formatMinutes,
  gstAmount,
  minutesOf,
  percentOff,
  pricesOf,
  progressPercent,
  progressStatus,
  sentenceCase,
} from './catalogue.rules.ts'

describe('prices', () => {
  it('are rupees, with GST on what is charged', () => {
    expect(pricesOf({ price_paise: 499_900, offer_price_paise: null, gst_percent: 18 })).toEqual({
      price: 4999,
      withGst: 5898.82,
      originalWithGst: null,
    })
    expect(pricesOf({ price_paise: 499_900, offer_price_paise: 399_900, gst_percent: 18 })).toEqual({
      price: 3999,
      withGst: 4718.82,
      originalWithGst: 5898.82,
    })
    expect(pricesOf({ price_paise: 10_000, offer_price_paise: 0, gst_percent: 18 }).withGst).toBe(0)
  })

  it('name the GST in them to the paisa', () => {
    expect(gstAmount({ price: 7499, pricegst: 8848.82 })).toBe(1349.82)
    expect(gstAmount({ price: 0.1, pricegst: 0.3 })).toBe(0.2)
  })

  it('say what an offer takes off in whole percent', () => {
    expect(percentOff(5898.82, 4718.82)).toBe(20)
    expect(percentOff(1000, 999)).toBe(0)
  })
})

describe('progress', () => {
  it('is a rounded percentage, 0 without videos, never more than 100', () => {
    expect([progressPercent(1, 3), progressPercent(2, 3), progressPercent(0, 0), progressPercent(5, 4)]).toEqual([
      33, 67, 0, 100,
    ])
  })

  it("is 'Completed' at 100 percent only", () => {
    expect([progressStatus(100), progressStatus(99), progressStatus(0)]).toEqual(['Completed', 'Progress', 'Progress'])
  })
})

it('an enrolment is active up to and including its last instant', () => {
  expect(courseStatus(undefined, 0)).toBe('Not Purchased')
  expect(courseStatus({ valid_until: 10 }, 10)).toBe('Active')
  expect(courseStatus({ valid_until: 10 }, 11)).toBe('Expired')
})

it('durations are hours and minutes', () => {
  expect([0, 45, 60, 84].map(formatMinutes)).toEqual(['0 min', '45 min', '1 h', '1 h 24 min'])
})

it('titles of chapters begin with a capital and go on without', () => {
  expect(sentenceCase('INDIAN Polity')).toBe('Indian polity')
  expect(sentenceCase('')).toBe('')
})

it('a section takes as long as its chapters together', () => {
  expect(minutesOf({ chapters: [{ duration: 12 }, { duration: 30 }] })).toBe(42)
  expect(minutesOf({ chapters: [] })).toBe(0)
})
