import { expect, test } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** A screen that was loaded while no request reached the server, with nothing to send. */
async function loadedAway() {
  const browser = examBrowser()
  await browser.open()
  await passed(6000)
  browser.server.away = true
  const tab = await browser.open()
  expect(tab.running().attempt.$work.get().reachable).toBe(false)
  return { browser, tab }
}

test('a screen loaded without the server says that it is reached within ten seconds of its return, with nothing to send', async () => {
  const { browser, tab } = await loadedAway()
  await passed(60_000)
  browser.server.away = false
  await passed(10_000)
  expect(tab.running().attempt.$work.get().reachable).toBe(true)
})

test.each([
  ['the network returns', (browser: ReturnType<typeof examBrowser>) => browser.network(true)],
  ['the window is looked at', (browser: ReturnType<typeof examBrowser>) => browser.focus()],
])('and at once when %s', async (_, happens) => {
  const { browser, tab } = await loadedAway()
  browser.server.away = false
  happens(browser)
  await settled()
  expect(tab.running().attempt.$work.get().reachable).toBe(true)
})

test('a screen loaded without the server shows the end of an attempt that was submitted elsewhere', async () => {
  const { browser, tab } = await loadedAway()
  Object.assign(browser.server, { finished: true, away: false })
  await passed(10_000)
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted' })
})
