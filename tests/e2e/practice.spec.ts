import type { Page } from '@playwright/test'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import {
  intercepting,
  expect,
  expectAccessibleInBothColours,
  logIn,
  serverUrl,
  test,
} from '../support/journeys/browser.ts'
import { api, button, demoExam, expectQuestion, option, satExam, wrongLetter } from '../support/journeys/exam-page.ts'

const taster = demoExam('five-question-taster')

/** The right letter of the question on the screen. */
async function rightLetter(page: Page, paper: ExamDetail): Promise<string> {
  const name = await page.getByRole('radio').first().getAttribute('name')
  return taster.key[paper.exam_questions.findIndex(({ qid }) => name === `question-${qid}`)]!
}

async function startPractice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Start practice' }).press('Enter')
  await expectQuestion(page, 1)
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeFocused()
}

/** Questions may hold lists of their own. */
const notebookRows = (page: Page) =>
  page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })

const solution = (page: Page) => page.getByRole('article').filter({ visible: true }).first()

test('mistakes of an exam are practised with the keyboard alone, from the result to what comes tomorrow, in both colours', async ({
  page,
}) => {
  const keys = page.keyboard
  const letters = { 1: taster.key[0]!, 2: wrongLetter(taster.key[1]!) }
  const { paper, result } = await satExam(await logIn(page), taster, letters)
  await page.goto(result)
  await expect(page.getByText('4 questions that you missed are in your practice notebook')).toBeVisible()
  await page.getByRole('link', { name: 'Practise your mistakes' }).press('Enter')
  await expect(page).toHaveURL(/\/practice\?source=exam:\d+$/)
  await expect(page.getByText('4 due today')).toBeVisible()

  await startPractice(page)
  await expect(button(page, 'Check')).toBeDisabled()
  await expectAccessibleInBothColours(page, 'main')
  const right = await rightLetter(page, paper)
  await keys.press(right)
  await expect(option(page, right)).toBeChecked()
  await keys.press('Enter')
  await expect(solution(page).getByText('Correct', { exact: true })).toBeVisible()
  await expect(solution(page).getByText('Your answer, correct')).toBeVisible()
  await expect(solution(page).getByRole('heading', { name: 'Explanation' })).toBeVisible()
  const grades = page.getByRole('group', { name: 'How hard was it?' }).getByRole('button')
  // Beside the question that it is about, and with what each does.
  await expect(solution(page).getByRole('heading', { name: /^Question 1 of/ })).toBeInViewport()
  await expect(page.getByText('How hard was it?', { exact: true })).toBeInViewport()
  await expect(grades).toHaveText(['HardAgain in 2 days', 'GoodAgain in 3 days', 'EasyAgain in 8 days'])
  await expect(grades.nth(1)).toBeFocused()
  await expectAccessibleInBothColours(page, 'main')
  await keys.press('3')

  await expectQuestion(page, 2)
  const wrong = wrongLetter(await rightLetter(page, paper))
  await keys.press(String(wrong.charCodeAt(0) - 64))
  await expect(option(page, wrong)).toBeChecked()
  await keys.press('Enter')
  await expect(solution(page).getByText('Wrong', { exact: true })).toBeVisible()
  await expect(solution(page).getByText('Correct answer')).toBeVisible()
  await expect(solution(page).getByText('Your answer')).toBeVisible()
  await expect(page.getByText('It comes again tomorrow.').filter({ visible: true }).last()).toBeVisible()
  await expect(button(page, 'Next')).toBeFocused()
  await keys.press('Enter')

  await expectQuestion(page, 3)
  await button(page, "I don't know").press('Enter')
  await expect(solution(page).getByText('Skipped', { exact: true })).toBeVisible()
  await expect(button(page, 'Next')).toBeFocused()
  await keys.press('Enter')

  await expectQuestion(page, 4)
  // As in any radio group: Tab reaches it, the arrows move in it, Enter checks.
  const last = await rightLetter(page, paper)
  await option(page, last).focus()
  await keys.press('Space')
  await keys.press('Enter')
  await expect(grades.nth(1)).toBeFocused()
  await keys.press('Enter')

  await expect(page.getByRole('heading', { name: 'Done for today' })).toBeFocused()
  await expect(page.getByText('2 of 4 answers right')).toBeVisible()
  await expect(page.getByText('2 questions are due tomorrow.')).toBeVisible()
  await expect(page.getByRole('group').filter({ hasText: 'Question' })).toHaveText([
    /In 8 days/,
    /Tomorrow/,
    /Tomorrow/,
    /In 3 days/,
  ])
  await page.getByText('Question 2', { exact: true }).click()
  await expect(solution(page)).toBeVisible()
  await expectAccessibleInBothColours(page, 'main')
  await page.getByRole('link', { name: 'Back to the notebook' }).press('Enter')
  await expect(page.getByText('Nothing due today')).toBeVisible()
  const rows = notebookRows(page)
  await expect(rows).toHaveText([/Tomorrow/, /Tomorrow/, /In 3 days/, /In 8 days/])
})

