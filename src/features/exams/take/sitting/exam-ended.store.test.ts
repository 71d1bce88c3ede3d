import { describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import {
  ATTEMPT,
  examBrowser,
  LEARNER,
  NOW,
  RESULT,
  settled,
} from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** A screen that can only be read: another device writes. */
async function reader() {
  const browser = examBrowser()
  browser.server.writer = 'the-other-device-'
  const tab = await browser.open()
  expect(tab.$writing.get()).toBe('opened')
  return { browser, tab }
}

const AFTER_THE_END = 21 * 60_000

const untilTheEnd = (deadline: number) => vi.advanceTimersByTimeAsync(deadline - Date.now() + 1000)

test('a screen that lost its attempt says so as soon as it is looked at, links the result and counts down no more', async () => {
  const { browser, tab } = await reader()
  browser.server.finished = true
  browser.focus()
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted', result: RESULT, left: 0 })
  await untilTheEnd(browser.server.deadline)
  expect([tab.$screen.get().name, browser.sent('exam/submit'), browser.went]).toEqual(['ended', [], []])
})

test('a screen whose answer meets an exam that was submitted elsewhere says so, and that the answer did not arrive', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.server.finished = true
  tab.choose(111)
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted', result: RESULT, left: 1 })
})

test('a time that runs out on a screen that can only be read hands nothing in: it waits for the result', async () => {
  const { browser, tab } = await reader()
  await untilTheEnd(browser.server.deadline)
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', result: undefined, unreachable: false })
  Object.assign(browser.server, { finished: true, finishedBy: 'deadline' })
  await vi.advanceTimersByTimeAsync(4000)
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', result: RESULT })
  expect(browser.sent('exam/submit')).toEqual([])
})

test('without a network such a screen says so and goes on asking', async () => {
  const { browser, tab } = await reader()
  browser.network(false)
  await untilTheEnd(browser.server.deadline)
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', unreachable: true })
  browser.server.finished = true
  browser.network(true)
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', result: RESULT })
})

test('a screen whose time is over says so still when another tab of the browser has handed in', async () => {
  const { browser, tab } = await reader()
  await untilTheEnd(browser.server.deadline)
  browser.hear({ user: LEARNER, attempt: ATTEMPT, how: 'time' })
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', result: RESULT })
})

test('a tab that hands in tells the others whether the time was over or the candidate submitted', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  void tab.handIn('learner')
  await settled()
  const next = examBrowser()
  await next.open()
  await untilTheEnd(next.server.deadline)
  const told = { user: LEARNER, attempt: ATTEMPT }
  expect([...browser.told, ...next.told]).toEqual([
    { ...told, how: 'submitted' },
    { ...told, how: 'time' },
  ])
})

test('a tab of before that does not say why it handed in is taken for a submit', async () => {
  const { browser, tab } = await reader()
  browser.hear({ user: LEARNER, attempt: ATTEMPT })
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted' })
})

test('a deadline that the server has moved gives such a screen its time back', async () => {
  const { browser, tab } = await reader()
  const was = browser.server.deadline
  browser.server.deadline += 60_000
  await untilTheEnd(was)
  expect([tab.running().attempt.$work.get().reachable, tab.$writing.get()]).toEqual([true, 'opened'])
})

test("'Continue here' on an exam that was submitted meanwhile says that it was", async () => {
  const { browser, tab } = await reader()
  browser.server.finished = true
  await tab.continueHere()
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted', result: RESULT })
})

test('a device that was away until after the end hands in what it has, whatever its clock says', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.network(false)
  tab.choose(111)
  await settled()
  Object.assign(browser.server, { finished: true, finishedBy: 'deadline' })
  browser.network(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([browser.sent('exam/submit').length, browser.went]).toEqual([1, [RESULT]])
})

test('a time that ends while a screen that writes asks what came of its exam is the hand-in alone', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  await vi.advanceTimersByTimeAsync(browser.server.deadline - Date.now() - 3000)
  browser.server.instead['exam/update/answer'] = () => ({ status: 409, body: { code: 'finished', message: '' } })
  const reach = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!/exam\/(detail|submit)/.test(url)) return reach(url, init)
    await new Promise((resolve) => setTimeout(resolve, url.includes('submit') ? 9000 : 5000))
    throw new TypeError('Failed to fetch')
  })
  const shown: string[] = []
  tab.$screen.listen(({ name }) => void (name === shown.at(-1) || shown.push(name)))
  tab.choose(111)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(shown).toEqual(['finishing'])
})

test('a screen that writes hands in at the end of its time, and goes to the result', async () => {
  const browser = examBrowser()
  await browser.open()
  await untilTheEnd(browser.server.deadline)
  expect([browser.sent('exam/submit').length, browser.went]).toEqual([1, [RESULT]])
})

describe('a page that is loaded after the time has ended', () => {
  /** An attempt with an answer that did not arrive, whose page was gone when the time ended. */
  async function endedUnseen() {
    const browser = examBrowser()
    const tab = await browser.open()
    browser.server.away = true
    tab.choose(111)
    await settled()
    browser.close()
    Object.assign(browser.server, { away: false, ahead: AFTER_THE_END })
    return browser
  }

  test('says that the time is over, sends what has not arrived, submits, and leads to the result', async () => {
    const browser = await endedUnseen()
    browser.server.instead['exam/submit'] = () => ({ status: 503, body: {} })
    const tab = await browser.open()
    expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'deadline' } })
    expect(browser.server.responses).toMatchObject([{ qid: 1, answer_option_id: 111 }])
    browser.server.instead = {}
    await vi.advanceTimersByTimeAsync(4000)
    expect(browser.went).toEqual([RESULT])
  })

  test('does so as well when the server has ended the attempt already', async () => {
    const browser = await endedUnseen()
    Object.assign(browser.server, { finished: true, finishedBy: 'deadline' })
    await browser.open()
    expect(browser.went).toEqual([RESULT])
  })

  test('waits for the result where another device wrote', async () => {
    const { browser } = await reader()
    browser.server.ahead = AFTER_THE_END
    const tab = await browser.open()
    expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', result: undefined })
    Object.assign(browser.server, { finished: true, finishedBy: 'deadline' })
    await vi.advanceTimersByTimeAsync(4000)
    expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'time', result: RESULT })
    expect(browser.sent('exam/submit')).toEqual([])
  })

  test.each([
    ['was submitted elsewhere', { finished: true, finishedBy: 'learner' as const }],
    ['was given back', { givenBack: true }],
  ])('shows the start page of an attempt that %s', async (_, state) => {
    const browser = await endedUnseen()
    Object.assign(browser.server, state)
    const tab = await browser.open()
    expect(tab.$screen.get().name).toBe('gate')
  })

  test('shows the start page once the result was reached', async () => {
    const browser = await endedUnseen()
    await browser.open()
    const tab = await browser.open()
    expect(tab.$screen.get().name).toBe('gate')
  })
})
