import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import { expect, expectAccessible, logIn, outboxCode, test } from '../support/journeys/browser.ts'
import {
  api,
  button,
  choose,
  demoExam,
  examId,
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
} from '../support/journeys/exam-page.ts'
import { codeField } from '../support/journeys/login-page.ts'
import { staff } from '../support/journeys/staff-command.ts'

/** What becomes of an exam when something fails, where a browser has a part in it (docs/decisions/0033-faults-in-an-exam.md). */

const taster = demoExam('five-question-taster')
const [first, second, , fourth] = taster.key as [string, string, string, string, string]

test('without workers and locks, as on an insecure connection, and with a clock that is ten minutes fast, a reload goes on with answers, place and time, and the exam is handed in at its end', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    for (const name of ['serviceWorker', 'locks'])
      Object.defineProperty(Navigator.prototype, name, { value: undefined })
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
    Object.defineProperty(globalThis, 'caches', { value: undefined })
  })
  const wrong = 10 * 60_000
  await page.clock.install({ time: Date.now() + wrong })
  const { learner, id } = await sit(page, taster)
  const { deadline_at } = await openAttempt(learner, id)
  await expectServersTime(page, deadline_at)
  await choose(page, first)
  await saveAndNext(page, 2)
  await choose(page, second)
  await button(page, 'Mark for Review & Next').click()
  await expectQuestion(page, 3)
  await expectSaved(page)
  // Setting the clock in the middle of the exam changes nothing either.
  await page.clock.setSystemTime(Date.now() - wrong)
  await expectServersTime(page, deadline_at)
  await page.reload()
  await expectQuestion(page, 3)
  await expectStates(page, ['Answered', 'Answered & Marked for Review', 'Not Answered', 'Not Visited', 'Not Visited'])
  await expectServersTime(page, deadline_at)
  await button(page, 'Previous').click()
  await expect(option(page, second)).toBeChecked()
  await expect(option(page, second)).toBeEnabled()
  // The browser lives through three minutes at once; the next question the server is asked about is the submit.
  await page.clock.fastForward(deadline_at - Date.now())
  await expect(page).toHaveURL(/\/exam-result\/\d+$/)
  await expect(page.getByText('Exam submitted successfully.')).toBeVisible()
  await expectResult(page, taster, { 1: first, 2: second })
})

test('a log-in that ended in the middle is renewed, and leads back to the exam and its answers', async ({
  page,
  allow,
}) => {
  allow(/^401 (GET|POST) /)
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await api(learner, '/logout', {})
  // The page leaves as soon as the server has refused the answer.
  await page.keyboard.press(fourth)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your exam answers are saved.')).toBeVisible()
  await page.getByLabel('Phone', { exact: true }).fill(learner.phone)
  await button(page, 'Send OTP').click()
  const code = codeField(page)
  await expect(code).toBeVisible()
  await code.fill(await outboxCode(learner.phone))
  await button(page, 'Verify').click()
  await expect(page).toHaveURL(`/exam/${id}/start`)
  await expectQuestion(page, 2)
  await expect(option(page, fourth)).toBeChecked()
  await expectSaved(page)
  const { token } = JSON.parse(await page.evaluate(() => localStorage.getItem('user')!)) as { token: string }
  expect((await openAttempt({ ...learner, token }, id)).responses).toHaveLength(2)
})

/** From now on only what a page sends as it goes leaves this one. */
const holdBack = (page: Page) =>
  page.evaluate(() => {
    const reach = fetch
    globalThis.fetch = (to, init) =>
      init?.keepalive ? reach(to, init) : Promise.reject(new TypeError('Failed to fetch'))
  })

