import { describe, expect, it } from 'vitest'
import { dayByKey, WEEKDAYS, weeksOf } from './month.rules.ts'

describe('a month of the calendar', () => {
  it.each([
    ['2026-11', 0, 30],
    ['2026-08', 6, 31],
    ['2026-02', 0, 28],
    ['2028-02', 2, 29],
  ])('%s begins on the right weekday and has all its days, in six weeks', (month, firstWeekday, days) => {
    const weeks = weeksOf(month)
    expect([weeks.length, ...weeks.map((week) => week.length)]).toEqual([6, 7, 7, 7, 7, 7, 7])
    expect(weeks[0]!.indexOf(`${month}-01`)).toBe(firstWeekday)
    const all = weeks.flat().filter((day) => day !== undefined)
    expect(all).toEqual(Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`))
  })

  it('has the days of a week from Sunday on', () => {
    expect(WEEKDAYS.map(({ short, long }) => `${short} ${long}`)).toEqual([
      ...['Su Sunday', 'Mo Monday', 'Tu Tuesday', 'We Wednesday', 'Th Thursday', 'Fr Friday', 'Sa Saturday'],
    ])
  })

  it('is walked by keys', () => {
    // A Saturday.
    const from = (key: string) => dayByKey(key, '2026-11-21')
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(from)).toEqual([
      '2026-11-20',
      '2026-11-22',
      '2026-11-14',
      '2026-11-28',
      '2026-11-15',
      '2026-11-21',
    ])
    expect(dayByKey('ArrowDown', '2026-11-30')).toBe('2026-12-07')
    expect(from('Enter')).toBeUndefined()
  })
})
