import type { BrowserContext, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothColours,
  serverUrl,
  test as base,
} from '../support/journeys/browser.ts'
import {
  askToSubmit,
  button,
  choose,
  continueHere,
  demoExam,
  expectQuestion,
  expectReadOnly,
  expectResult,
  expectSaved,
  expectServersTime,
  expectStates,
  jumpTo,
  onAnotherDevice,
  openAttempt,
  option,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

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

test('a second device shows the exam, goes on with it when told to, and the first one can take it back, with what it could not deliver if the learner says so', async ({
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
  await expectAccessibleInBothColours(page)
  await continueHere(page)
  await expect(page.getByText('1 answer given here had not reached the server')).toBeVisible()
  await expectAccessible(page)
  const dialog = await askToSubmit(page)
  await expect(dialog.getByText(/^1 answer that had not reached the server .* would not be counted\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
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
  await expect(there.getByRole('link', { name: 'See the result' })).toHaveAttribute(
    'href',
    new URL(page.url()).pathname,
  )
})

test('of two tabs one writes: the other says so, takes over at once, a reload of it writes on, and both know when it has submitted', async ({
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
  await jumpTo(tab, 3)
  await expectQuestion(tab, 3)
  await choose(tab, wrongLetter(third))
  await expectSaved(tab)
  await submit(tab)
  await expectResult(tab, taster, { 1: first, 2: second, 3: wrongLetter(third) })
  await expectSubmittedElsewhere(page)
})
