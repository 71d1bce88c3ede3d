import { DatabaseSync } from 'node:sqlite'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, test } from '../support/browser.ts'
import {
  api,
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
  saveAndNext,
  sit,
  submit,
} from '../support/exam-page.ts'
import { staff } from '../support/staff-command.ts'

/** Each fault that a candidate meets says what becomes of the answers (docs/decisions/0033-faults-in-an-exam.md). */

const taster = demoExam('five-question-taster')
const [first, second] = taster.key as [string, string]
const SAVE = '**/exam/update/answer'
const KEPT = 'Your answers are kept on this device and will be sent as soon as possible.'

const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

for (const [code, happened, body] of [
  [503, 'The server is unavailable for the moment.', { code: 'unavailable' }],
  [502, 'The server is unavailable for the moment.', undefined],
] as const) {
  // What a proxy says is no JSON, and tells no more than a broken connection.
  const said = body ? happened : 'The server cannot be reached.'
  test(
    `a server that answers ${code} lets the candidate go on, says that answers are on this device, and gets them later`,
    intercepting,
    async ({ page, allow }) => {
      allow(new RegExp(`^${code} POST .*/update/answer$`))
      await sit(page, taster)
      await page.route(SAVE, (route) =>
        body
          ? route.fulfill({ status: code, headers: { 'retry-after': '2' }, json: { message: 'Not now.', ...body } })
          : route.fulfill({ status: code, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      )
      await choose(page, first)
      await expect(status(page, `${said} ${KEPT}`)).toBeVisible()
      await saveAndNext(page, 2)
      await expect(page.getByText('Failed to update asnwer')).toBeHidden()
      await choose(page, second)
      await expectStatus(page, /^2 (answers )?on this device$/)
      await expectStates(page, [
        'Answered, on this device',
        'Answered, on this device',
        'Not Visited',
        'Not Visited',
        'Not Visited',
      ])
      await expectAccessible(page)
      await page.unroute(SAVE)
      await expectSaved(page)
      await expect(status(page, KEPT)).toBeHidden()
      await submit(page)
      await expectResult(page, taster, { 1: first, 2: second })
    },
  )
}

test(
  'where this device keeps no answers, the candidate is told where they are instead',
  intercepting,
  async ({ page, allow }) => {
    allow(/^503 POST .*\/update\/answer$/)
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room', 'QuotaExceededError')
      }
    })
    await sit(page, taster)
    await choose(page, first)
    await expectSaved(page)
    await expect(
      status(
        page,
        'Your answers are sent only to the server and are not kept on this device as well. Please keep this page open until it says that all are saved.',
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await page.route(SAVE, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
    await saveAndNext(page, 2)
    await choose(page, second)
    await expectStatus(page, /^1 (answer )?not saved yet$/)
    await expect(
      status(
        page,
        'The server is unavailable for the moment. Your answers are kept on this page and will be sent as soon as possible: please keep it open.',
      ),
    ).toBeVisible()
    await expectStates(page, ['Answered', 'Answered, not saved yet', 'Not Visited', 'Not Visited', 'Not Visited'])
    await page.unroute(SAVE)
    await expectSaved(page)
    await submit(page)
    await expectResult(page, taster, { 1: first, 2: second })
  },
)

test(
  'a mark for review that never arrived makes no counted answer one that was not counted',
  intercepting,
  async ({ page, context }) => {
    const { learner, id } = await sit(page, taster)
    await choose(page, first)
    await expectSaved(page)
    await page.route(SAVE, (route) => route.abort())
    await button(page, 'Mark for Review & Next').click()
    await expectQuestion(page, 2)
    await expectStatus(page, /^1 (answer )?on this device$/)
    const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', {
      exam_id: id,
      status: 'completed',
    })
    const result = await context.newPage()
    await result.goto(`/mock-test/${id}/exam-result/${result_id}`)
    await expectResult(result, taster, { 1: first })
    await expect(result.getByText(/^Not counted/)).toHaveCount(0)
    // Nor where the exam is opened again.
    await page.close({ runBeforeUnload: false })
    await result.goto(`/exam/${id}/start`)
    await expect(result.getByRole('link', { name: 'See your latest result' })).toBeVisible()
    await expect(result.getByText(/^Not counted/)).toHaveCount(0)
  },
)

test('an exam that a wrong clock ended and staff gave back goes on where it stopped, when its learner says so', async ({
  page,
}) => {
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  const attempt = await openAttempt(learner, id)
  // As after a jump: it ended at its deadline, which the clock was past at once, two minutes before it was due.
  const from = attempt.deadline_at - 2 * 60_000
  await endByClock(attempt.id)
  await page.goto(`/mock-test/${id}`)
  const given = await giveBack(attempt, from)
  expect(given).toMatch(new RegExp(`^ATTEMPT .*\\n${attempt.id} .* given back\\n$`))

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('You can continue your exam')).toBeVisible()
  await page.goto(`/mock-test/${id}`)
  await expect(page.getByText(/^A fault on our side ended your exam\./)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/exam/${id}/start`)
  const left = page.getByRole('status').getByText(/every answer that was saved is there, and you have 2 min/)
  await expect(left).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue Exam').focus()
  await page.keyboard.press('Enter')
  await expectQuestion(page, 2)
  const going = await openAttempt(learner, id)
  expect(going.id).toBe(attempt.id)
  await expectServersTime(page, going.deadline_at)
  await choose(page, second)
  await expectSaved(page)
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second })
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
