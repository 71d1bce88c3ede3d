import { expect, test } from 'vitest'
import { fakeTimeInEachTest } from '../../../../../tests/support/sitting/browser-time.ts'
import { examBrowser, NOW, settled } from '../../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

const asks = { onBack: () => {}, onReturn: () => {} }

/** A candidate who has answered the first question without a network, on a screen that asks before it is left. */
async function offline({ disk = true } = {}) {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.disk(disk)
  browser.network(false)
  tab.guardBack(asks)
  tab.choose(111)
  await settled()
  return { browser, tab }
}

async function submitOffline(given: { disk?: boolean } = {}) {
  const { browser, tab } = await offline(given)
  void tab.handIn('learner')
  await settled()
  return { browser, tab }
}

test('a browser asks before a page goes whose answers the server lacks, and not otherwise', async () => {
  const { browser } = await offline()
  expect(browser.asksToLeave()).toBe(true)
  browser.network(true)
  await settled()
  expect(browser.asksToLeave()).toBe(false)
})

test('nor does it ask on a page that is hidden, for somebody else is logged in', async () => {
  const { browser } = await offline()
  browser.conceal()
  expect(browser.asksToLeave()).toBe(false)
})

test('whoever goes back once more while the question stands is not asked by the browser too', async () => {
  const { browser, tab } = await submitOffline()
  browser.back()
  expect(browser.asksToLeave()).toBe(false)
  tab.stay()
  expect(browser.asksToLeave()).toBe(true)
})

test('nor is whoever answers it with leaving, however it was come to', async () => {
  const { browser, tab } = await offline()
  tab.exitTo('/mock-test/7')
  expect(browser.went).toEqual(['/mock-test/7'])
  expect(browser.asksToLeave()).toBe(false)
})

test('a wish that outlives the page needs no question where every answer is saved', async () => {
  const browser = examBrowser()
  const tab = await browser.open()
  browser.network(false)
  void tab.handIn('learner')
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { kept: true } })
  expect(browser.asksToLeave()).toBe(false)
})

test('what would be lost with the page the browser asks about, whatever was asked before', async () => {
  const { browser, tab } = await submitOffline({ disk: false })
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { kept: false } })
  browser.back()
  expect(browser.asksToLeave()).toBe(true)
})

test('an answer that this device does not have yet is not left behind unasked', async () => {
  const { browser, tab } = await offline()
  tab.choose(122)
  browser.back()
  expect(browser.asksToLeave()).toBe(true)
  await settled()
  expect(browser.asksToLeave()).toBe(false)
})
