import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { ExamListItem } from '#features/exams/list/exam-list.contract.ts'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { OpenAttempt } from '#features/exams/take/attempt.contract.ts'
import type { DemoExam } from '../packs/demo-exam.ts'
import { expect, fromAnAddress, logIn, serverUrl, type LoggedIn } from './browser.ts'

export { demoExam, wrongLetter, type DemoExam } from '../packs/demo-exam.ts'

const paletteWidth = 1024

/** Asks the API as the learner. */
export async function api<Reply>(learner: LoggedIn, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${serverUrl()}/api/v1/user${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...fromAnAddress(),
      authorization: `Bearer ${learner.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
  return (await response.json()) as Reply
}

/** The id of a general exam. */
export async function examId(learner: LoggedIn, title: string): Promise<number> {
  const { exams } = await api<{ exams: { data: ExamListItem[] } }>(learner, '/listmockexams', {
    status: 'all',
    per_page: 50,
  })
  return exams.data.find((exam) => exam.title === title)!.id
}

/** The attempt under way as the server holds it. */
export async function openAttempt(learner: LoggedIn, exam: number): Promise<OpenAttempt> {
  const { data } = await api<{ data: ExamDetail }>(learner, `/courses/exam/detail/${exam}`)
  return data.open_attempt!
}

/** A new learner who sits in an exam that has just begun. */
export async function sit(page: Page, exam: DemoExam): Promise<{ learner: LoggedIn; id: number; paper: ExamDetail }> {
  const learner = await logIn(page)
  const id = await examId(learner, exam.title)
  const body = { exam_id: id, status: 'start' }
  const { data } = await api<{ data: ExamDetail }>(learner, '/courses/exam/start', body)
  await page.goto(`/exam/${id}/start`)
  await expectQuestion(page, 1)
  return { learner, id, paper: data }
}

/**
 * An attempt that was begun, answered and handed in without a browser.
 * @param letters chosen options by question number
 * @returns the exam's id, its paper, and the address of the result
 */
export async function satExam(learner: LoggedIn, exam: DemoExam, letters: Record<number, string> = {}) {
  const id = await examId(learner, exam.title)
  const start = { exam_id: id, status: 'start' }
  const { data: paper } = await api<{ data: ExamDetail }>(learner, '/courses/exam/start', start)
  for (const [number, letter] of Object.entries(letters)) {
    const { qid, question } = paper.exam_questions[Number(number) - 1]!
    const { id: option } = question.answer_option[letter.charCodeAt(0) - 65]!
    await api(learner, '/courses/exam/update/answer', { exam_id: id, qid, answer_option_id: option })
  }
  const end = { exam_id: id, status: 'completed' }
  const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', end)
  return { id, paper, result: `/mock-test/${id}/exam-result/${result_id}` }
}

export const expectQuestion = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: new RegExp(`^Question ${number} of `) })).toBeVisible()

/** The option of the question on the screen by its letter. */
export function option(page: Page, letter: string): Locator {
  return page
    .getByRole('group', { name: 'Options' })
    .getByRole('radio')
    .nth(letter.charCodeAt(0) - 65)
}

/** Chooses as a finger or a mouse does: on the option's row. */
export async function choose(page: Page, letter: string): Promise<void> {
  // The letter's own place: a picture in the row would be enlarged.
  await page.getByRole('group', { name: 'Options' }).getByText(letter, { exact: true }).first().click()
  await expect(option(page, letter)).toBeChecked()
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Goes to the next question, and sees it. */
export async function saveAndNext(page: Page, to: number): Promise<void> {
  await button(page, 'Save & Next').click()
  await expectQuestion(page, to)
}

const hasSheet = (page: Page) => page.viewportSize()!.width < paletteWidth

/** Looks into the palette, which small screens open and close. */
export async function inPalette(page: Page, look: (palette: Locator) => Promise<void>): Promise<void> {
  if (hasSheet(page)) await button(page, /Show all questions$/).click()
  await look(page.getByRole('navigation', { name: 'Questions' }))
  const sheet = page.getByRole('dialog', { name: 'Questions' })
  if (await sheet.isVisible()) await sheet.getByRole('button', { name: 'Close' }).click()
}

/** What the palette says of each question, in order. */
export async function expectStates(page: Page, states: string[]): Promise<void> {
  await inPalette(page, async (palette) => {
    for (const [index, state] of states.entries())
      await expect(palette.getByRole('button', { name: `Question ${index + 1}, ${state}`, exact: true })).toBeVisible()
    await expect(palette.getByRole('button')).toHaveCount(states.length)
  })
}

/** Opens a question from the palette. */
export async function jumpTo(page: Page, question: number): Promise<void> {
  await inPalette(page, (palette) =>
    palette.getByRole('button', { name: new RegExp(`^Question ${question},`) }).click(),
  )
  await expectQuestion(page, question)
}

/** The exam's screen on another device of the same learner. */
export async function onAnotherDevice(page: Page, context: BrowserContext, exam: number): Promise<Page> {
  const there = await context.newPage()
  await there.goto('/healthz')
  const user = await page.evaluate(() => localStorage.getItem('user')!)
  await there.evaluate((stored) => localStorage.setItem('user', stored), user)
  await there.goto(`/exam/${exam}/start`)
  await expectQuestion(there, 1)
  return there
}

/** The screen can be read, and says why no more. */
export async function expectReadOnly(page: Page, why: string): Promise<void> {
  await expect(page.getByRole('alert').getByText(why)).toBeVisible()
  await expect(page.getByText('You can only view it here. Everything that was saved is there too.')).toBeVisible()
  await expectStatus(page, 'Read only')
  await expect(option(page, 'A')).toBeDisabled()
  await expect(button(page, 'Submit').filter({ visible: true }).first()).toBeDisabled()
  await expect(button(page, 'Clear Response')).toBeHidden()
}

/** This screen becomes the one that writes. */
export async function continueHere(page: Page): Promise<void> {
  await button(page, 'Continue here').click()
  await expect(button(page, 'Continue here')).toBeHidden()
  await expect(option(page, 'A')).toBeEnabled()
}

/** What the header says of the answers: the longer or the shorter text, as the width allows. */
export const expectStatus = (page: Page, text: string | RegExp) =>
  expect(page.locator('header').getByText(text).filter({ visible: true }).first()).toBeVisible()

export const expectSaved = (page: Page) => expectStatus(page, /^(All answers saved|Saved)$/)

/** Seconds that the clock on the screen shows. */
export async function secondsShown(page: Page): Promise<number> {
  const text = await page.getByRole('timer', { name: 'Time left' }).textContent()
  return text!.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** The clock on the screen shows what the server, which runs on this machine, says is left. */
export async function expectServersTime(page: Page, deadline: number): Promise<void> {
  await expect(async () => {
    const left = (deadline - Date.now()) / 1000
    expect(Math.abs((await secondsShown(page)) - left)).toBeLessThan(2)
  }).toPass()
}

/** Opens the dialog that asks before the exam is handed in. */
export async function askToSubmit(page: Page): Promise<Locator> {
  await button(page, 'Submit').filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Submit the exam?' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Hands the exam in and sees the result. @param at its address */
export async function submit(page: Page, at = /\/mock-test\/\d+\/exam-result\/\d+$/): Promise<void> {
  await (await askToSubmit(page)).getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page).toHaveURL(at)
  await expect(page.getByText('Exam submitted successfully.')).toBeVisible()
}

/** The result equals what was chosen. @param chosen letters by question number */
export async function expectResult(page: Page, exam: DemoExam, chosen: Record<number, string>): Promise<void> {
  const letters = Object.entries(chosen)
  const right = letters.filter(([question, letter]) => exam.key[Number(question) - 1] === letter).length
  const wrong = letters.length - right
  const marks = (value: number) => String(Math.round(value * 100) / 100).replace('-', '−')
  const score = marks(right * exam.marks.correct - wrong * exam.marks.wrong)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result).toContainText(`${score} / ${marks(exam.key.length * exam.marks.correct)}`)
  await expect(fact(result, 'Correct')).toHaveText(String(right))
  await expect(fact(result, 'Wrong')).toHaveText(String(wrong))
  await expect(fact(result, 'Skipped')).toHaveText(String(exam.key.length - letters.length))
  await expect(fact(result, 'Total questions')).toHaveText(String(exam.key.length))
}

/** The description beside a term. */
export function fact(within: Locator, name: string): Locator {
  return within.locator(`dt:text-is("${name}") + dd`)
}
