import { expect, test, vi } from 'vitest'
import { fakeTimeInEachTest } from '../../../../tests/support/sitting/browser-time.ts'
import { EXAM, examBrowser, NOW } from '../../../../tests/support/sitting/exam-screen.ts'

fakeTimeInEachTest(NOW)

/** An exam's own page, in place of a tab of the exam screen. */
async function examsPage() {
  const browser = examBrowser()
  browser.close()
  vi.resetModules()
  return { browser, ...(await import('./exam-detail.store.ts')) }
}

test('a start that cannot be made says so and can be tried again; one whose reply was lost finds its own attempt', async () => {
  const { browser, $starting, startAndOpen } = await examsPage()
  browser.server.away = true
  expect(await startAndOpen(EXAM)).toBe('Failed to start the exam')
  expect([$starting.get(), browser.server.writer]).toEqual([false, undefined])
  browser.server.away = false
  // The server starts it, and nobody hears.
  const reach = fetch
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    await reach(...given)
    throw new TypeError('Failed to fetch')
  })
  expect(await startAndOpen(EXAM)).toBe('Failed to start the exam')
  vi.stubGlobal('fetch', reach)
  expect([await startAndOpen(EXAM), browser.went]).toEqual([undefined, [`/exam/${EXAM}/start`]])
  const [lost, heard] = browser.sent('exam/start')
  expect(heard).toEqual(lost)
  const tab = await browser.open()
  expect([tab.$screen.get().name, tab.$writing.get()]).toEqual(['running', 'here'])
})

test('what the server says of a start that it refuses is told', async () => {
  const { browser, startAndOpen } = await examsPage()
  browser.server.instead['exam/start'] = () => ({ status: 409, body: { code: 'closed', message: 'It has ended.' } })
  expect([await startAndOpen(EXAM), browser.went]).toEqual(['It has ended.', []])
})
