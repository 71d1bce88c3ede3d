import { describe, expect, it } from 'vitest'
import { indianDateTime, indianTime } from '#lib/both/time/clock.ts'
import { isRelativeTime, resolveDate, resolveTime, writtenTime } from './times.ts'

/** 3 March 2026, 00:30 in India: still 2 March by UTC. */
const now = indianTime(2026, 3, 3, 0, 30)

describe('times of a content pack', () => {
  it.each([
    ['2026-12-01 10:00', '2026-12-01 10:00:00'],
    ['2026-12-01 10:00:30.500', '2026-12-01 10:00:30'],
    ['today 18:00', '2026-03-03 18:00:00'],
    ['today+3d 10:00', '2026-03-06 10:00:00'],
    ['today-10d 09:00', '2026-02-21 09:00:00'],
    ['today+0d 23:59', '2026-03-03 23:59:00'],
    ['now', '2026-03-03 00:30:00'],
    ['now+6h', '2026-03-03 06:30:00'],
    ['now-90m', '2026-03-02 23:00:00'],
    ['now+2d', '2026-03-05 00:30:00'],
  ])('%s is Indian time', (expression, expected) => {
    expect(indianDateTime(resolveTime(expression, now))).toBe(expected)
  })

  it.each([
    'tomorrow',
    'today',
    'today 24:00',
    'today 10:60',
    'today+3 10:00',
    'now+6',
    'now + 6h',
    '2026-02-29 10:00',
    '2026-13-01 10:00',
    '2026-12-01',
    '2026-12-01T10:00',
    '2026-12-01 10:00:60',
    '2026-12-01 10:00:30.5',
    '',
  ])('%j is refused', (expression) => {
    expect(() => resolveTime(expression, now)).toThrow(`'${expression}'`)
  })

  it.each(['2026-12-01 10:00', '2026-12-01 10:00:30', '2026-12-01 10:00:30.007', '1965-12-01 23:59:59.999'])(
    '%s is written as it is read',
    (expression) => {
      expect(writtenTime(resolveTime(expression, now))).toBe(expression)
    },
  )

  it('knows which times move', () => {
    expect(['today 18:00', 'now-5m', '2026-12-01 10:00'].map(isRelativeTime)).toEqual([true, true, false])
  })

  it('reads a date as its midnight in India and refuses days that do not exist', () => {
    expect(indianDateTime(resolveDate('2024-02-29'))).toBe('2024-02-29 00:00:00')
    expect(() => resolveDate('2026-02-29')).toThrow('does not exist')
    expect(() => resolveDate('14 August 2026')).toThrow('not a date')
  })
})
