import { expect, test, vi } from 'vitest'
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

/** A candidate who answers the first question and submits without a network. */
async function submitOffline() {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.network(false)
  tab.choose(111)
  await settled()
  void tab.handIn('learner')
  await settled()
  return { browser, tab }
}

type Submitted = ReturnType<typeof examBrowser>

const away = () => ({ status: 503, body: { message: '' } })

/** Long enough for a try more. */
const aWhile = () => vi.advanceTimersByTimeAsync(20_000)

test('a submit without a network waits, and is carried out when the network is back, the answers first', async () => {
  const { browser, tab } = await submitOffline()
  expect(tab.$screen.get()).toMatchObject({
    name: 'finishing',
    finishing: { cause: 'learner', problem: 'unreachable', kept: true },
  })
  expect(tab.$message.get()).toBe(undefined)
  browser.network(true)
  await settled()
  const order = browser.server.got.map(({ path }) => path).filter((path) => /answer|submit/.test(path))
  expect(order).toEqual(['exam/update/answer', 'exam/submit'])
  expect(browser.went).toEqual([RESULT])
  // It is not handed in once more by whoever opens the exam next.
  browser.server.finished = false
  const next = await browser.open()
  expect(next.$screen.get().name).toBe('running')
})

test('the wish to submit outlives the page: without a network it waits on, with one it is carried out at once', async () => {
  const { browser } = await submitOffline()
  const again = await browser.open()
  expect(again.$screen.get()).toMatchObject({ name: 'finishing', finishing: { problem: 'unreachable', kept: true } })
  browser.close()
  browser.network(true)
  const last = await browser.open()
  await settled()
  expect(last.session.over).toBe(true)
  expect([browser.sent('exam/submit').length, browser.went]).toEqual([1, [RESULT]])
})

test('a candidate who takes the wish back goes on, and nothing is handed in when the network is back', async () => {
  const { browser, tab } = await submitOffline()
  tab.takeBack()
  await settled()
  expect(tab.running().questions).toHaveLength(3)
  browser.network(true)
  await aWhile()
  const again = await browser.open()
  await aWhile()
  expect([again.$screen.get().name, browser.sent('exam/submit')]).toEqual(['running', []])
  expect(browser.server.responses).toMatchObject([{ qid: 1, answer_option_id: 111 }])
})

test('a wish that is taken back does not return after the clock of the device was set back and the database hung', async () => {
  const { browser, tab } = await submitOffline()
  vi.setSystemTime(Date.now() - 5 * 60_000)
  browser.databases.state = 'stuck'
  tab.takeBack()
  await vi.advanceTimersByTimeAsync(5000)
  browser.close()
  browser.network(true)
  // The database still has the wish.
  browser.databases.state = 'well'
  const again = await browser.open()
  await aWhile()
  expect([again.$screen.get().name, browser.sent('exam/submit')]).toEqual(['running', []])
})

test('the time that ends while the wish waits hands the exam in as it always does', async () => {
  const { browser, tab } = await submitOffline()
  await vi.advanceTimersByTimeAsync(browser.server.deadline - Date.now() + 1000)
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'deadline' } })
  browser.network(true)
  await settled()
  expect(browser.went).toEqual([RESULT])
})

test('a server that answers a submit with an error is told of as specified, and the candidate is at the question again', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.server.instead['exam/submit'] = () => ({ status: 500, body: { message: '' } })
  void tab.handIn('learner')
  await settled()
  expect([tab.$screen.get().name, tab.$message.get()?.text]).toEqual(['running', 'Failed to submit the exam.'])
  const again = await browser.open()
  await aWhile()
  expect([again.$screen.get().name, browser.sent('exam/submit').length]).toEqual(['running', 1])
})

test('a server that is away for a moment is told of as specified, and gets the exam when it is back', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.server.instead['exam/submit'] = () => ({ status: 503, body: { message: '' } })
  void tab.handIn('learner')
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'learner', problem: 'away' } })
  expect(tab.$message.get()?.text).toBe('Error while submitting answer.')
  delete browser.server.instead['exam/submit']
  await aWhile()
  expect(browser.went).toEqual([RESULT])
})

test('answers that the server refuses are asked about, also when the network brings them with the wish', async () => {
  const { browser, tab } = await submitOffline()
  browser.server.instead['exam/update/answer'] = () => ({ status: 422, body: { message: '' } })
  browser.network(true)
  await settled()
  expect([tab.$screen.get().name, tab.$dialog.get(), tab.$unsaved.get()]).toEqual(['running', 'submit', 1])
  expect(browser.sent('exam/submit')).toEqual([])
})

test('a wish that meets an exam submitted elsewhere leads to the result, also with an answer that came too late', async () => {
  const { browser, tab } = await submitOffline()
  browser.server.finished = true
  browser.network(true)
  await aWhile()
  expect([tab.$dialog.get(), tab.$message.get(), browser.went]).toEqual([undefined, undefined, [RESULT]])
  expect(browser.sent('exam/submit')).toHaveLength(1)
})

test('a wish that meets an exam given back meanwhile loads the page that offers to continue', async () => {
  const { browser } = await submitOffline()
  Object.assign(browser.server, { givenBack: true })
  browser.server.instead['exam/update/answer'] = () => ({ status: 409, body: { code: 'given_back', message: '' } })
  browser.network(true)
  await aWhile()
  expect(browser.went).toEqual(['reload'])
})

test.each([
  ['no network', (browser: Submitted) => browser.network(false)],
  ['a server that is away', (browser: Submitted) => (browser.server.instead['exam/submit'] = away)],
])('a wish that waits for %s ends where another tab of the browser hands the exam in', async (_, hinder) => {
  const browser = examBrowser()
  const tab = await browser.open()
  hinder(browser)
  void tab.handIn('learner')
  await settled()
  expect(tab.$screen.get().name).toBe('finishing')
  browser.hear({ user: LEARNER, attempt: ATTEMPT, how: 'submitted' })
  delete browser.server.instead['exam/submit']
  browser.network(true)
  await aWhile()
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted', result: RESULT })
  expect(browser.went).toEqual([])
})

test('a question about refused answers is over where another device goes on, and is none of the next summary', async () => {
  const { browser, tab } = await submitOffline()
  browser.server.instead['exam/update/answer'] = () => ({ status: 422, body: { message: '' } })
  browser.network(true)
  await settled()
  expect([tab.$dialog.get(), tab.$unsaved.get()]).toEqual(['submit', 1])
  browser.server.writer = 'another-device-it-is'
  browser.focus()
  await settled()
  expect([tab.$writing.get(), tab.$dialog.get(), tab.$unsaved.get()]).toEqual(['continued', undefined, 0])
})

test('a wish ends where another device goes on with the exam', async () => {
  const { browser, tab } = await submitOffline()
  browser.server.writer = 'another-device-it-is'
  browser.network(true)
  await aWhile()
  expect([tab.$screen.get().name, tab.$writing.get(), browser.server.finished]).toEqual(['running', 'continued', false])
  await tab.continueHere()
  const again = await browser.open()
  await aWhile()
  expect([again.$screen.get().name, again.$writing.get()]).toEqual(['running', 'here'])
})
