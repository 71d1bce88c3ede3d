import type { Page } from '@playwright/test'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { Receipt } from '#features/exams/take/take.contract.ts'
import { expect, phone } from '../support/journeys/browser.ts'
import { test } from '../support/journeys/ending-server.ts'
import {
  askToSubmit,
  choose,
  demoExam,
  expectResult,
  expectSaved,
  expectServersTime,
  expectStatus,
  inPalette,
  jumpTo,
  openAttempt,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

const mock = demoExam('psc-degree-prelims-mock-1')
/** Every third is wrong. */
const letterFor = (question: number) =>
  question % 3 === 0 ? wrongLetter(mock.key[question - 1]!) : mock.key[question - 1]!

/** Collects what the server has confirmed, `question id: option id`. */
function watchReceipts(page: Page): Map<number, number> {
  const confirmed = new Map<number, number>()
  page.on('response', async (response) => {
    if (!response.url().endsWith('/update/answer') || !response.ok()) return
    // The server may be killed before it has said all of it.
    const receipt = (await response.json().catch(() => undefined)) as Receipt | undefined
    const sent = response.request().postDataJSON() as { answer_option_id: number }
    if (receipt && !receipt.stale) confirmed.set(receipt.qid, sent.answer_option_id)
  })
  return confirmed
}

const optionId = ({ exam_questions }: ExamDetail, question: number) =>
  exam_questions[question - 1]!.question.answer_option[letterFor(question).charCodeAt(0) - 65]!.id

test.beforeEach(({ allow }) => allow(/^5\d\d (GET|POST) /))

test.use(phone)

test('a paper of a hundred questions is overlooked by section, and no confirmed answer is lost when the server is killed, and the exam goes on by the same clock', async ({
  page,
  context,
  server,
}) => {
  const { learner, id, paper } = await sit(page, mock)
  expect(mock.key).toHaveLength(100)
  await inPalette(page, async (palette) => {
    for (const { title, questions } of mock.sections) {
      const section = palette.getByRole('region', { name: title, exact: true })
      await expect(section.getByRole('listitem')).toHaveCount(questions)
    }
  })
  await jumpTo(page, 100)
  await expect(page.getByRole('article').getByText(mock.sections.at(-1)!.title, { exact: true })).toBeVisible()
  const dialog = await askToSubmit(page)
  const rows = dialog.getByRole('table', { name: 'By section' }).getByRole('rowheader')
  await expect(rows).toHaveText(mock.sections.map(({ title }) => title))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await jumpTo(page, 1)

  const confirmed = watchReceipts(page)
  const deadline = paper.open_attempt!.deadline_at
  for (const question of [1, 2, 3, 4]) {
    await choose(page, letterFor(question))
    await saveAndNext(page, question + 1)
  }
  await expectSaved(page)
  await expect.poll(() => confirmed.size).toBe(4)

  await server.kill()
  // The candidate works on meanwhile.
  await choose(page, letterFor(5))
  await expectStatus(page, /on this device$/)
  await saveAndNext(page, 6)
  await choose(page, letterFor(6))
  await saveAndNext(page, 7)
  await expectStatus(page, /^2 (answers )?on this device$/)

  await context.setOffline(true)
  await server.restart()
  const { responses, deadline_at } = await openAttempt(learner, id)
  expect(deadline_at).toBe(deadline)
  const answered = responses.filter(({ answer_option_id }) => answer_option_id !== null)
  expect(new Map(answered.map(({ qid, answer_option_id }) => [qid, answer_option_id]))).toEqual(confirmed)

  await context.setOffline(false)
  await expectSaved(page)
  await expectServersTime(page, deadline)
  await expect.poll(() => confirmed.size).toBe(6)
  for (const question of [5, 6])
    expect(confirmed.get(paper.exam_questions[question - 1]!.qid)).toBe(optionId(paper, question))
  await submit(page)
  await expectResult(
    page,
    mock,
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((question) => [question, letterFor(question)])),
  )
})
