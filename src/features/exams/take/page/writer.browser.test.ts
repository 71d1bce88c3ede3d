import { describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'
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

  /** A page that has just been loaded asks. */
  const write = async () => {
    vi.resetModules()
    const page = await import('./writer.browser.ts')
    const answer = page.lockWriter(USER, EXAM, false, lost)
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

describe('a page that loads the exam again, whose lock it has already', () => {
  test('writes on and sends its answers, after a reload without a network while its paper could not be read', async () => {
    const browser = examBrowser()
    let tab = await browser.open()
    await passed(6000)
    browser.server.away = true
    tab.choose(111)
    await settled()
    browser.databases.state = 'stuck'
    tab = await browser.open()
    await passed(6000)
    expect(tab.$screen.get()).toMatchObject({ name: 'failed', retry: true })
    browser.databases.recover()
    await passed(10_000)
    expect([tab.$screen.get().name, tab.$writing.get()]).toEqual(['running', 'here'])
    browser.server.away = false
    await passed(20_000)
    expect(browser.server.responses).toMatchObject([{ qid: 1, answer_option_id: 111 }])
  })

  test.each([
    ['an error of the server', 3000],
    ['an error of the server that came before the lock', 0],
  ])('writes on when the candidate tries again after %s', async (_, wait) => {
    const browser = examBrowser()
    await browser.open()
    browser.server.instead['exam/detail/7'] = () => ({ status: 429, body: { message: '' } })
    const tab = await browser.open()
    await passed(wait)
    expect(tab.$screen.get().name).toBe('failed')
    delete browser.server.instead['exam/detail/7']
    void tab.load()
    await passed(6000)
    expect([tab.$screen.get().name, tab.$writing.get()]).toEqual(['running', 'here'])
  })

  test('reads on when another tab has taken the lock meanwhile', async () => {
    const browser = examBrowser()
    const tab = await browser.open()
    const elsewhere = vi.fn()
    void navigator.locks.request(
      `padavu-exam-${USER}-${EXAM}`,
      { steal: true },
      elsewhere.mockReturnValue(new Promise(() => {})),
    )
    await settled()
    expect([elsewhere.mock.calls.length, tab.$writing.get()]).toEqual([1, 'continued'])
    void tab.load()
    await passed(6000)
    expect(tab.$writing.get()).toBe('opened')
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
