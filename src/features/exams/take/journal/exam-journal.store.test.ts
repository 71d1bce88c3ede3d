import { describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, JOURNAL_KEY, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** A candidate who answered the first question with the server there and the second without it, in a page that is gone. */
async function leftOffline() {
  const browser = examBrowser()
  const tab = await browser.open()
  tab.choose(111)
  await settled()
  browser.server.away = true
  tab.goTo(1)
  tab.choose(222)
  await settled()
  browser.leavePage()
  browser.close()
  browser.server.away = false
  return browser
}

describe.each(['unopened', 'stuck', 'missing'] as const)('with a database that is %s', (state) => {
  test('an answer given without a network is in the next page and on the server', async () => {
    const browser = await leftOffline()
    browser.databases.state = state
    const tab = await browser.open()
    await passed(12_000)
    expect(tab.running().attempt.$work.get().work[2]).toMatchObject({ option: 222, delivery: 'saved' })
    expect(browser.server.responses.find(({ qid }) => qid === 2)?.answer_option_id).toBe(222)
  })
})

describe('a journal that cannot be read, without a second one', () => {
  const hanging = async () => {
    const browser = await leftOffline()
    browser.local.stored.delete(JOURNAL_KEY)
    browser.databases.state = 'stuck'
    const tab = await browser.open()
    await passed(12_000)
    return { browser, tab }
  }

  test('is told, and is merged when it can be read at last; what was done meanwhile is later', async () => {
    const { browser, tab } = await hanging()
    expect([tab.running().attempt.$work.get().work[2], tab.$unread.get()]).toEqual([undefined, true])
    tab.goTo(0)
    tab.choose(122)
    await passed(3000)
    browser.databases.recover()
    await passed(6000)
    expect(tab.$unread.get()).toBe(false)
    const { work } = tab.running().attempt.$work.get()
    expect([work[1]?.option, work[2]?.option]).toEqual([122, 222])
    const saved = browser.server.responses.map(({ qid, answer_option_id }) => [qid, answer_option_id])
    expect(saved.toSorted()).toEqual([
      [1, 122],
      [2, 222],
    ])
  })

  test('is handed in only when the candidate has read what may be missing and decides so', async () => {
    const { browser, tab } = await hanging()
    await tab.handIn('learner')
    expect([tab.$screen.get().name, tab.$dialog.get(), browser.sent('exam/submit')]).toEqual(['running', 'submit', []])
    void tab.handIn('learner', { unread: true })
    await passed(3000)
    expect(browser.server.finished).toBe(true)
  })

  test('and an answer that the server does not take are asked about one by one', async () => {
    const { browser, tab } = await hanging()
    browser.server.instead['exam/update/answer'] = () => ({ status: 429, body: { message: '' } })
    tab.goTo(2)
    tab.choose(311)
    await passed(2000)
    void tab.handIn('learner', { unread: true })
    await passed(12_000)
    expect([tab.$screen.get().name, tab.$dialog.get(), tab.$unsaved.get()]).toEqual(['running', 'submit', 1])
    expect(browser.sent('exam/submit')).toEqual([])
    void tab.handIn('learner', { unread: true, without: true })
    await passed(12_000)
    expect(browser.server.finished).toBe(true)
  })

  test.each([300, 800, 1800])(
    'is read once more at the end of the time, when the database is back %i ms before',
    async (ms) => {
      const { browser } = await hanging()
      await passed(browser.server.deadline - Date.now() - ms)
      browser.databases.recover()
      await passed(10_000)
      expect(browser.server.finished).toBe(true)
      expect(browser.server.responses.find(({ qid }) => qid === 2)?.answer_option_id).toBe(222)
    },
  )

  test('is read once more when the candidate submits', async () => {
    const { browser, tab } = await hanging()
    browser.databases.recover()
    void tab.handIn('learner', { unread: true })
    await passed(10_000)
    expect(browser.server.finished).toBe(true)
    expect(browser.server.responses.find(({ qid }) => qid === 2)?.answer_option_id).toBe(222)
  })

  test('delays the end by no more than the answers may take', async () => {
    const { browser, tab } = await hanging()
    // Requests for the answer are never answered.
    vi.stubGlobal(
      'fetch',
      ((of) => (url: string, how: RequestInit) =>
        url.includes('update/answer') ? new Promise(() => {}) : of(url, how))(fetch),
    )
    await passed(browser.server.deadline - Date.now() - 500)
    tab.goTo(2)
    tab.choose(311)
    await passed(4400)
    expect(browser.server.finished).toBe(false)
    await passed(200)
    expect(browser.server.finished).toBe(true)
  })

  test('is handed in at the end of the time all the same', async () => {
    const { browser } = await hanging()
    await passed(20 * 60_000)
    expect(browser.server.finished).toBe(true)
  })
})

test('a wish to submit that was kept is replaced by the question about a journal that cannot be read', async () => {
  const browser = examBrowser()
  let tab = await browser.open()
  tab.choose(111)
  await settled()
  browser.server.away = true
  void tab.handIn('learner')
  await passed(10_000)
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { kept: true } })
  browser.close()
  browser.server.away = false
  browser.databases.state = 'stuck'
  tab = await browser.open()
  await passed(9000)
  expect([tab.$unread.get(), tab.$dialog.get()]).toEqual([true, 'submit'])
  // Cancel.
  tab.$dialog.set(undefined)
  browser.databases.recover()
  await passed(9000)
  expect([tab.$unread.get(), tab.$screen.get().name, browser.sent('exam/submit')]).toEqual([false, 'running', []])
  tab = await browser.open()
  await passed(9000)
  expect([tab.$screen.get().name, browser.sent('exam/submit')]).toEqual(['running', []])
})

test('a database that begins to hang in the middle delays no answer for long, and loses none', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.databases.state = 'stuck'
  tab.choose(111)
  await settled()
  expect(browser.server.responses).toHaveLength(1)
  expect(tab.running().attempt.$journalled.get()).toBe(true)
})

test('a page that leaves uses no database, and keeps place and times all the same', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  tab.goTo(2)
  await passed(2000)
  const before = browser.databases.began.length
  browser.leavePage()
  browser.hide(true)
  browser.asksToLeave()
  for (let turns = 0; turns < 50; turns++) await Promise.resolve()
  expect(browser.databases.began.slice(before)).toEqual([])
  expect(JSON.parse(browser.local.stored.get(JOURNAL_KEY)!)).toMatchObject({ place: { qid: 3 } })
})

test('a screen that was opened without a server is no longer offline when the server answers, without an answer to send', async () => {
  const browser = examBrowser()
  await browser.open()
  await passed(6000)
  browser.server.away = true
  const tab = await browser.open()
  expect(tab.running().attempt.$work.get().reachable).toBe(false)
  browser.server.away = false
  await passed(10_000)
  expect(tab.running().attempt.$work.get().reachable).toBe(true)
})

test('a journal of the release before is read', async () => {
  const browser = examBrowser()
  await browser.open()
  const entry = { qid: 3, option: 322, marked: false, seq: 4, timeFrom: NOW, timeTo: NOW, saved: false }
  browser.leave(3, entry)
  browser.leave('place', { visited: [3], qid: 3 })
  browser.local.stored.delete(JOURNAL_KEY)
  const tab = await browser.open()
  await settled()
  expect(tab.running().attempt.$work.get().work[3]).toMatchObject({ option: 322, delivery: 'saved' })
  expect(tab.$index.get()).toBe(2)
})
