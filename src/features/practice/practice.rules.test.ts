import { describe, expect, test } from 'vitest'
import { DAY, indianTime } from '#lib/both/time/clock.ts'
import { dueWords, endOfToday, readSource } from './practice.rules.ts'

const NOW = indianTime(2026, 3, 2, 22, 30)

describe('when a question comes again is said by Indian days', () => {
  test.each([
    [indianTime(2026, 2, 20), 'today'],
    [indianTime(2026, 3, 2, 23, 59), 'today'],
    [indianTime(2026, 3, 3), 'tomorrow'],
    [indianTime(2026, 3, 5), 'in 3 days'],
    [indianTime(2026, 3, 15), 'in 13 days'],
    [indianTime(2026, 3, 16), 'in 2 weeks'],
    [indianTime(2026, 4, 30), 'in 8 weeks'],
    [indianTime(2026, 5, 1), 'in 2 months'],
    [NOW + 365 * DAY, 'in 12 months'],
  ])('%i', (dueAt, words) => {
    expect(dueWords(dueAt, NOW)).toBe(words)
  })
})

test('today ends at midnight in India', () => {
  expect(endOfToday(NOW)).toBe(indianTime(2026, 3, 3))
  expect(endOfToday(indianTime(2026, 3, 3))).toBe(indianTime(2026, 3, 4))
})

describe('a source in an address', () => {
  test('is a kind and an id', () => {
    expect(readSource('exam:12')).toEqual({ kind: 'exam', id: 12 })
    expect(readSource('chapter:1')).toEqual({ kind: 'chapter', id: 1 })
  })
  test.each(['', 'exam', 'exam:', 'exam:0', 'exam:1.5', 'exam:99999999999', 'course:1', 'exam:1 or 1=1', null])(
    'is not %j',
    (text) => {
      expect(readSource(text)).toBeUndefined()
    },
  )
})
