import { describe, expect, it } from 'vitest'
import { DAY, indianDay, indianTime } from './clock.ts'
import { financialYearFrom, isDay, moveDay, moveMonth, spanOfDays, startOfDay, weekdayOf } from './days.ts'

describe('a day', () => {
  it.each(['2026-11-20', '2028-02-29', '1999-12-31', '0050-01-01'])('may be %s', (day) => {
    expect(isDay(day)).toBe(true)
  })

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '26-01-01', '2026-1-1', 'today', ''])(
    'cannot be %s',
    (day) => {
      expect(isDay(day)).toBe(false)
    },
  )

  it('begins at midnight in India', () => {
    expect(indianDay(Date.UTC(2026, 10, 20, 18, 29, 59))).toBe('2026-11-20')
    expect(indianDay(Date.UTC(2026, 10, 20, 18, 30))).toBe('2026-11-21')
    expect(startOfDay('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 18, 30))
  })

  it('is a whole day in a filter by days, also the last', () => {
    const start = startOfDay('2026-11-21')
    expect(spanOfDays('2026-11-21', '2026-11-21')).toEqual({ since: start, before: start + DAY })
    expect(spanOfDays(undefined, undefined)).toEqual({ since: undefined, before: undefined })
  })

  it('moves over the ends of months and years', () => {
    expect(moveDay('2026-12-31', 1)).toBe('2027-01-01')
    expect(moveDay('2028-03-01', -1)).toBe('2028-02-29')
  })

  it('has its weekday, whatever the zone', () => {
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 6])
  })
})

it('a month moves over the ends of years', () => {
  expect([moveMonth('2026-12', 1), moveMonth('2026-01', -1), moveMonth('2026-05', -17)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ])
})

it('a financial year begins on 1 April in India', () => {
  const april = indianTime(2026, 4, 1)
  expect([april - 1, april, indianTime(2027, 1, 1)].map(financialYearFrom)).toEqual([2025, 2026, 2026])
})
