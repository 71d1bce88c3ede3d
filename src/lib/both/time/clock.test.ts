import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  displayTime,
  indianClock,
  indianDate,
  indianDay,
  indianTime,
  namedDay,
  namedMoment,
  namedMonth,
} from './clock.ts'

afterEach(() => vi.unstubAllGlobals())

it('days are those of India', () => {
  expect(indianDate(indianTime(2026, 12, 31, 23, 59))).toBe('31-12-2026')
  expect(indianDate(Date.UTC(2026, 11, 31, 18, 30))).toBe('01-01-2027')
  expect(indianDay(Date.UTC(2026, 10, 20, 18, 29, 59))).toBe('2026-11-20')
})

describe('a moment', () => {
  it.each([
    [indianTime(2026, 11, 20, 18, 20), '20-11-2026 6:20 PM'],
    [indianTime(2026, 1, 5, 0, 5), '05-01-2026 12:05 AM'],
    [indianTime(2026, 1, 5, 12, 0), '05-01-2026 12:00 PM'],
    [indianTime(2026, 12, 31, 23, 59), '31-12-2026 11:59 PM'],
    [Date.UTC(2026, 11, 31, 18, 30), '01-01-2027 12:00 AM'],
  ])('%d is shown as dd-MM-yyyy h:mm a in Indian time: %s', (instant, shown) => {
    expect(displayTime(instant)).toBe(shown)
  })

  it('may have seconds', () => {
    expect(displayTime(indianTime(2026, 11, 21, 12) + 5000, { seconds: true })).toBe('21-11-2026 12:00:05 PM')
    expect(indianClock(indianTime(2026, 11, 21, 0, 5))).toBe('12:05 AM')
  })
})

describe('dates in words', () => {
  const evening = indianTime(2026, 9, 4, 18)

  it('are English unless somebody chose otherwise', () => {
    expect(namedMoment(evening)).toBe('4 Sep 2026, 6:00 PM')
    expect(namedMoment(evening, { seconds: true })).toBe('4 Sep 2026, 6:00:00 PM')
    expect(namedDay(evening)).toBe('Friday, 4 September 2026')
    expect(namedMonth(evening)).toBe('September 2026')
    vi.stubGlobal('document', { cookie: 'theme=dark; dates=xx' })
    expect(namedMonth(evening)).toBe('September 2026')
  })

  it('follow the choice, with the digits that everybody reads', () => {
    vi.stubGlobal('document', { cookie: 'theme=dark; dates=ml' })
    expect(namedDay(evening)).toBe('വെള്ളിയാഴ്‌ച, 4 സെപ്റ്റംബർ 2026')
    vi.stubGlobal('document', { cookie: 'dates=hi' })
    expect(namedDay(evening)).toBe('शुक्रवार, 4 सितंबर 2026')
    expect(namedMoment(evening)).toBe('4 सित॰ 2026, 6:00 PM')
  })
})
