import { expect, test } from 'vitest'
import { fakeTimeInEachTest } from '../../../../tests/support/sitting/browser-time.ts'
import { ATTEMPT, EXAM, examBrowser, LEARNER, NOW, settled } from '../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** A candidate whose first answer arrived, and who did `more` while the server could not be reached. */
async function endedAfter(more: (tab: Awaited<ReturnType<ReturnType<typeof examBrowser>['open']>>) => void) {
  const browser = examBrowser()
  const tab = await browser.open()
  tab.choose(111)
  await settled()
  browser.server.away = true
  more(tab)
  await settled()
  browser.close()
  Object.assign(browser.server, { away: false, finished: true })
  const graded = browser.server.responses.map(({ qid, answer_option_id }) => ({ qid, answer_option_id }))
  browser.server.instead[`exam/result/${ATTEMPT}`] = () => ({ status: 200, body: { data: { graded } } })
  const { notCounted, dismiss } = await import('./not-counted.browser.ts')
  return { browser, look: () => notCounted(LEARNER, EXAM, [ATTEMPT]), dismiss }
}

test('a mark for review that never arrived makes no counted answer one that was not counted', async () => {
  const { look } = await endedAfter((tab) => void tab.markAndNext())
  expect(await look()).toEqual({ attempts: [], answers: [] })
})

test('an answer that never arrived is named until its learner has seen it, and one that counted is not', async () => {
  const { look, dismiss } = await endedAfter((tab) => {
    tab.goTo(1)
    tab.choose(222)
  })
  const found = { attempts: [ATTEMPT], answers: [{ question: 2, letter: 'B' }] }
  expect(await look()).toEqual(found)
  expect(await look()).toEqual(found)
  await dismiss(LEARNER, await look())
  expect(await look()).toEqual({ attempts: [], answers: [] })
})

test('an answer whose receipt alone was lost counted', async () => {
  const { browser, look } = await endedAfter((tab) => {
    tab.goTo(1)
    tab.choose(222)
  })
  browser.server.instead[`exam/result/${ATTEMPT}`] = () => ({
    status: 200,
    body: { data: { graded: [1, 2].map((qid) => ({ qid, answer_option_id: qid * 111 })) } },
  })
  expect(await look()).toEqual({ attempts: [], answers: [] })
})

test('while the result cannot be read, nothing is said and nothing forgotten', async () => {
  const { browser, look } = await endedAfter((tab) => {
    tab.goTo(1)
    tab.choose(222)
  })
  browser.server.away = true
  expect((await look()).answers).toEqual([])
  browser.server.away = false
  expect((await look()).answers).toHaveLength(1)
})
