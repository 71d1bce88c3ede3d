import { describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { NOW } from '../../../../../tests/support/sitting/exam-screen.ts'
import { lockWriter } from './writer.browser.ts'

fakeTimeInEachTest(NOW)

const [USER, EXAM] = [5, 7]
const lost = () => {}

describe('a browser with locks', () => {
  /**
   * Its locks, as a tab sees them.
   * @param answers whether it is given the lock, by the turn in which it asks; the last holds on
   * @param slow milliseconds that it is busy with each
   */
  function locks(answers: boolean[], slow: number) {
    const asked = { times: 0 }
    const request = async (_name: string, _options: object, take: (lock: object | null) => unknown) => {
      vi.setSystemTime(Date.now() + slow)
      const free = answers[Math.min(asked.times++, answers.length - 1)]
      return take(free ? {} : null)
    }
    vi.stubGlobal('navigator', { locks: { request } })
    vi.stubGlobal('performance', { now: () => Date.now() })
    return asked
  }

  const write = async () => {
    const answer = lockWriter(USER, EXAM, false, lost)
    await vi.advanceTimersByTimeAsync(5000)
    return answer
  }

  test('that is slow to answer does not take its own exam for one that is open elsewhere', async () => {
    locks([true], 1000)
    expect(await write()).toBe(true)
    // The page before this one had not ended yet.
    locks([false, true], 1000)
    expect(await write()).toBe(true)
  })

  test('waits for the page before a reload to end, and no longer than that', async () => {
    locks([false, false, false, true], 0)
    expect(await write()).toBe(true)
    const asked = locks([false], 0)
    expect(await write()).toBe(false)
    expect(asked.times).toBeGreaterThan(5)
  })
})

describe('a browser without locks, as on an insecure connection', () => {
  const tab = () => {
    const remembered = new Map<string, string>()
    return {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, value: string) => void remembered.set(key, value),
    }
  }
  const openedIn = (storage: unknown) => {
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('sessionStorage', storage)
  }

  test('tells a reload from a second tab by what the tab remembers', async () => {
    const [first, second] = [tab(), tab()]
    openedIn(first)
    expect(await lockWriter(USER, EXAM, true, lost)).toBe(true)
    expect(await lockWriter(USER, EXAM, false, lost)).toBe(true)
    openedIn(second)
    expect(await lockWriter(USER, EXAM, false, lost)).toBe(false)
    expect(await lockWriter(USER, EXAM + 1, true, lost)).toBe(true)
    expect(await lockWriter(USER, EXAM, false, lost)).toBe(false)
  })

  test('and without that too, lets whoever asks for it write', async () => {
    openedIn(undefined)
    expect([await lockWriter(USER, EXAM, true, lost), await lockWriter(USER, EXAM, false, lost)]).toEqual([true, false])
  })
})
