import { describe, expect, test } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, JOURNAL_KEY, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** The exam screen of a candidate whose server is away. */
async function openAway() {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.server.away = true
  const stored = () => JSON.parse(browser.local.stored.get(JOURNAL_KEY) ?? '{}') as { entries?: { option: number }[] }
  return { browser, tab, stored, options: () => (stored().entries ?? []).map(({ option }) => option) }
}

/** Answers that a tab has sent. A page of the test before may still send one under another name. */
const sentBy = (
  { sent }: ReturnType<typeof examBrowser>,
  { session }: Awaited<ReturnType<ReturnType<typeof examBrowser>['open']>>,
) => sent('exam/update/answer').filter(({ writer }) => writer === session.writer)

test('an answer is in local storage before its event ends and before the database is used', async () => {
  const { browser, tab, options } = await openAway()
  const before = browser.databases.began.length
  tab.choose(111)
  expect([options(), browser.databases.began.length - before]).toEqual([[111], 0])
})

test('an answer chosen just before the page leaves outlives it when the database never answers again', async () => {
  const { browser, tab } = await openAway()
  browser.databases.state = 'stuck'
  tab.choose(111)
  browser.leavePage()
  browser.close()
  browser.server.away = false
  const next = await browser.open()
  await passed(6000)
  expect(next.running().attempt.$work.get().work[1]).toMatchObject({ option: 111, delivery: 'saved' })
})

describe('without room in the middle of an exam', () => {
  test('of local storage, the database has the answer, and the next page', async () => {
    const { browser, tab, options } = await openAway()
    tab.choose(111)
    await settled()
    browser.local.full = true
    tab.goTo(1)
    tab.choose(222)
    await settled()
    expect([options(), tab.running().attempt.$journalled.get()]).toEqual([[111], true])
    const next = await browser.open()
    await settled()
    expect(next.running().attempt.$work.get().work[2]?.option).toBe(222)
  })

  test('of the database, local storage has the answer, and the next page', async () => {
    const { browser, tab } = await openAway()
    browser.databases.state = 'full'
    tab.choose(111)
    await settled()
    expect(tab.running().attempt.$journalled.get()).toBe(true)
    browser.databases.state = 'well'
    const next = await browser.open()
    await settled()
    expect(next.running().attempt.$work.get().work[1]?.option).toBe(111)
  })

  test('of either, the candidate is told and asked before leaving, until one has the answer', async () => {
    const { browser, tab } = await openAway()
    browser.disk(false)
    tab.choose(111)
    await settled()
    const { $journalled } = tab.running().attempt
    expect([$journalled.get(), browser.asksToLeave()]).toEqual([false, true])
    browser.local.full = false
    await passed(60_000)
    expect($journalled.get()).toBe(true)
  })

  test('of local storage and with a database that hangs, the candidate is told', async () => {
    const { browser, tab } = await openAway()
    browser.local.full = true
    browser.databases.state = 'stuck'
    tab.choose(111)
    await passed(2000)
    expect(tab.running().attempt.$journalled.get()).toBe(false)
  })
})

describe('a second tab of the same browser, whose journal can only be read late', () => {
  /** The first tab answers offline; the second one opens while the database hangs. */
  const openSecond = async () => {
    const { browser, tab } = await openAway()
    tab.choose(111)
    tab.goTo(1)
    tab.choose(211)
    await settled()
    // The database has a later choice than local storage.
    browser.local.full = true
    tab.choose(222)
    await settled()
    browser.local.full = false
    browser.server.away = false
    browser.server.writer = 'another-tab'
    browser.databases.state = 'stuck'
    const second = await browser.open()
    await passed(12_000)
    const aside = () => Object.values(second.running().attempt.$work.get().aside).map(({ option }) => option)
    return { browser, second, aside }
  }

  test('sets aside what local storage has, then the later choices that the journal gave', async () => {
    const { browser, second, aside } = await openSecond()
    expect([second.$writing.get(), second.$unread.get(), aside()]).toEqual(['opened', true, [111, 211]])
    browser.databases.recover()
    await passed(6000)
    expect([second.$unread.get(), aside()]).toEqual([false, [111, 222]])
    expect(sentBy(browser, second)).toEqual([])
  })

  test('saves them when it becomes the writer and the candidate says so', async () => {
    const { browser, second } = await openSecond()
    browser.databases.recover()
    await passed(6000)
    await second.continueHere()
    second.running().attempt.decide(true)
    await settled()
    const saved = browser.server.responses.map(({ qid, answer_option_id }) => [qid, answer_option_id])
    expect(saved.toSorted()).toEqual([
      [1, 111],
      [2, 222],
    ])
  })

  test('has taken over before the journal is read: what it answered there is later', async () => {
    const { browser, second } = await openSecond()
    void second.continueHere()
    await passed(3000)
    second.goTo(1)
    second.choose(211)
    await passed(3000)
    browser.databases.recover()
    await passed(6000)
    const { work } = second.running().attempt.$work.get()
    expect(work[2]).toMatchObject({ option: 211, delivery: 'saved' })
    expect(browser.server.responses.find(({ qid }) => qid === 2)?.answer_option_id).toBe(211)
  })
})

