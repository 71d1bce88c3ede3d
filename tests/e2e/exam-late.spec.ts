import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible } from '../support/browser.ts'
import { test } from '../support/ending-server.ts'
import {
  api,
  breakDown,
  button,
  choose,
  demoExam,
  expectResult,
  expectSaved,
  expectStatus,
  saveAndNext,
  sit,
  wrongLetter,
} from '../support/exam-page.ts'

test.beforeEach(({ allow }) => allow(/^409 POST .*\/update\/answer$/, /^5\d\d (GET|POST) /))

const taster = demoExam('five-question-taster')
const [first, second, third] = taster.key as [string, string, string]
const MINUTES = 60_000

const notCounted = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not counted' })

/** Answers the first question, and two more that stay on the device. */
async function answerThree(page: Page): Promise<void> {
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
}

async function answerTwoAway(page: Page): Promise<void> {
  await choose(page, second)
  await expectStatus(page, /on this device$/)
  await saveAndNext(page, 3)
  await choose(page, wrongLetter(third))
  await expectStatus(page, /^2 (answers )?on this device$/)
}

test('a deadline that passes while the device is offline stands, and what came too late is named and not counted', async ({
  page,
  context,
  server,
}) => {
  const { learner, id } = await sit(page, taster)
  await answerThree(page)
  await context.setOffline(true)
  await answerTwoAway(page)
  await server.kill()
  await server.restartLater(10 * MINUTES)
  // The server has handed it in by itself.
  await expect
    .poll(async () => (await api<{ data: { results: object[] } }>(learner, `/courses/exam/detail/${id}`)).data.results)
    .toHaveLength(1)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/exam-result\/\d+$/)
  await expectResult(page, taster, { 1: first })
  await expect(notCounted(page).getByRole('heading')).toHaveText('Not counted: 2 answers')
  const answers = notCounted(page).getByRole('listitem')
  await expect(answers).toHaveText([`Question 2: ${second}`, `Question 3: ${wrongLetter(third)}`])
  await expectAccessible(page)
  await page.reload()
  await expect(answers).toHaveCount(2)
  await button(page, 'Hide this').click()
  await page.reload()
  await expectResult(page, taster, { 1: first })
  await expect(notCounted(page)).toHaveCount(0)
})

test(
  'a learner who comes back after the end is shown at the exam what was not counted, and only that',
  intercepting,
  async ({ page, context, server }) => {
    const { id } = await sit(page, taster)
    // The server stores the first, but its receipt is lost, again and again.
    await page.route('**/exam/update/answer', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await choose(page, first)
    await expectStatus(page, /^1 (answer )?on this device$/)
    await context.setOffline(true)
    await page.unroute('**/exam/update/answer')
    await saveAndNext(page, 2)
    await choose(page, second)
    await expectStatus(page, /^2 (answers )?on this device$/)
    await breakDown(page)
    await server.kill()
    await server.restartLater(10 * MINUTES)
    await context.setOffline(false)

    const again = await context.newPage()
    await again.goto(`/exam/${id}/start`)
    await expect(button(again, 'Start Exam')).toBeVisible()
    await expect(notCounted(again).getByRole('listitem')).toHaveText([`Question 2: ${second}`])
    await expectAccessible(again)
    await again.getByRole('link', { name: 'See your latest result' }).click()
    await expectResult(again, taster, { 1: first })
    await expect(notCounted(again).getByRole('listitem')).toHaveText([`Question 2: ${second}`])
  },
)
