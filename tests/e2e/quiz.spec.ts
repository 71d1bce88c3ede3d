import type { Page } from '@playwright/test'
import type { QuizListItem } from '#features/quizzes/quizzes.contract.ts'
import {
  expect,
  expectAccessible,
  logIn,
  loseCalls,
  serverUrl,
  test,
  type LoggedIn,
} from '../support/journeys/browser.ts'
import {
  button,
  choose,
  expectQuestion,
  fact,
  option,
  secondsShown,
  wrongLetter,
} from '../support/journeys/exam-page.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

const ask = async <Reply>({ token }: LoggedIn, path: string): Promise<Reply> => {
  const response = await fetch(`${serverUrl()}/api/v1/quickExam/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await response.json()) as Reply
}

const quizzesOf = async (learner: LoggedIn) => (await ask<{ data: QuizListItem[] }>(learner, 'list')).data

/** A new learner, a quiz of the demo with some questions, and the letters of its right options. */
async function meet(page: Page): Promise<{ learner: LoggedIn; quiz: QuizListItem; key: string[] }> {
  const learner = await logIn(page)
  const quiz = (await quizzesOf(learner)).find(({ question_count }) => question_count >= 4)!
  const { questions } = await ask<{ questions: QuickQuestion[] }>(learner, `${quiz.id}/questions`)
  const key = questions.map(({ options }) => 'ABCDE'[options.findIndex(({ isAnswer }) => isAnswer === 'Y')]!)
  return { learner, quiz, key }
}

const submitDialog = (page: Page) => page.getByRole('dialog', { name: 'Submit the quiz?' })

/** Hands in a quiz that is not answered whole. */
async function submit(page: Page): Promise<void> {
  await button(page, 'Submit').click()
  await submitDialog(page).getByRole('button', { name: 'Yes, Submit' }).click()
}

/** What a quiz is taken with is in sight, however long its question. */
async function expectControls(page: Page): Promise<void> {
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
  for (const name of ['Previous', 'Next', 'Submit']) await expect(button(page, name)).toBeInViewport({ ratio: 1 })
}

const result = (page: Page) => page.getByRole('region', { name: /^(Excellent work|Good effort|Keep practicing)!$/ })

test('a learner takes a quiz: choices are locked and solved at once, the result is worked out and stored; and once more by keyboard', async ({
  page,
}) => {
  const { learner, quiz, key } = await meet(page)
  await page.goto('/quizzes')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: quiz.title, exact: true }) })
  await expect(card).toContainText(`${quiz.duration} minutes`)
  await expect(card).toContainText(`${quiz.question_count} questions`)
  await card.getByRole('link', { name: `Take Test: ${quiz.title}` }).click()
  await expect(page).toHaveURL(`/quizzes/${quiz.id}`)

  await expect(page.getByRole('heading', { name: `Question 1 of ${key.length}` })).toBeVisible()
  expect(await secondsShown(page)).toBeGreaterThan(quiz.duration * 60 - 30)
  await expect(button(page, 'Previous')).toBeDisabled()
  const wrong = wrongLetter(key[0]!)
  await choose(page, wrong)
  await expect(page.getByText(`Wrong. The right answer is ${key[0]!}.`)).toBeVisible()
  await expect(page.getByText('Correct answer', { exact: true })).toBeVisible()
  await expect(page.getByText('Your answer', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Explanation' })).toBeVisible()
  await expectAccessible(page)
  await expectControls(page)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  await expectControls(page)
  await page.setViewportSize(size)
  await expect(option(page, key[0]!)).toBeDisabled()
  await option(page, key[0]!).click({ force: true })
  await expect(option(page, wrong)).toBeChecked()

  await button(page, 'Next').click()
  await expectQuestion(page, 2)
  await choose(page, key[1]!)
  await expect(page.getByText('Your answer, correct')).toBeVisible()
  await button(page, 'Next').click()
  await expectQuestion(page, 3)
  await choose(page, key[2]!)
  await button(page, 'Previous').click()
  await expectQuestion(page, 2)
  await expect(option(page, key[1]!)).toBeChecked()

  await button(page, 'Submit').click()
  const dialog = submitDialog(page)
  await expect(dialog).toContainText(`${key.length - 3} of ${key.length} questions are not answered yet.`)
  await expect(dialog.getByRole('list', { name: 'Your progress' }).getByRole('listitem')).toHaveText([
    '3Answered',
    '0Not Answered',
    `${key.length - 3}Not Visited`,
  ])
  await expectAccessible(page, 'dialog[open]')
  // The question that is open leads there, and what is seen and left is told from what is not.
  await dialog.getByRole('button', { name: 'Question 4, Not Visited' }).click()
  await expect(page.getByRole('heading', { name: /^Question 4 of/ })).toBeFocused()
  await button(page, 'Submit').click()
  await expect(dialog.getByRole('button', { name: 'Question 4, Not Answered' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Submit')).toBeFocused()
  const stored = page.waitForResponse(/quickExam\/submit/)
  await submit(page)
  expect(new URL((await stored).url()).search).toBe('?correct_count=2&incorrect_count=1')
  expect((await stored).status()).toBe(200)
  const percent = Math.round((2 / key.length) * 100)
  await expect(page.getByRole('img', { name: `Correct: ${percent}%` })).toBeVisible()
  for (const [name, count] of Object.entries({ Total: key.length, 'Not attended': key.length - 3, Correct: 2 })) {
    await expect(result(page).locator(`dt:text-is("${name}") + dd`)).toHaveText(String(count))
  }
  await expect(fact(result(page), 'Incorrect')).toHaveText('1')
  await expectAccessible(page)
  const [after] = (await quizzesOf(learner)).filter(({ id }) => id === quiz.id)
  expect(after).toMatchObject({ times_taken: 1, best_percentage: percent })

  await button(page, 'Retake Exam').click()
  await expectQuestion(page, 1)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeFocused()
  await page.keyboard.press(key[0]!.toLowerCase())
  await expect(option(page, key[0]!)).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: /^Question 2 of/ })).toBeFocused()

  // Up and down look at the options without choosing one.
  await page.keyboard.press('Tab')
  await expect(option(page, 'A')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'B')).toBeFocused()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(option(page, 'B')).toBeChecked()
  await page.keyboard.press('1')
  await expect(option(page, 'B')).toBeChecked()

  const before = await secondsShown(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Question 2 of/ })).toBeVisible()
  await expect(option(page, 'B')).toBeChecked()
  expect(await secondsShown(page)).toBeLessThanOrEqual(before)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeFocused()
  await expect(option(page, key[0]!)).toBeChecked()

  await button(page, 'Submit').focus()
  await page.keyboard.press('Enter')
  await expect(submitDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  // Arrows turn no question behind the dialog.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  const storedAgain = page.waitForResponse(/quickExam\/submit/)
  await page.keyboard.press('Enter')
  await expect(result(page).getByRole('heading')).toBeFocused()
  expect((await storedAgain).status()).toBe(200)
  await expect(fact(result(page), 'Not attended')).toHaveText(String(key.length - 2))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Quizzes' }).click()
  await expect(card).toContainText(`Best ${percent}%, taken 2 times`)
})

test('when the time is over the result is worked out without a network, kept, and stored when it is back', async ({
  page,
  context,
}) => {
  const { learner, quiz, key } = await meet(page)
  await page.clock.install()
  await page.goto(`/quizzes/${quiz.id}`)
  await expectQuestion(page, 1)
  await page.clock.fastForward((quiz.duration * 60 - 45) * 1000)
  await expect(page.getByText('One minute left')).toBeAttached()
  await context.setOffline(true)
  await choose(page, key[0]!)
  // Also while the learner is asked.
  await button(page, 'Submit').click()
  await expect(submitDialog(page)).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Time is up')).toBeVisible()
  await expect(submitDialog(page)).toBeHidden()
  await expect(fact(result(page), 'Correct')).toHaveText('1')
  const waiting = page.getByText(/^Your result is not saved yet\./)
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(waiting).toBeHidden()
  const [after] = (await quizzesOf(learner)).filter(({ id }) => id === quiz.id)
  expect(after).toMatchObject({ times_taken: 1, best_percentage: Math.round(100 / key.length) })
})

test('a result that cannot be sent outlives the log-out, is nothing to another learner, and is sent when its own is back', async ({
  page,
}) => {
  const { learner, quiz, key } = await meet(page)
  await page.goto(`/quizzes/${quiz.id}`)
  await loseCalls(page, '/quickExam/submit/')
  await choose(page, key[0]!)
  await submit(page)
  await expect(page.getByText(/^Your result is not saved yet\./)).toBeVisible()
  await button(page, 'Account').click()
  await button(page, 'Log Out').click()
  await button(page, 'Yes, Logout').click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)

  const other = await logIn(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/quickExam/submit/') && sent.push(request.url()))
  await page.goto(`/quizzes/${quiz.id}`, { waitUntil: 'networkidle' })
  await expectQuestion(page, 1)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  expect(sent).toEqual([])
  expect((await quizzesOf(other)).every(({ times_taken }) => times_taken === 0)).toBe(true)

  // The first page sends what waited.
  const again = await logIn(page, learner.phone)
  const stored = page.waitForResponse(/quickExam\/submit/)
  await page.goto('/courses')
  expect((await stored).status()).toBe(200)
  const [after] = (await quizzesOf(again)).filter(({ id }) => id === quiz.id)
  expect(after).toMatchObject({ times_taken: 1 })
})
