import { expect, test } from 'vitest'
import { clockFace, clockFrom, doubtSince, observe, secondsLeft, serverTimeAt } from './server-clock.ts'

test("the server's time is taken from the middle of the request", () => {
  const clock = observe(undefined, 50_000, 1000, 1200)
  expect(serverTimeAt(clock, 1100)).toBe(50_000)
})

test('a slow reply does not spoil what a quick one told', () => {
  const quick = observe(undefined, 50_000, 1000, 1020)
  const slow = observe(quick, 53_900, 2000, 6000)
  expect(serverTimeAt(slow, 7000)).toBe(serverTimeAt(quick, 7000))
})

test('a quicker reply sharpens the clock', () => {
  const slow = observe(undefined, 50_000, 1000, 3000)
  const quick = observe(slow, 53_500, 5000, 5020)
  expect(serverTimeAt(quick, 5010)).toBe(53_500)
})

test('after the device slept, when its clock stood still, the next reply counts however slow', () => {
  const before = observe(undefined, 50_000, 1000, 1020)
  const after = observe(before, 650_000, 2000, 2800)
  expect(serverTimeAt(after, 2400)).toBe(650_000)
})

test('a second that has begun counts, and none is left at the deadline and after', () => {
  expect([10_001, 10_000, 9999, 1, 0, -5].map((left) => secondsLeft(100_000, 100_000 - left))).toEqual([
    11, 10, 10, 1, 0, 0,
  ])
})

test('minutes and seconds, with hours from an hour on', () => {
  expect([0, 59, 60, 3599, 3600, 4508].map(clockFace)).toEqual([
    '00:00',
    '00:59',
    '01:00',
    '59:59',
    '1:00:00',
    '1:15:08',
  ])
})

const MINUTES = 60_000
const kept = { server: 5_000_000, steady: 1_000_000, wall: 9_000_000 }

test.each<[string, { steady: number; wall: number }, { passed: number; doubt: number }]>([
  ['both clocks went on', { steady: 3, wall: 3 }, { passed: 3, doubt: 0 }],
  ['the device slept, and its monotonic clock with it', { steady: 1, wall: 30 }, { passed: 1, doubt: 29 }],
  ['its time was set back by ten minutes', { steady: 4, wall: 4 - 10 }, { passed: 4, doubt: 0 }],
  ['its time was set back and the browser started again', { steady: 4 - 10, wall: 4 - 10 }, { passed: 0, doubt: 0 }],
  ['its time was set forward by ten minutes', { steady: 4, wall: 4 + 10 }, { passed: 4, doubt: 10 }],
])('without the server, time passes by the monotonic clock: %s', (_, { steady, wall }, { passed, doubt }) => {
  const now = { steady: kept.steady + steady * MINUTES, wall: kept.wall + wall * MINUTES, monotonic: 700 }
  const clock = clockFrom(kept, now)
  expect(serverTimeAt(clock, 700) - kept.server).toBe(passed * MINUTES)
  expect(doubtSince(kept, now)).toBe(doubt * MINUTES)
  // And the first word of the server ends the guess, however slow.
  expect(serverTimeAt(observe(clock, 8_000_000, 1000, 9000), 5000)).toBe(8_000_000)
})
