import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, logIn, serverUrl, test as base } from '../support/browser.ts'
import {
  askToSubmit,
  breakDown,
  button,
  choose,
  continueHere,
  demoExam,
  examId,
  expectQuestion,
  expectReadOnly,
  expectResult,
  expectSaved,
  expectServersTime,
  expectStates,
  expectStatus,
  journalled,
  onAnotherDevice,
  openAttempt,
  option,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/exam-page.ts'

/** A second device of the learner's. */
const test = base.extend<{ device: BrowserContext }>({
  device: async ({ browser, contextOptions }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: serverUrl() })
    await use(context)
    await context.close()
  },
})

const taster = demoExam('five-question-taster')
const [first, second, third, fourth] = taster.key as [string, string, string, string, string]

const OPENED = 'This exam is open in another tab or on another device.'
const CONTINUED = 'The exam continues in another tab or on another device.'

/** The screen says that the exam is over, and counts no time any more. */
async function expectSubmittedElsewhere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This exam was submitted' })).toBeFocused()
  await expect(page.getByRole('timer')).toHaveCount(0)
}

test('a second device shows the exam, goes on with it when told to, and the first one can take it back', async ({
  page,
  device,
  allow,
}) => {
  allow(/^409 POST .*\/update\/answer$/)
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await choose(page, second)
  await expectSaved(page)
  const { deadline_at } = await openAttempt(learner, id)

  const there = await onAnotherDevice(page, device, id)
  await expectReadOnly(there, OPENED)
  await expect(option(there, first)).toBeChecked()
  await expectServersTime(there, deadline_at)
  await there.keyboard.press(wrongLetter(first))
  await expect(option(there, first)).toBeChecked()
  await there.keyboard.press('n')
  await expectQuestion(there, 2)
  await expect(option(there, second)).toBeChecked()
  await expectAccessible(there)
  // Looking takes nothing over.
  await choose(page, wrongLetter(second))
  await expectSaved(page)

  await continueHere(there)
  await expect(option(there, wrongLetter(second))).toBeChecked()
  await saveAndNext(there, 3)
  await choose(there, third)
  await expectSaved(there)

  // The first one hears of it with its next answer, which is not lost silently.
  await page.keyboard.press(second)
  await expectReadOnly(page, CONTINUED)
  await expect(page.getByRole('alert').getByText(`Question 2: ${second} (saved: ${wrongLetter(second)})`)).toBeVisible()
  await expect(option(page, wrongLetter(second))).toBeChecked()
  await expectStates(page, ['Answered', 'Answered', 'Answered', 'Not Visited', 'Not Visited'])
  await expectAccessible(page)
  await continueHere(page)
  await button(page, 'Use these answers').click()
  await expect(option(page, second)).toBeChecked()
  await expectSaved(page)
  await there.keyboard.press(fourth)
  await expectReadOnly(there, CONTINUED)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second, 3: third })
  // The other one hears of it when it is looked at.
  await there.evaluate(() => dispatchEvent(new Event('focus')))
  await expectSubmittedElsewhere(there)
  await expectAccessible(there)
  await there.getByRole('link', { name: 'See the result' }).click()
  await expectResult(there, taster, { 1: first, 2: second, 3: third })
})

test('of two tabs one writes: the other says so, takes over at once, and a reload of it writes on', async ({
  page,
  context,
}) => {
  const { id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  const tab = await context.newPage()
  await tab.goto(`/exam/${id}/start`)
  await expectQuestion(tab, 2)
  await expectReadOnly(tab, OPENED)
  await continueHere(tab)
  // Without doing anything.
  await expectReadOnly(page, CONTINUED)
  await choose(tab, second)
  await expectSaved(tab)
  await tab.reload()
  await expectQuestion(tab, 2)
  await expect(option(tab, second)).toBeEnabled()
  await saveAndNext(tab, 3)
  await journalled(tab)
  // A tab that is closed leaves the exam to the browser's next, and its place: the other was only looked at.
  await tab.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.reload()
  await expectQuestion(page, 3)
  await choose(page, wrongLetter(third))
  await expectSaved(page)
  const onlooker = await context.newPage()
  await onlooker.goto(`/exam/${id}/start`)
  await expectReadOnly(onlooker, OPENED)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second, 3: wrongLetter(third) })
  await expectSubmittedElsewhere(onlooker)
})

test('a device that is slow to answer does not take its own exam for one that is open elsewhere', async ({ page }) => {
  const learner = await logIn(page)
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>
    const busy = (...given: unknown[]) => {
      const answer = request(...given)
      const until = performance.now() + 1000
      while (performance.now() < until);
      return answer
    }
    Object.assign(navigator.locks, { request: busy })
  })
  await page.goto(`/mock-test/${await examId(learner, taster.title)}`)
  await button(page, 'Start Exam').click()
  await expectQuestion(page, 1)
  await choose(page, first)
  await expectSaved(page)
  await page.reload()
  await expectQuestion(page, 1)
  await expect(option(page, first)).toBeEnabled()
  await choose(page, wrongLetter(first))
  await expectSaved(page)
})

test('what a device could not deliver before another went on is shown there, and counts only if the learner says so', async ({
  page,
  context,
  device,
}) => {
  const { id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await context.setOffline(true)
  await choose(page, second)
  await saveAndNext(page, 3)
  await choose(page, third)
  await expectStatus(page, /^2 (answers )?on this device$/)
  await breakDown(page)

  // The learner reaches for the laptop.
  await context.setOffline(false)
  const helper = await context.newPage()
  await helper.goto('/healthz')
  const there = await onAnotherDevice(helper, device, id)
  await continueHere(there)
  await expect(option(there, first)).toBeChecked()
  await saveAndNext(there, 2)
  await choose(there, wrongLetter(second))
  await saveAndNext(there, 3)
  await choose(there, third)
  await expectSaved(there)

  await helper.goto(`/exam/${id}/start`)
  await expectQuestion(helper, 3)
  await expectReadOnly(helper, OPENED)
  const left = helper.getByRole('alert').getByRole('listitem')
  await expect(left).toHaveText([`Question 2: ${second} (saved: ${wrongLetter(second)})`])
  await continueHere(helper)
  await expect(helper.getByText('1 answer given here had not reached the server')).toBeVisible()
  await expectAccessible(helper)
  const dialog = await askToSubmit(helper)
  await expect(dialog.getByText(/^1 answer that had not reached the server .* would not be counted\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button(helper, 'Keep what is saved').click()
  await expect(left).toHaveCount(0)
  await helper.reload()
  await expectQuestion(helper, 3)
  await expectSaved(helper)
  await expect(left).toHaveCount(0)
  await submit(helper)
  await expectResult(helper, taster, { 1: first, 2: wrongLetter(second), 3: third })
})
