import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { ATTEMPT, EXAM, examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

interface Account {
  writer?: string
  times: { qid: number; ms: number }[]
}

/** Whole seconds by question of an account. */
const spent = (account: unknown) =>
  Object.fromEntries((account as Account).times.map(({ qid, ms }) => [qid, Math.floor(ms / 1000)]))

test('a tab that another takes over from tells the server what it had shown, and its later account adds to that', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  await seconds(10)
  browser.server.writer = 'the-other-device-'
  tab.choose(111)
  await settled()
  const [account] = browser.sent('exam/times') as unknown as [Account]
  expect([account.writer, spent(account)[1]]).toEqual([tab.session.writer, 10])
  // Reading counts for nobody.
  await seconds(60)
  await tab.continueHere()
  await seconds(5)
  void tab.handIn('learner')
  await settled()
  const submitted = browser.sent('exam/submit')[0]
  expect(submitted).toMatchObject({ attempt_id: ATTEMPT, writer: tab.session.writer })
  expect([15, 16]).toContain(spent(submitted)[1])
})

test('a page that is left tells it once, and goes on from there when it is opened again', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  tab.goTo(1)
  await seconds(7)
  browser.hide(true)
  await settled()
  expect(browser.sent('exam/times').map((account) => spent(account)[2])).toEqual([7])
  browser.hide(false)
  browser.hide(true)
  await settled()
  expect(browser.sent('exam/times')).toHaveLength(1)
  const again = await browser.open()
  await seconds(3)
  void again.handIn('learner')
  await settled()
  expect([10, 11]).toContain(spent(browser.sent('exam/submit')[0])[2])
})

test('what a tab that is gone could not tell, the next tab of this browser does', async () => {
  const browser = examBrowser()
  browser.leave('times a-tab-that-is-gone', { 3: 5000 })
  await browser.open()
  expect(browser.sent('exam/times')).toMatchObject([{ writer: 'a-tab-that-is-gone', times: [{ qid: 3, ms: 5000 }] }])
  await browser.open()
  expect(browser.sent('exam/times')).toHaveLength(1)
})

/** A tab that showed the second question for 20 s, lost the network and was closed; the deadline ended its exam. */
async function goneBeforeTheEnd() {
  const browser = examBrowser()
  const tab = await browser.open()
  tab.goTo(1)
  await seconds(20)
  browser.network(false)
  browser.hide(true)
  await settled()
  browser.close()
  Object.assign(browser.server, { finished: true, finishedBy: 'deadline' })
  browser.network(true)
  return browser
}

test('what a tab could not tell before its exam was over, the next page of the exam does, once', async () => {
  const browser = await goneBeforeTheEnd()
  const next = await browser.open()
  expect(next.$screen.get().name).toBe('gate')
  expect(browser.sent('exam/times').map((account) => spent(account)[2])).toEqual([20])
  await browser.open()
  expect(browser.sent('exam/times')).toHaveLength(1)
})

test('the page of the result tells it as well', async () => {
  const browser = await goneBeforeTheEnd()
  browser.server.instead[`exam/result/${ATTEMPT}`] = () => ({
    status: 200,
    body: { status: true, data: { id: ATTEMPT, exam_id: EXAM, graded: [] } },
  })
  vi.resetModules()
  const { result } = await import('../../result/exam-result.store.ts')
  result.open(ATTEMPT)
  await vi.waitFor(() => expect(result.$state.get().is).toBe('shown'))
  await vi.waitFor(() => expect(browser.sent('exam/times').map((account) => spent(account)[2])).toEqual([20]))
})

test.each([
  ['is away', 503, 2],
  ['cannot now', 429, 2],
  ['refuses it', 404, 1],
])('an account of an exam that is over waits while the server %s: status %i', async (_, status, tries) => {
  const browser = await goneBeforeTheEnd()
  browser.server.instead['exam/times'] = () => ({ status, body: { message: '' } })
  const next = await browser.open()
  await next.hideNotCounted()
  delete browser.server.instead['exam/times']
  await browser.open()
  expect(browser.sent('exam/times')).toHaveLength(tries)
})

test('what the submit has told is not told again', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  await seconds(20)
  void tab.handIn('learner')
  await settled()
  browser.hide(true)
  await settled()
  await browser.open()
  expect(browser.sent('exam/submit')).toHaveLength(1)
  expect(browser.sent('exam/times')).toEqual([])
})

test('an account that did not arrive is told with what follows', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  await seconds(4)
  browser.server.away = true
  browser.hide(true)
  await settled()
  browser.server.away = false
  browser.hide(false)
  await seconds(2)
  browser.hide(true)
  await settled()
  const [account] = browser.sent('exam/times')
  expect([5, 6, 7]).toContain(spent(account)[1])
  expect(tab.running()).toBeTruthy()
})
