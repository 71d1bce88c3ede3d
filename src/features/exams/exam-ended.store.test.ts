import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { examBrowser, NOW, RESULT, settled } from '../../../tests/support/exam-screen.ts'

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('idb-keyval')
})

/** A screen that can only be read: another device writes. */
async function reader() {
  const browser = examBrowser()
  browser.server.writer = 'the-other-device-'
  const tab = await browser.open()
  expect(tab.$writing.get()).toBe('opened')
  return { browser, tab }
}

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

test('a screen that writes hands in at the end of its time, and goes to the result', async () => {
  const browser = examBrowser()
  await browser.open()
  await untilTheEnd(browser.server.deadline)
  expect([browser.sent('exam/submit').length, browser.went]).toEqual([1, [RESULT]])
})
