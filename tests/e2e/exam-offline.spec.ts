import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/browser.ts'
import {
  askToSubmit,
  button,
  choose,
  demoExam,
  expectQuestion,
  expectResult,
  expectSaved,
  expectServersTime,
  expectStates,
  expectStatus,
  jumpTo,
  openAttempt,
  option,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

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

test('without a network the screen opens again with paper, pictures, answers and time; a submit waits, may be taken back, and is carried out by a new page once there is one, which leaves nothing on the device', async ({
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
  await expectStatus(page, 'Offline')
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
  // Every other page says what is, and leads back to the exam.
  await page.goto('/mock-test')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Go on with your exam: / }).click()
  await expectQuestion(page, 3)
  await expect(option(page, wrongLetter(third))).toBeChecked()

  const waiting = page.getByRole('heading', { name: 'Your exam will be submitted when the network is back' })
  const submitLater = async () => {
    const dialog = await askToSubmit(page)
    await expect(dialog.getByText(/^There is no connection to the server\. If you submit now/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Yes, Submit' }).click()
    await expect(waiting).toBeFocused()
    // Said when the wish is kept as well.
    await expect(page.getByText('2 answers are kept on this device and sent first.')).toBeVisible()
  }
  await submitLater()
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Do not submit yet, continue the exam').click()
  await expectQuestion(page, 3)
  await submitLater()
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`/exam/${id}/start`)
  await expect(again.getByText('Exam submitted successfully.')).toBeVisible()
  await expectResult(again, taster, { 1: first, 2: second, 3: wrongLetter(third) })
  expect(await keptOnDevice(again)).toEqual({ paths: [], keys: [] })
})

/** Sets whether `indexedDB.open` of the journal of answers stays without an event, as in WebKit, in the pages that follow. */
const setJournalHangs = (page: Page, hangs: boolean) =>
  page.evaluate((to) => (to ? localStorage.setItem('hangs', 'journal') : localStorage.removeItem('hangs')), hangs)

test('answers outlive reloads while the journal database hangs; the screen and the submit dialog warn, and once it opens nothing is missing in the result', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, ...more) {
      if (name === 'padavu-journal' && localStorage.getItem('hangs')) return new EventTarget() as IDBOpenDBRequest
      return open.call(this, name, ...more)
    }
  })
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await expectKept(page)
  await context.setOffline(true)
  await choose(page, second)
  await expectStatus(page, /^1 (answer )?on this device$/)

  // Only the database has this answer.
  await page.evaluate(
    (key) => localStorage.removeItem(key),
    `padavu-journal ${learner.id} ${(await openAttempt(learner, id)).id}`,
  )
  await setJournalHangs(page, true)
  await page.reload()
  const notice = page.getByRole('status').getByText(/^The answers kept on this device cannot be read at the moment\./)
  await expect(notice).toBeVisible()
  // This journal is the device's only record of answers that the server has.
  await expectStates(page, ['Not Answered', ...Array<string>(4).fill('Not Visited')])
  await jumpTo(page, 3)
  await choose(page, third)
  await expectStatus(page, /^1 (answer )?on this device$/)
  await page.reload()
  await expectQuestion(page, 3)
  await expect(option(page, third)).toBeChecked()
  await expect(notice).toBeVisible()
  await expectAccessible(page)

  await context.setOffline(false)
  await expectSaved(page)
  const dialog = await askToSubmit(page)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Yes, Submit' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Submit without them' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await setJournalHangs(page, false)
  await expect(notice).toBeHidden()
  await expectStates(page, ['Answered', 'Answered', 'Answered', 'Not Visited', 'Not Visited'])
  await expectSaved(page)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second, 3: third })
})

test('a network that fails in the first seconds costs nothing: the screen warns against a reload, and once it is kept all of it works offline', async ({
  page,
  context,
  allow,
}) => {
  allow(/ERR_FAILED|Failed to fetch|Load failed|dynamically imported module/)
  await page.setViewportSize({ width: 360, height: 700 })
  await sit(page, taster)
  // What the screen fetches from its first use on.
  const later = /\/exam\/\d+\/start$|\/_astro\/.*\.js|\/media\//
  let lost = 0
  await context.route(later, (route) => {
    lost += 1
    return route.abort()
  })
  await choose(page, first)
  const warning = page.getByRole('status').getByText(/^Do not reload or close this page while you are offline/)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  const failed = page.getByRole('dialog', { name: 'Failed to load data' })
  await expect(failed).toBeVisible()
  expect(lost).toBeGreaterThan(0)
  // No browser event tells of a server that answers again.
  await context.unroute(later)
  await expect(page.getByRole('dialog', { name: 'Submit the exam?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(warning).toBeHidden()
  await expectKept(page)

  await context.setOffline(true)
  await expectStatus(page, 'Offline')
  await expect(warning).toBeHidden()
  await page.reload()
  await expect(option(page, first)).toBeChecked()
  await expect(warning).toBeHidden()
  await jumpTo(page, 3)
  await choose(page, third)
  const dialog = await askToSubmit(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await expectSaved(page)
})
