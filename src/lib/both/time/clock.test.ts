import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clockRange,
  displayTime,
  indianClock,
  indianDate,
  indianDay,
  indianTime,
  namedDate,
  namedDay,
  namedMoment,
  namedMonth,
  namedWeekday,
  withZone,
} from './clock.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const { resolvedOptions } = Intl.DateTimeFormat.prototype

/** Pretends to be a browser on a device with this zone. */
function onDevice(timeZone: string, cookie = ''): void {
  vi.stubGlobal('document', { cookie })
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone }
  })
}

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
    expect(namedDay(evening)).toBe('Friday, 4 Sep 2026')
    expect(namedWeekday(evening)).toBe('Friday')
    expect(namedMonth(evening)).toBe('September 2026')
    onDevice('Asia/Kolkata', 'theme=dark; dates=xx')
    expect(namedMonth(evening)).toBe('September 2026')
  })

  it('follow the choice, with the digits that everybody reads', () => {
    onDevice('Asia/Kolkata', 'theme=dark; dates=ml')
    expect(namedDay(evening)).toBe('വെള്ളിയാഴ്‌ച, 4 സെപ്റ്റം 2026')
    onDevice('Asia/Kolkata', 'dates=hi')
    expect(namedDay(evening)).toBe('शुक्रवार, 4 सित॰ 2026')
    expect(namedMoment(evening)).toBe('4 सित॰ 2026, 6:00 PM')
  })
})

describe('start and end', () => {
  const start = indianTime(2026, 9, 4, 23, 30)

  it('are joined by a dash with spaces', () => {
    expect(clockRange(indianTime(2026, 9, 4, 18), indianTime(2026, 9, 4, 19, 30))).toBe('6:00 PM – 7:30 PM')
  })

  it('name the date of an end on another day, as the page formats its dates', () => {
    const end = indianTime(2026, 9, 5, 0, 30)
    expect(clockRange(start, end)).toBe('11:30 PM – 5 Sep 2026, 12:30 AM')
    expect(clockRange(start, end, indianDate)).toBe('11:30 PM – 05-09-2026, 12:30 AM')
  })
})

describe('the zone of a time', () => {
  const start = indianTime(2026, 9, 4, 18)
  const all = () => [
    indianClock(start),
    displayTime(start),
    namedMoment(start),
    clockRange(start, start + 90 * 60_000),
    namedDate(start),
  ]
  const withoutZone = ['6:00 PM', '04-09-2026 6:00 PM', '4 Sep 2026, 6:00 PM', '6:00 PM – 7:30 PM', '4 Sep 2026']

  it.each(['Asia/Kolkata', 'Asia/Calcutta'])('is not shown on a device in %s', (zone) => {
    onDevice(zone)
    expect(all()).toEqual(withoutZone)
  })

  it.each(['Asia/Dubai', 'Asia/Colombo', 'America/New_York', 'UTC', 'Etc/Unknown'])(
    'is shown once after each time, and not after a date, on a device in %s',
    (zone) => {
      onDevice(zone)
      expect(all()).toEqual(withoutZone.map((text) => (text.endsWith('M') ? `${text} IST` : text)))
    },
  )

  it('is added to texts of the server where they say so', () => {
    expect(all()).toEqual(withoutZone)
    expect(withZone(indianClock(start))).toBe('6:00 PM IST')
  })
})
