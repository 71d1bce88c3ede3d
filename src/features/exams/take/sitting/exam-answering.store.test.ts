import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

test("'Save & Next' on the last question saves it and leads to the summary of Submit; a mark does the same", async () => {
  const browser = examBrowser()
  const { goTo, choose, next, markAndNext, $dialog, $index } = await browser.open()
  goTo(2)
  choose(311)
  await next()
  expect([$dialog.get(), $index.get()]).toEqual(['last', 2])
  expect(browser.server.responses).toMatchObject([{ qid: 3, answer_option_id: 311 }])
  $dialog.set(undefined)
  await markAndNext()
  expect($dialog.get()).toBe('last')
})

test('an answer to the last question that the server refuses holds the candidate there', async () => {
  const browser = examBrowser()
  const { goTo, choose, next, $dialog, $message } = await browser.open()
  browser.server.instead['exam/update/answer'] = () => ({ status: 500, body: { message: '' } })
  goTo(2)
  choose(311)
  await next()
  await settled()
  expect([$dialog.get(), $message.get()?.text]).toEqual([undefined, 'Failed to update asnwer'])
})

test('the summary does not open over an exam that ended while the last answer was on its way', async () => {
  const browser = examBrowser()
  const { goTo, choose, next, $dialog, $screen } = await browser.open()
  const reach = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = await reach(url, init)
    if (url.includes('exam/update/answer')) {
      // The server has the answer, another device submits, and the receipt is slower than the word of that.
      browser.server.finished = true
      browser.focus()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    return reply
  })
  goTo(2)
  choose(311)
  const going = next()
  await settled()
  await going
  expect(browser.server.responses).toMatchObject([{ qid: 3, answer_option_id: 311 }])
  expect([$screen.get().name, $dialog.get()]).toEqual(['ended', undefined])
})
