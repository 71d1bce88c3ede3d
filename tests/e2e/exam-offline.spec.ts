import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, test } from '../support/browser.ts'
import {
  button,
  choose,
  demoExam,
  expectQuestion,
  expectResult,
  expectSaved,
  expectServersTime,
  expectStates,
  expectStatus,
  openAttempt,
  option,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/exam-page.ts'

const taster = demoExam('five-question-taster')
const [first, second, third] = taster.key as [string, string, string]

/** The browser has all that the screen needs without a network. */
async function expectKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        worker: navigator.serviceWorker.controller?.scriptURL.endsWith('/exam/worker.js'),
        page: (await caches.match(location.pathname)) !== undefined,
      })),
    )
    .toEqual({ worker: true, page: true })
}

/** What this browser keeps of exams, journals of answers aside. */
const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    const opening = indexedDB.open('padavu-exams')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const database = opening.result
    const stored = database.objectStoreNames.contains('exams')
      ? database.transaction('exams').objectStore('exams').getAllKeys()
      : undefined
    if (stored) await new Promise((resolve) => (stored.onsuccess = resolve))
    database.close()
    return { paths, keys: (stored?.result ?? []) as [number, number, string][] }
  })

test('without a network the screen opens again with paper, pictures, answers and time, and forgets them after the submit', async ({
  page,
  context,
  allow,
}) => {
  // The page that says so.
  allow(/^503 GET \/mock-test$/)
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  const { deadline_at } = await openAttempt(learner, id)
  await expectKept(page)
  // And what answers for every other page, whose script is asked for when this one is idle.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state))
    .toBe('activated')
  const { paths, keys } = await keptOnDevice(page)
  // The taster has formulas.
  expect(paths.filter((path) => /katex.*css$|KaTeX_Main-Regular.*woff2$/.test(path))).toHaveLength(2)
  expect(paths.filter((path) => !/^\/(_astro|media)\//.test(path))).toEqual([`/exam/${id}/start`])
  expect(keys.map(([user, exam]) => [user, exam])).toEqual(keys.map(() => [learner.id, id]))

  await context.setOffline(true)
  await choose(page, second)
  await expectStatus(page, /^1 (answer )?on this device$/)
  await expect(page.getByRole('status').getByText(/^You are offline\./)).toBeVisible()
  await page.reload()
  await expectQuestion(page, 2)
  await expect(option(page, second)).toBeChecked()
  await expectServersTime(page, deadline_at)
  await expectStates(
    page,
    ['Answered', 'Answered', 'Not Visited', 'Not Visited', 'Not Visited'].with(1, 'Answered, on this device'),
  )
  const picture = page.getByRole('article').getByRole('img', { name: /^Contour map of a hill/ })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
  await saveAndNext(page, 3)
  await choose(page, wrongLetter(third))
  await expectStatus(page, /^2 (answers )?on this device$/)
  await page.reload()
  await expectQuestion(page, 3)
  await expect(option(page, wrongLetter(third))).toBeChecked()
  // Every other page says what is, and leads back to the exam.
  await page.goto('/mock-test')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Go on with your exam: / }).click()
  await expectQuestion(page, 3)

  await context.setOffline(false)
  await expectSaved(page)
  await expectServersTime(page, deadline_at)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second, 3: wrongLetter(third) })
  expect(await keptOnDevice(page)).toEqual({ paths: [], keys: [] })
})

test(
  'a clock that is set on by ten minutes while the screen is opened without a network gives no more time',
  intercepting,
  async ({ page, context }) => {
    await page.clock.install()
    const { learner, id } = await sit(page, taster)
    await choose(page, first)
    await saveAndNext(page, 2)
    await expectSaved(page)
    const { deadline_at } = await openAttempt(learner, id)
    await expectKept(page)
    await context.setOffline(true)
    await page.clock.setSystemTime(Date.now() + 10 * 60_000)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Time is over' })).toBeVisible()
    // The server decides: there is time, and nothing was handed in, not even while it could not be asked for its time.
    let [online, asked] = [false, 0]
    await page.route('**/exam/detail/*', (route) => (online && ++asked > 2 ? route.continue() : route.abort()))
    online = true
    await context.setOffline(false)
    await expectQuestion(page, 2)
    await expectServersTime(page, deadline_at)
    await choose(page, second)
    await expectSaved(page)
    await submit(page)
    await expectResult(page, taster, { 1: first, 2: second })
  },
)

test('what has not arrived leaves with the page', intercepting, async ({ page, allow }) => {
  allow(/^503 POST .*\/update\/answer$/)
  const { learner, id } = await sit(page, taster)
  await page.route('**/exam/update/answer', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await choose(page, first)
  await expectStatus(page, /^1 (answer )?on this device$/)
  await page.unroute('**/exam/update/answer')
  await page.goto('/healthz')
  await expect.poll(async () => (await openAttempt(learner, id)).responses.length).toBe(1)
  await page.goto(`/exam/${id}/start`)
  await expectQuestion(page, 1)
  await expectSaved(page)
  await submit(page)
  await expectResult(page, taster, { 1: first })
})

test('without workers and locks, as on an insecure connection, everything else works', async ({ page, context }) => {
  await context.addInitScript(() => {
    for (const name of ['serviceWorker', 'locks'])
      Object.defineProperty(Navigator.prototype, name, { value: undefined })
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
    Object.defineProperty(globalThis, 'caches', { value: undefined })
  })
  await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await page.reload()
  await expectQuestion(page, 2)
  await expect(option(page, 'A')).toBeEnabled()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(button(tab, 'Continue here')).toBeVisible()
  await tab.close()
  await context.setOffline(true)
  await choose(page, second)
  await expectStatus(page, /^1 (answer )?on this device$/)
  await context.setOffline(false)
  await expectSaved(page)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second })
})
