import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { EXAM, examBrowser, LEARNER, NOW, settled } from '../../../../tests/support/sitting/exam-screen.ts'
import type { Kept } from './keep-offline.browser.ts'

fakeTimeInEachTest(NOW)

/** An open exam whose screen a test decides whether the device keeps. */
async function sitting() {
  const browser = examBrowser()
  const keepOffline = vi.fn<() => Promise<Kept>>().mockResolvedValue('kept')
  vi.doMock('./keep-offline.browser.ts', () => ({ keepOffline }))
  const tab = await browser.open()
  return { browser, keepOffline, tab, loadParts: vi.fn<() => Promise<void>>().mockResolvedValue() }
}

const lost = new TypeError('Failed to fetch')

test('repeats what the network lost after a pause, until the exam can be opened again', async () => {
  const { keepOffline, loadParts, tab } = await sitting()
  keepOffline.mockResolvedValueOnce('failed').mockRejectedValueOnce(lost)
  loadParts.mockRejectedValueOnce(lost)
  void tab.keepReady(loadParts)
  await settled()
  // A script whose import fails once may be lost for the life of the page.
  expect([tab.$kept.get(), loadParts.mock.calls.length]).toEqual(['failed', 0])
  await passed(30_000)
  expect([tab.$kept.get(), loadParts.mock.calls.length]).toEqual(['kept', 2])
  await passed(200_000)
  expect(keepOffline).toHaveBeenCalledTimes(4)
})

test('loads the rest of the screen while only pictures are missing, and repeats these', async () => {
  const { keepOffline, loadParts, tab } = await sitting()
  keepOffline.mockResolvedValueOnce('partly')
  void tab.keepReady(loadParts)
  await settled()
  expect([tab.$kept.get(), loadParts.mock.calls.length]).toEqual(['partly', 1])
  await passed(30_000)
  expect([tab.$kept.get(), keepOffline.mock.calls.length]).toEqual(['kept', 2])
})

test.each([
  ['the network returns', (browser: ReturnType<typeof examBrowser>) => browser.network(true)],
  ['the window is looked at', (browser: ReturnType<typeof examBrowser>) => browser.focus()],
])('repeats without a pause when %s', async (_, happens) => {
  const { browser, keepOffline, loadParts, tab } = await sitting()
  keepOffline.mockResolvedValueOnce('failed')
  void tab.keepReady(loadParts)
  await settled()
  happens(browser)
  await settled()
  expect(tab.$kept.get()).toBe('kept')
})

test('a database that refuses the paper is a failure too, and the second call changes nothing', async () => {
  const { browser, keepOffline, loadParts, tab } = await sitting()
  browser.disk(false)
  void tab.keepReady(loadParts)
  void tab.keepReady(loadParts)
  await settled()
  expect([tab.$kept.get(), keepOffline.mock.calls.length]).toEqual(['failed', 1])
  browser.disk(true)
  browser.focus()
  await settled()
  expect(tab.$kept.get()).toBe('kept')
})

test('leaves nothing of an exam that ends meanwhile', async () => {
  const { keepOffline, loadParts, tab } = await sitting()
  let keep = () => {}
  keepOffline.mockReturnValueOnce(new Promise((resolve) => (keep = () => resolve('kept'))))
  void tab.keepReady(loadParts)
  await settled()
  void tab.handIn('learner')
  await settled()
  keep()
  await settled()
  const { readExam } = await import('./running-exam.browser.ts')
  expect([tab.$kept.get(), await readExam(LEARNER, EXAM)]).toEqual([undefined, undefined])
})