describe('an exam that another device went on with, continued here before the journal could be read', () => {
  const entries = (saved: object) =>
    Object.values(saved as Record<number, { qid: number; option: number | null }>).map(({ qid, option }) => [
      qid,
      option,
    ])
  const onServer = ({ server }: Awaited<ReturnType<typeof openAway>>['browser']) =>
    server.responses.map(({ qid, answer_option_id }) => [qid, answer_option_id])

  /** The candidate chose 111, 222 and 322 offline here, then 122, 211 and 311 on the other device. */
  const continueUnread = async () => {
    const { browser, tab } = await openAway()
    for (const [index, options] of [[111], [222], [311, 322]].entries()) {
      tab.goTo(index)
      for (const option of options) tab.choose(option)
    }
    await settled()
    browser.close()
    browser.local.stored.delete(JOURNAL_KEY)
    const there = [122, 211, 311].map((option, index) => ({ qid: index + 1, answer_option_id: option, marked: false }))
    const responses = there.map((each, index) => ({ ...each, seq: index + 1 }))
    Object.assign(browser.server, { away: false, writer: 'another-device', responses })
    browser.databases.state = 'stuck'
    const next = await browser.open()
    await passed(12_000)
    void next.continueHere()
    await passed(3000)
    return { browser, next }
  }

  test('sends none of the offline answers and drops none: the candidate decides', async () => {
    const { browser, next } = await continueUnread()
    browser.databases.recover()
    await passed(9000)
    expect([next.$writing.get(), next.$unread.get(), sentBy(browser, next)]).toEqual(['here', false, []])
    expect(entries(next.running().attempt.$work.get().aside)).toEqual([
      [1, 111],
      [2, 222],
      [3, 322],
    ])
    next.running().attempt.decide(true)
    await settled()
    expect(onServer(browser)).toEqual([
      [1, 111],
      [2, 222],
      [3, 322],
    ])
  })

  test('asks nothing about a question that was answered here since', async () => {
    const { browser, next } = await continueUnread()
    next.goTo(0)
    next.choose(111)
    next.goTo(2)
    next.clear()
    await settled()
    browser.databases.recover()
    await passed(9000)
    const { aside, work } = next.running().attempt.$work.get()
    expect([entries(aside), entries(work)]).toEqual([
      [[2, 222]],
      [
        [1, 111],
        [2, 211],
        [3, null],
      ],
    ])
  })
})

test('a journal of the release before gives its wish to submit and its times', async () => {
  const browser = examBrowser()
  await browser.open()
  browser.leave(3, { qid: 3, option: 322, marked: false, seq: 4, timeFrom: NOW, timeTo: NOW, saved: false })
  browser.leave('wish', true)
  browser.leave('times earlier-tab-of-theirs', { 3: 5000 })
  browser.local.stored.delete(JOURNAL_KEY)
  await browser.open()
  await passed(6000)
  expect(browser.server.finished).toBe(true)
  expect(browser.server.responses).toMatchObject([{ qid: 3, answer_option_id: 322 }])
  expect(browser.sent('exam/times')).toMatchObject([{ writer: 'earlier-tab-of-theirs' }])
})
