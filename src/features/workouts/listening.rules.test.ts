import { describe, expect, it } from 'vitest'
import { afterRenewal, mayRenew, seekTo, spokenTime } from './listening.rules.ts'

describe('a place in a recording', () => {
  it.each([
    [-5, 60, 0],
    [12, 60, 12],
    [75, 60, 60],
    // The length is not known yet.
    [75, 0, 75],
    [75, Number.NaN, 75],
    [75, Infinity, 75],
  ])('of %d seconds in one of %d is %d', (seconds, duration, place) => {
    expect(seekTo(seconds, duration)).toBe(place)
  })

  it.each([
    [0, '0 seconds'],
    [1.9, '1 second'],
    [61, '1 minute 1 second'],
    [125, '2 minutes 5 seconds'],
  ])('of %d seconds is spoken as %s', (seconds, spoken) => {
    expect(spokenTime(seconds)).toBe(spoken)
  })
})

describe('a recording that breaks', () => {
  const broken = { renewedAt: undefined, decoding: false, online: true }

  it('is fetched anew once, where that may help', () => {
    expect(mayRenew(broken)).toBe(true)
    expect(mayRenew({ ...broken, renewedAt: 30 })).toBe(false)
    expect(mayRenew({ ...broken, renewedAt: 0 })).toBe(false)
    expect(mayRenew({ ...broken, decoding: true })).toBe(false)
    expect(mayRenew({ ...broken, online: false })).toBe(false)
  })

  it.each([
    [undefined, 12, undefined],
    [30, 30, 30],
    [30, 34.9, 30],
    // Heard again from its start.
    [30, 0, 30],
    [30, 35, undefined],
  ])('and was renewed at %s is proved at %s s: %s', (renewedAt, time, left) => {
    expect(afterRenewal(renewedAt, time)).toBe(left)
  })
})
