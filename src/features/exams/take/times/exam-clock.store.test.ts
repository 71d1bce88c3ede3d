import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTime } from '#lib/browser/server-time.ts'
import { timers } from '#lib/browser/timers.ts'
import { examClock } from './exam-clock.store.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function run(seconds: number) {
  const told: string[] = []
  const clock = examClock({ ...serverTime, ...timers })
  const tell = (what: string) => () => void told.push(`${what} at ${clock.$secondsLeft.get()}`)
  clock.run(Date.now() + seconds * 1000, {
    onEnd: tell('end'),
    onMark: tell('mark'),
    onBeat: () => {},
    onDoubt: tell('doubt'),
  })
  return { told, clock }
}

test('a minute and ten seconds before the end it says so, once each, and at the end', async () => {
  const { told, clock } = run(75)
  await vi.advanceTimersByTimeAsync(30_000)
  clock.resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['mark at 60', 'mark at 10', 'end at 0'])
})

test('seconds that a page out of sight has slept through skip no mark', async () => {
  const { told } = run(100)
  await vi.advanceTimersByTimeAsync(1000)
  // Both clocks go on, but no timer fires.
  vi.setSystemTime(Date.now() + 95_000)
  await vi.advanceTimersByTimeAsync(1100)
  expect(told.filter((what) => what.startsWith('mark'))).toHaveLength(1)
})

test('a device clock that jumps is in doubt', async () => {
  const { told } = run(1000)
  await vi.advanceTimersByTimeAsync(3000)
  vi.setSystemTime(Date.now() - 600_000)
  await vi.advanceTimersByTimeAsync(1100)
  expect(told).toEqual([expect.stringMatching(/^doubt/)])
})
