import type { Page, Route } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, outboxCode, test } from '../support/browser.ts'
import {
  api,
  askToSubmit,
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
  inPalette,
  openAttempt,
  option,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/exam-page.ts'
import { codeField } from '../support/login-page.ts'

const taster = demoExam('five-question-taster')
const [first, second, third, fourth] = taster.key as [string, string, string, string, string]

const onDevice = (page: Page, count: number) => expectStatus(page, new RegExp(`^${count} (answers? )?on this device$`))

test('a device whose clock is ten minutes fast shows the time that the server has', async ({ page }) => {
  const minutes = 10
  await page.clock.install({ time: Date.now() + minutes * 60_000 })
  const { learner, id } = await sit(page, taster)
  const { deadline_at } = await openAttempt(learner, id)
  await expectServersTime(page, deadline_at)
  await choose(page, first)
  await expectSaved(page)
  // Setting the clock in the middle of the exam changes nothing either.
  await page.clock.setSystemTime(Date.now() - 2 * minutes * 60_000)
  await saveAndNext(page, 2)
  await expectServersTime(page, deadline_at)
})

test('a reload goes on with the answers, the place and the time', async ({ page }) => {
  const { learner, id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await choose(page, second)
  await button(page, 'Mark for Review & Next').click()
  await expectQuestion(page, 3)
  await expectSaved(page)
  const { deadline_at } = await openAttempt(learner, id)
  await page.reload()
  await expectQuestion(page, 3)
  await expectStates(page, ['Answered', 'Answered & Marked for Review', 'Not Answered', 'Not Visited', 'Not Visited'])
  await expectServersTime(page, deadline_at)
  await button(page, 'Previous').click()
  await expect(option(page, second)).toBeChecked()
})

test('without a network the exam goes on, and the answers arrive once it is back', async ({ page, context }) => {
  const { learner, id, paper } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await context.setOffline(true)
  await expectStatus(page, 'Offline')
  await choose(page, second)
  await onDevice(page, 1)
  await saveAndNext(page, 3)
  await choose(page, wrongLetter(third))
  await saveAndNext(page, 4)
  await onDevice(page, 2)
  await inPalette(page, (palette) =>
    expect(palette.getByRole('button', { name: 'Question 3, Answered, on this device' })).toBeVisible(),
  )
  const chosen = async () =>
    (await openAttempt(learner, id)).responses.map(({ qid, answer_option_id }) => {
      const index = paper.exam_questions.findIndex((question) => question.qid === qid)
      const options = paper.exam_questions[index]!.question.answer_option
      return `${index + 1}${'ABCDE'[options.findIndex((each) => each.id === answer_option_id)]}`
    })
  expect(await chosen()).toEqual([`1${first}`])

  await context.setOffline(false)
  await expectSaved(page)
  expect((await chosen()).sort()).toEqual([`1${first}`, `2${second}`, `3${wrongLetter(third)}`])
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: second, 3: wrongLetter(third) })
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
  await submit(page)
  await expectResult(page, taster, { 1: first, 2: fourth })
})

test('a start that cannot be made says so, and can be tried again', intercepting, async ({ page }) => {
  const learner = await logIn(page)
  const id = await examId(learner, taster.title)
  await page.goto(`/mock-test/${id}`)
  await page.route('**/exam/start', (route) => route.abort(), { times: 1 })
  await button(page, 'Start Exam').click()
  await expect(page.getByText('Failed to start the exam')).toBeVisible()
  await expect(page.getByText('Failed to start the exam')).toBeHidden()
  // The server starts it, and the reply is lost: the next try finds its own attempt, not another's.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/exam/start', lose, { times: 1 })
  await button(page, 'Start Exam').click()
  await expect(page.getByText('Failed to start the exam')).toBeVisible()
  await button(page, 'Start Exam').click()
  await expectQuestion(page, 1)
  await expect(option(page, 'A')).toBeEnabled()
})

test("a browser's back asks as Exit Exam does, again after each stay; once more it leaves, and the result stands in the exam's place", async ({
  page,
}) => {
  const id = await examId(await logIn(page), taster.title)
  await page.goto(`/mock-test/${id}`)
  await button(page, 'Start Exam').click()
  await expectQuestion(page, 1)
  await choose(page, first)
  const dialog = page.getByRole('dialog', { name: 'Exit Exam' })
  await page.goBack()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
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
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/mock-test/${id}`)
  await page.goForward()
  await expectQuestion(page, 1)
  await expectSaved(page)
  await submit(page)
  await page.goBack()
  await expect(page).toHaveURL(`/mock-test/${id}`)
})

test('a submit without a network waits, may be taken back, and is carried out once there is one, by a new page too', async ({
  page,
  context,
}) => {
  const { id } = await sit(page, taster)
  await choose(page, first)
  await saveAndNext(page, 2)
  await expectSaved(page)
  await context.setOffline(true)
  await choose(page, second)
  const waiting = page.getByRole('heading', { name: 'Your exam will be submitted when the network is back' })
  const submitLater = async () => {
    const dialog = await askToSubmit(page)
    await expect(dialog.getByText(/^There is no connection to the server\. If you submit now/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Yes, Submit' }).click()
    await expect(waiting).toBeFocused()
    // Said when the wish is kept as well.
    await expect(page.getByText('1 answer is kept on this device and sent first.')).toBeVisible()
  }
  await submitLater()
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Do not submit yet, continue the exam').click()
  await expectQuestion(page, 2)
  await saveAndNext(page, 3)
  await submitLater()
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`/exam/${id}/start`)
  await expect(again.getByText('Exam submitted successfully.')).toBeVisible()
  await expectResult(again, taster, { 1: first, 2: second })
})
