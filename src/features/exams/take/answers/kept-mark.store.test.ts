import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { EXAM, examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

const KEY = 'keptExam'
const HERE = `/exam/${EXAM}/start`

test('an exam that is only looked at has no answers that are kept; one under way has, until it is handed in', async () => {
  const browser = examBrowser()
  browser.server.givenBack = true
  await browser.open()
  expect(browser.remembers(KEY)).toBe(undefined)
  browser.server.givenBack = false
  const tab = await browser.open()
  expect(browser.remembers(KEY)).toBe(HERE)
  tab.choose(111)
  await settled()
  void tab.handIn('learner')
  await settled()
  expect([tab.session.over, browser.remembers(KEY)]).toEqual([true, undefined])
})

test('answers that the device cannot keep are not said to be kept', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.disk(false)
  browser.network(false)
  tab.choose(111)
  await settled()
  expect(browser.remembers(KEY)).toBe(undefined)
  browser.disk(true)
  browser.network(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(browser.remembers(KEY)).toBe(HERE)
})

test('what was kept before a reload is kept also when the log-in has ended by then', async () => {
  const browser = examBrowser()
  await browser.open()
  browser.server.instead[`exam/detail/${EXAM}`] = () => ({ status: 401, body: { message: '' } })
  await browser.open()
  expect(browser.remembers(KEY)).toBe(HERE)
})

test('an attempt that has ended elsewhere is marked no more', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.server.finished = true
  browser.focus()
  await settled()
  expect([tab.$screen.get().name, browser.remembers(KEY)]).toEqual(['ended', undefined])
})