test('what was seen in a quiz and left is practised from its result, and what was never seen is not', async ({
  page,
}) => {
  const learner = await logIn(page)
  const { data } = await api<{ data: { id: number; question_count: number }[] }>(learner, '/../quickExam/list')
  const [quiz] = data
  await page.goto(`/quizzes/${quiz!.id}`)
  await button(page, 'Next').click()
  await button(page, 'Submit').click()
  await expect(page.getByText('You have not answered any question yet.')).toBeVisible()
  await button(page, 'Yes, Submit').click()
  await expect(page.getByText('Skipped', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Not seen', { exact: true })).toHaveCount(quiz!.question_count - 2)
  await page.getByRole('link', { name: 'Practise your mistakes' }).click()
  await expect(page.getByText('2 due today')).toBeVisible()
  await expect(notebookRows(page).first()).toContainText(/Quiz: /)
})

test('the notebook is searched, and questions leave it and come back', async ({ page }) => {
  await satExam(await logIn(page), taster)
  await page.goto('/practice')
  await expect(page.getByText('5 due today')).toBeVisible()

  const rows = notebookRows(page)
  await expect(rows).toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Words of a question' }).fill('contour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=contour/)
  await expect(rows).toHaveCount(1)
  await button(page, 'Show all').click()
  await expect(rows).toHaveCount(5)

  await rows.first().getByRole('button', { name: 'I know this' }).click()
  await expect(rows.first()).toContainText('Taken out of your notebook')
  await expect(page.getByText('4 due today')).toBeVisible()
  await rows.first().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('5 due today')).toBeVisible()
  await rows.nth(1).getByRole('button', { name: 'I know this' }).click()
  await expect(page.getByText('4 due today')).toBeVisible()
  await page.getByRole('tab', { name: /^Known/ }).click()
  await expect(rows).toHaveText([/Taken out by you/])
  await rows.first().getByRole('button', { name: 'Put back' }).click()
  await expect(page.getByText('5 due today')).toBeVisible()

  // In a session as well, with undo.
  await startPractice(page)
  await button(page, 'I know this').click()
  await expectQuestion(page, 2)
  await button(page, 'Undo').click()
  await expectQuestion(page, 1)
  await page.goBack()
  await expect(page.getByText('5 due today')).toBeVisible()
})

test(
  'answers that are given without a network are kept, checked once it is back, and outlive the page',
  intercepting,
  async ({ page, context }) => {
    const learner = await logIn(page)
    const { paper } = await satExam(learner, taster)
    await page.goto('/practice')
    await startPractice(page)
    await context.setOffline(true)
    const right = await rightLetter(page, paper)
    await page.keyboard.press(right)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your answer is kept on this device.')).toBeVisible()
    await expect(page.getByText('1 answer on this device')).toBeVisible()
    await button(page, 'Next').press('Enter')
    await expectQuestion(page, 2)
    await context.setOffline(false)
    await expect(page.getByText('1 answer on this device')).toHaveCount(0)

    await context.setOffline(true)
    await button(page, "I don't know").press('Enter')
    await expect(page.getByText('Your answer is kept on this device.')).toBeVisible()
    await page.close()
    await context.setOffline(false)
    const again = await context.newPage()
    // The notebook is read before the answer gets there, and what was read arrives after it.
    const sent = again.getByText('An earlier answer was sent.')
    const read = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    await again.route(
      '**/practice/summary',
      async (route) => {
        const response = await route.fetch()
        read.resolve()
        await sent.waitFor()
        await route.fulfill({ response })
        late.resolve()
      },
      { times: 1 },
    )
    await again.route('**/practice/answer', (route) => read.promise.then(() => route.continue()))
    await again.goto(`${serverUrl()}/practice`)
    await expect(sent).toBeVisible()
    await late.promise
    await expect(again.getByText('3 due today')).toBeVisible()
    const { data } = await api<{ data: { due: number; due_tomorrow: number } }>(learner, '/practice/summary')
    expect(data).toMatchObject({ due: 3, due_tomorrow: 4 })
  },
)
