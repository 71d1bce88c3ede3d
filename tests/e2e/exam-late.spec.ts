import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/browser.ts'
import {
  api,
  button,
  choose,
  demoExam,
  expectResult,
  expectStatus,
  openAttempt,
  saveAndNext,
  sit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

const taster = demoExam('five-question-taster')
const [first, second, third] = taster.key as [string, string, string]
const MINUTES = 60_000

/** What the server says to answers does not arrive any more, again and again. @returns a function that ends it */
async function loseReceipts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const reach = fetch
    const mute: typeof fetch = async (to, init) => {
      const reply = await reach(to, init)
      if (!String(to).endsWith('/exam/update/answer')) return reply
      throw new TypeError('Failed to fetch')
    }
    Object.assign(globalThis, { fetch: mute, reach })
  })
  return () => page.evaluate(() => void Object.assign(globalThis, { fetch: (globalThis as { reach?: unknown }).reach }))
}

/** The journeys' server finds that an attempt began, and ends, so many milliseconds earlier than it did. */
function moveBack(attempt: number, milliseconds: number): void {
  const database = new DatabaseSync(path.join(process.env.E2E_DATA_DIR!, 'padavu.db'), { timeout: 5000 })
  const moved = 'set started_at = started_at - ?1, deadline_at = deadline_at - ?1'
  database.prepare(`update attempts ${moved} where id = ?2`).run(milliseconds, attempt)
  database.close()
}

test('a deadline that passes while the device is offline stands; what came too late, and only that, is named beside the result and at the exam as not counted', async ({
  page,
  context,
  allow,
}) => {
  allow(/^409 POST .*\/update\/answer$/)
  const { learner, id } = await sit(page, taster)
  // The server stores it.
  const hearAgain = await loseReceipts(page)
  await choose(page, first)
  await expectStatus(page, /^1 (answer )?on this device$/)
  const attempt = await openAttempt(learner, id)
  expect(attempt.responses).toHaveLength(1)
  await context.setOffline(true)
  await hearAgain()
  await saveAndNext(page, 2)
  await choose(page, second)
  await expectStatus(page, /^2 (answers )?on this device$/)
  await saveAndNext(page, 3)
  await choose(page, wrongLetter(third))
  await expectStatus(page, /^3 (answers )?on this device$/)
  moveBack(attempt.id, 10 * MINUTES)
  // The server has handed it in by itself.
  await expect
    .poll(async () => (await api<{ data: { results: object[] } }>(learner, `/courses/exam/detail/${id}`)).data.results)
    .toHaveLength(1)

  await context.setOffline(false)
  await expect(page).toHaveURL(/\/exam-result\/\d+$/)
  await expectResult(page, taster, { 1: first })
  const notCounted = page.getByRole('alert').filter({ hasText: 'Not counted' })
  const answers = notCounted.getByRole('listitem')
  const named = [`Question 2: ${second}`, `Question 3: ${wrongLetter(third)}`]
  await expect(notCounted.getByRole('heading')).toHaveText('Not counted: 2 answers')
  await expect(answers).toHaveText(named)
  await expectAccessible(page)
  const result = new URL(page.url()).pathname
  await page.goto(`/exam/${id}/start`)
  await expect(answers).toHaveText(named)
  await expect(page.getByRole('link', { name: 'See your latest result' })).toHaveAttribute('href', result)
  await expect(button(page, 'Start Exam')).toBeVisible()
  await button(page, 'Hide this').click()
  await expect(notCounted).toHaveCount(0)
  // For good.
  await page.goto(result)
  await expectResult(page, taster, { 1: first })
  await expect(notCounted).toHaveCount(0)
})