test("an exam that could not be started is tried again; a browser's back asks as Exit Exam does, again after each stay, what has not arrived leaves with the page, and once more back leaves at once", async ({
  page,
  context,
}) => {
  const learner = await logIn(page)
  const id = await examId(learner, taster.title)
  await page.goto(`/mock-test/${id}`)
  await expect(button(page, 'Start Exam')).toBeEnabled()
  await context.setOffline(true)
  await button(page, 'Start Exam').click()
  await expect(page.getByText('Failed to start the exam')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Failed to start the exam')).toBeHidden()
  await button(page, 'Start Exam').click()
  await expectQuestion(page, 1)
  await expect(option(page, 'A')).toBeEnabled()

  const dialog = page.getByRole('dialog', { name: 'Exit Exam' })
  const stay = async () => {
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(dialog).toBeHidden()
    await expectQuestion(page, 1)
  }
  await button(page, 'Back').click()
  await stay()
  await page.goBack()
  await stay()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goForward()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expectQuestion(page, 1)
  await holdBack(page)
  await choose(page, first)
  await expectStatus(page, /^1 (answer )?on this device$/)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Exit Exam' }).click()
  await expect(page).toHaveURL(`/mock-test/${id}`)
  await expect.poll(async () => (await openAttempt(learner, id)).responses.length).toBe(1)

  await page.getByRole('link', { name: 'Resume Exam' }).click()
  await expectQuestion(page, 1)
  await expect(option(page, first)).toBeChecked()
  await expectSaved(page)
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/mock-test/${id}`)
  await page.goForward()
  await expectQuestion(page, 1)
  await expect(option(page, first)).toBeChecked()
})

test('an exam that a wrong clock ended and staff gave back goes on where it stopped, when its learner says so', async ({
  page,
}) => {
  const learner = await logIn(page)
  const id = await examId(learner, taster.title)
  const start = { exam_id: id, status: 'start' }
  const { data } = await api<{ data: ExamDetail }>(learner, '/courses/exam/start', start)
  const attempt = data.open_attempt!
  const { qid, question } = data.exam_questions[0]!
  const chosen = question.answer_option[first.charCodeAt(0) - 65]!.id
  await api(learner, '/courses/exam/update/answer', { exam_id: id, qid, answer_option_id: chosen, seq: 1 })
  // As after a jump: it ended at its deadline, which the clock was past at once, two minutes before it was due.
  const from = attempt.deadline_at - 2 * 60_000
  await endByClock(attempt.id)
  expect(await giveBack(attempt, from)).toMatch(new RegExp(`^ATTEMPT .*\\n${attempt.id} .* given back\\n$`))

  await page.goto(`/mock-test/${id}`)
  await expect(page.getByText(/^A fault on our side ended your exam\./)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/exam/${id}/start`)
  const left = page.getByRole('status').getByText(/every answer that was saved is there, and you have 2 min/)
  await expect(left).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue Exam').focus()
  await page.keyboard.press('Enter')
  await expectQuestion(page, 1)
  await expect(option(page, first)).toBeChecked()
  const going = await openAttempt(learner, id)
  expect(going.id).toBe(attempt.id)
  await expectServersTime(page, going.deadline_at)
  await saveAndNext(page, 2)
  await choose(page, second)
  await expectSaved(page)
  expect((await openAttempt(learner, id)).responses).toHaveLength(2)
})

test('more time that staff give is on the screen within ten seconds, and is said', async ({ page }) => {
  await page.clock.install()
  const { learner, id } = await sit(page, taster)
  const { deadline_at } = await openAttempt(learner, id)
  await expectServersTime(page, deadline_at)
  await staff('exam', 'extra-time', learner.phone, String(id), '10', '--reason', 'Power cut')
  await expect(async () => {
    await page.clock.fastForward(8000)
    await expect(page.getByText('You have 10 min more.')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

/** Ends an attempt of the journeys' server as its sweep does after a jump. */
async function endByClock(attempt: number): Promise<void> {
  const database = new DatabaseSync(path.join(process.env.E2E_DATA_DIR!, 'padavu.db'), { timeout: 5000 })
  database
    .prepare(
      `update attempts set status = 'completed', finished_by = 'deadline', submitted_at = deadline_at,
        finished_at = deadline_at + 6000, score_units = 3, correct_count = 1, incorrect_count = 0 where id = ?`,
    )
    .run(attempt)
  database.close()
}

/** Gives one attempt back, and none of the journeys beside this one. */
function giveBack({ id, deadline_at }: { id: number; deadline_at: number }, from: number): Promise<string> {
  const times = ['--from', indian(from), '--to', indian(deadline_at + 1000)]
  return staff('exam', 'giveback', ...times, '--attempt', String(id))
}

/** `2026-11-20 09:30:00` in Indian time. */
const indian = (instant: number) => new Date(instant + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
