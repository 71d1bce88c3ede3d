import { describe, expect, it } from 'vitest'
import { DAY, HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { initials, inOrderOfUse, isClassDay, mayJoin, phaseOf, startsIn } from './live-classes.rules.ts'

const starts_at = indianTime(2026, 11, 20, 18)
const ends_at = indianTime(2026, 11, 20, 19)

describe('a class', () => {
  it.each([
    [starts_at - 1, 'upcoming', true],
    [starts_at, 'live', true],
    [ends_at, 'live', true],
    [ends_at + 1, 'ended', false],
  ] as const)('at %d is %s, may be joined: %s', (now, phase, join) => {
    expect(phaseOf({ starts_at, ends_at }, now)).toBe(phase)
    expect(mayJoin({ starts_at, ends_at }, now)).toBe(join)
  })

  it('that is live stands before those to come, which stand in their order, and one that is over last', () => {
    const from = (hour: number, hours = 1) => ({
      hour,
      starts_at: indianTime(2026, 11, 20, hour),
      ends_at: indianTime(2026, 11, 20, hour + hours),
    })
    const day = [from(8), from(9, 10), from(10), from(18), from(19), from(20)]
    expect(inOrderOfUse(day, starts_at).map(({ hour }) => hour)).toEqual([9, 18, 19, 20, 8, 10])
    expect(inOrderOfUse(day, starts_at + 2 * HOUR).map(({ hour }) => hour)).toEqual([19, 20, 8, 9, 10, 18])
  })

  it.each([
    [1, 'Starts in 1 min'],
    [MINUTE, 'Starts in 1 min'],
    [59 * MINUTE + 1, 'Starts in 1 h'],
    [HOUR + 5 * MINUTE, 'Starts in 1 h 5 min'],
    [DAY - MINUTE, 'Starts in 23 h 59 min'],
    [DAY, undefined],
    [0, undefined],
    [-HOUR, undefined],
  ])('%d ms before its start says %s', (before, said) => {
    expect(startsIn(starts_at, starts_at - before)).toBe(said)
  })
})

describe('a day', () => {
  it.each(['2026-11-20', '2028-02-29', '1999-12-31'])('may be %s', (day) => {
    expect(isClassDay(day)).toBe(true)
  })
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0026-01-01',
    '2026-1-1',
    '',
    'x2026-11-20',
    '2026-11-20T00:00',
  ])('is not %j', (day) => {
    expect(isClassDay(day)).toBe(false)
  })
})

describe('initials of a mentor', () => {
  it.each([
    ['Asha Menon', 'AM'],
    ['Dr. Asha K. Menon', 'AM'],
    ['asha', 'A'],
    ['Prof  Asha Menon', 'AM'],
    ['Asha Dr Menon', 'AM'],
    ['Drishya Menon', 'DM'],
    ['K. R. Nair', 'KN'],
    ['അനിൽ കുമാർ', 'അകു'],
    ['Smt. ക്ഷേമ ശ്രീധരൻ', 'ക്ഷേശ്രീ'],
    ['  ', ''],
  ])('%j are %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})
