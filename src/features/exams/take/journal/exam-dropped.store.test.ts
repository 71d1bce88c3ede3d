import { expect, test } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** A candidate whose offline answer, action 2, is set aside for one that another device saved as action 1. */
async function setAside() {
  const browser = examBrowser()
  let tab = await browser.open()
  browser.server.away = true
  tab.choose(122)
  tab.choose(111)
  await settled()
  browser.close()
  Object.assign(browser.server, { away: false, writer: 'another-device' })
  const answerElsewhere = (seq: number, answer_option_id: number) =>
    (browser.server.responses = [{ qid: 1, seq, marked: false, answer_option_id }])
  answerElsewhere(1, 122)
  tab = await browser.open()
  await passed(3000)
  void tab.continueHere()
  await passed(3000)
  expect(tab.running().attempt.$work.get().aside[1]?.option).toBe(111)
  return { browser, tab, answerElsewhere }
}

const answers = ({ server }: ReturnType<typeof examBrowser>) => server.responses.map((each) => each.answer_option_id)

test.each(['database', 'local storage'] as const)(
  'a dropped answer stays dropped after a reload when %s missed the decision',
  async (missing) => {
    const { browser, tab } = await setAside()
    if (missing === 'database') browser.databases.state = 'stuck'
    else browser.local.full = true
    tab.running().attempt.decide(false)
    await passed(5000)
    browser.close()
    browser.databases.state = 'well'
    browser.local.full = false
    const next = await browser.open()
    await passed(6000)
    expect(next.running().attempt.$work.get()).toMatchObject({ aside: {}, work: { 1: { option: 122 } } })
    expect(answers(browser)).toEqual([122])
    // A new answer has a higher number than the dropped one.
    next.choose(111)
    await passed(3000)
    expect(answers(browser)).toEqual([111])
    browser.close()
    expect((await browser.open()).running().attempt.$work.get().work[1]?.option).toBe(111)
  },
)

test('a later answer from another device counts, although the dropped answer had a higher number', async () => {
  const { browser, tab, answerElsewhere } = await setAside()
  tab.running().attempt.decide(false)
  await passed(3000)
  browser.close()
  answerElsewhere(2, 111)
  const next = await browser.open()
  await passed(6000)
  expect(next.running().attempt.$work.get().work[1]?.option).toBe(111)
  expect(answers(browser)).toEqual([111])
})
