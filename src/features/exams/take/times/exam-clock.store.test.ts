import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $secondsLeft, resumeClock, runClock, stopClock } from './exam-clock.store.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  stopClock()
  $secondsLeft.set(Infinity)
  vi.useRealTimers()
})

function run(seconds: number) {
  const told: string[] = []
  const tell = (what: string) => () => void told.push(`${what} at ${$secondsLeft.get()}`)
  runClock(Date.now() + seconds * 1000, {
    onEnd: tell('end'),
    onMark: tell('mark'),
    onBeat: () => {},
    onDoubt: tell('doubt'),
  })
  return told
}

test('a minute and ten seconds before the end it says so, once each, and at the end', async () => {
  const told = run(75)
  await vi.advanceTimersByTimeAsync(30_000)
  resumeClock()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['mark at 60', 'mark at 10', 'end at 0'])
})

test('seconds that a page out of sight has slept through skip no mark', async () => {
  const told = run(100)
  await vi.advanceTimersByTimeAsync(1000)
  // Both clocks go on, but no timer fires.
  vi.setSystemTime(Date.now() + 95_000)
  await vi.advanceTimersByTimeAsync(1100)
  expect(told.filter((what) => what.startsWith('mark'))).toHaveLength(1)
})

test('a device clock that jumps is in doubt', async () => {
  const told = run(1000)
  await vi.advanceTimersByTimeAsync(3000)
  vi.setSystemTime(Date.now() - 600_000)
  await vi.advanceTimersByTimeAsync(1100)
  expect(told).toEqual([expect.stringMatching(/^doubt/)])
})
