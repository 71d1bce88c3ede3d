import { describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import {
  ATTEMPT,
  EXAM,
  examBrowser,
  JOURNAL_KEY,
  LEARNER,
  NOW,
  settled,
} from '../../../../tests/support/sitting/exam-screen.ts'

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

describe('the gate of an exam whose answers on this device cannot be read', () => {
  async function unreadGate() {
    const { browser } = await endedAfter((tab) => tab.choose(122))
    browser.local.stored.delete(JOURNAL_KEY)
    browser.databases.state = 'stuck'
    const tab = await browser.open()
    await passed(15_000)
    const gate = () => {
      const screen = tab.$screen.get()
      if (screen.name !== 'gate') throw new Error(`The screen shows ${screen.name}`)
      return screen
    }
    expect(gate().notCounted).toEqual({ attempts: [], answers: [], unread: true })
    return { browser, tab, gate }
  }

  test('lists them as soon as they can be read', async () => {
    const { browser, gate } = await unreadGate()
    browser.databases.recover()
    await passed(10_000)
    expect(gate().notCounted).toEqual({ attempts: [ATTEMPT], answers: [{ question: 1, letter: 'B' }] })
  })

  test('lists them while a start waits for the server, and after it has failed', async () => {
    const { browser, tab, gate } = await unreadGate()
    let refuse = () => {}
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.endsWith('/exam/start')
        ? new Promise((_, reject) => (refuse = () => reject(new TypeError('Failed to fetch'))))
        : fetch(url, init),
    )
    void tab.start()
    browser.databases.recover()
    await passed(10_000)
    const notCounted = { attempts: [ATTEMPT], answers: [{ question: 1, letter: 'B' }] }
    expect(gate()).toMatchObject({ starting: true, notCounted })
    refuse()
    await passed(0)
    expect(gate()).toMatchObject({ starting: false, notCounted })
  })

  test('neither covers nor submits an attempt that begins meanwhile', async () => {
    const { browser, tab } = await unreadGate()
    // The attempt is given back, and its answer stays unsent.
    Object.assign(browser.server, { finished: false, writer: undefined })
    browser.server.instead['exam/update/answer'] = () => ({ status: 429, body: {} })
    browser.server.instead[`exam/result/${ATTEMPT}`] = () => ({ status: 409, body: { code: 'not_finished' } })
    void tab.start()
    await settled()
    browser.databases.recover()
    await passed(10_000)
    expect(tab.$screen.get().name).toBe('running')
    expect(browser.sent('exam/submit')).toEqual([])
  })
})
