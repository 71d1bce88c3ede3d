import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { ExamQuestion } from '#features/exams/take/attempt.contract.ts'
import {
  intercepting,
  expect,
  expectAccessibleInBothColours,
  logIn,
  logInElsewhere,
  phone,
  test,
  type LoggedIn,
} from '../support/journeys/browser.ts'
import {
  api,
  button,
  choose,
  demoExam,
  examId,
  expectSaved,
  fact,
  satExam,
  saveAndNext,
  sit,
  submit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

/** Nobody else sits in it: what other candidates did is known. */
const exam = demoExam('science-numericals')
const [first, second, third] = exam.key as [string, string, string]

/** Another candidate's attempt: nothing answered, five seconds on the first question and ten minutes on all the others. */
async function handInEmpty(learner: LoggedIn, id: number): Promise<number> {
  const start = { exam_id: id, status: 'start' }
  const { data } = await api<{ data: ExamDetail }>(learner, '/courses/exam/start', start)
  const times = data.exam_questions.map(({ qid }: ExamQuestion, index) => ({ qid, ms: index === 0 ? 5000 : 600_000 }))
  const end = { exam_id: id, status: 'completed', times }
  const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', end)
  return result_id
}

const row = (page: Page, question: number) =>
  page.getByRole('table', { name: 'Time on each question' }).getByRole('row').nth(question)

/** A duration as it is written on the page. */
function secondsOf(text: string | null): number {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+) min)? ?(?:(\d+) sec)?$/.exec(text ?? '') ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('a result says where the candidate stands, what wrong answers cost and where the time went, and its sheet proves it', async ({
  page,
}) => {
  // Eleven candidates, two attempts and all that is said of them.
  test.slow()
  await page.clock.install()
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const others = await Promise.all(Array.from({ length: 10 }, () => logInElsewhere()))
  const id = await examId(others[0]!, exam.title)
  await Promise.all(others.map((other) => handInEmpty(other, id)))
  const { learner } = await sit(page, exam)

  // Forty seconds on the first question.
  await page.clock.fastForward(40_000)
  await choose(page, wrongLetter(first))
  await saveAndNext(page, 2)
  await choose(page, second)
  await saveAndNext(page, 3)
  await choose(page, wrongLetter(third))
  await expectSaved(page)
  await submit(page)

  const result = page.getByRole('region', { name: 'Result', exact: true })
  await expect(result).toContainText('1 / 26')
  await expect(fact(result, 'Rank')).toHaveText(/^1 ?of 11/)
  await expect(fact(result, 'Percentile')).toHaveText(/^100/)
  await expect(fact(result, 'Lost to negative marking')).toHaveText(/^−12 wrong answers, 0.5 off for each/)

  const before = scripts.length
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  expect(scripts.length, 'the chart is fetched when it is needed').toBeGreaterThan(before)
  await expect.poll(() => page.locator('canvas').evaluate(isDrawn), 'bars are drawn').toBe(true)
  expect(await page.locator('canvas').evaluate(growthOfPlace), 'the chart changes the size of its place').toBe(0)
  const physics = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Physics' }) })
  await expect(fact(physics, 'Marks lost')).toHaveText('−1')
  // Ring and chart show different shares of the same section, and say of what.
  await expect(physics.getByRole('img', { name: /^Physics, of its own marks: / })).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Section-wise percentage' })
  await expect(chart.getByRole('listitem').filter({ hasText: 'Physics' })).toHaveText(/% of its own marks.*%$/)
  await page.getByText('Show the times as a table').click()
  const cells = (question: number) => row(page, question).getByRole('cell')
  await expect(cells(1).filter({ hasText: 'Wrong' })).toBeVisible()
  expect(secondsOf(await cells(1).nth(-2).textContent())).toBeGreaterThanOrEqual(40)
  await expect(cells(1).last()).toHaveText('5 sec')
  await expect(cells(4).nth(-2)).toHaveText('Not seen')
  const slow = page.getByRole('region', { name: 'Too slow' })
  await expect(slow).toContainText('1 question took at least twice the median of the candidates, and 20 seconds more.')
  await expect(page.getByRole('region', { name: 'Fast and wrong' }).getByRole('listitem')).toHaveText(/^Q3/)
  await expectAccessibleInBothColours(page)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize(size)

  await slow.getByRole('button', { name: /^Q1 / }).click()
  const heading = (question: number) => page.getByRole('heading', { name: `Question ${question} of 13` })
  await expect(heading(1)).toBeFocused()
  await page.keyboard.press('n')
  await expect(heading(2)).toBeFocused()
  await page.keyboard.press('p')
  await expect(heading(1)).toBeFocused()
  const solutions = page.getByRole('region', { name: 'Solutions' })
  await expect(solutions.locator('.katex').first()).toBeVisible()
  const picture = solutions.getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(solutions.getByText(/^Your time: /).first()).toBeAttached()
  await button(page, 'Wrong (2)').click()
  await expect(solutions.getByRole('heading', { level: 2 })).toHaveCount(2)
  await button(page, 'Skipped (10)').click()
  await expect(solutions.getByRole('heading', { level: 2 })).toHaveCount(10)

  await page.getByRole('link', { name: 'Response sheet' }).click()
  await expect(page.getByRole('heading', { name: exam.title })).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(fact(sheet, 'Candidate')).toHaveText('Asha Menon')
  await expect(fact(sheet, 'Score')).toHaveText('1 of 26')
  const question = (number: number) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Question ${number}`, exact: true }) })
  await expect(fact(question(1), 'Answer')).toHaveText(new RegExp(`^${wrongLetter(first)}`))
  await expect(fact(question(1), 'Correct answer')).toHaveText(first)
  await expect(fact(question(1), 'Saved')).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d+:\d{2}:\d{2} [AP]M IST, no\. 1$/)
  await expect(fact(question(2), 'Answer')).toHaveText(new RegExp(`^${second}`))
  await expect(fact(question(2), 'Outcome')).toHaveText('Correct, +2')
  await expect(fact(question(5), 'Saved')).toHaveText('Nothing to save')
  await expectToPrint(page, sheet)

  // The sheet as a file: all of it opens without a network, formulas and pictures included.
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^response-sheet-science-in-numbers-\d{4}-\d{2}-\d{2}\.html$/)
  const file = test.info().outputPath('sheet.html')
  await download.saveAs(file)
  const html = await readFile(file, 'utf8')
  await page.setViewportSize(phone.viewport)
  expect(html).not.toMatch(/<script|<link|katex-html|src="(?!data:image\/)|(?:href|src)="\//)
  await page.goto(pathToFileURL(file).href)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await expect(page.getByRole('math').first()).toBeVisible()
  const drawn = page.getByRole('img').first()
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A later attempt is told apart, and changes no rank.
  const later = await handInEmpty(learner, id)
  await page.goto(`/mock-test/${id}/exam-result/${later}`)
  await expect(result).toContainText('This is attempt 2. Only first attempts are ranked')
  await expect(fact(result, 'Percentile')).toHaveText(/^100/)
  await page.getByRole('tab', { name: 'Analysis' }).click()
  const accuracy = page.getByRole('group', { name: 'Accuracy by section' }).getByRole('row')
  await expect(accuracy.filter({ hasText: 'Physics' })).toContainText('33.33%1 of 3None given')
})

/**
 * Runs in the page. @returns how many pixels the place of a chart, whose size the chart observes, grows when the chart does
 */
function growthOfPlace(canvas: HTMLElement): number {
  const place = canvas.closest('[aria-hidden=true]')!
  const height = () => place.getBoundingClientRect().height
  const before = height()
  canvas.style.height = '2000px'
  const growth = height() - before
  canvas.style.height = ''
  return growth
}

/** Runs in the page. @returns true when something stands on the canvas */
function isDrawn(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
  return pixels.some((value) => value > 0)
}

/** On paper the sheet stands alone, black on white, whatever the colours of the screen. */
async function expectToPrint(page: Page, sheet: Locator): Promise<void> {
  // Who wants less motion gets none: paper would show what is on its way as it was on the screen.
  const painted = sheet.evaluate((element) => {
    element.style.color = getComputedStyle(element).color
    element.style.color = 'rgb(1, 2, 3)'
    const shown = getComputedStyle(element).color
    element.style.color = ''
    return shown
  })
  expect(await painted).toBe('rgb(1, 2, 3)')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(button(page, 'Print')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Result', exact: true })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

test('what cannot be loaded is said and tried again, and the rest is shown', intercepting, async ({ page, allow }) => {
  allow(/^500 GET .*\/insights\//, /^500 GET .*\/result\//)
  const { result } = await satExam(await logIn(page), demoExam('five-question-taster'))
  const told = page.getByText('result details fetching error.Please try again')
  const failing = { status: 500, json: { status: false, message: 'broken' } }
  await page.route('**/exam/result/*', (route) => route.fulfill(failing), { times: 1 })
  await page.goto(result)
  await expect(told).toBeVisible()
  await expect(page.getByText('Failed to load data')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(told).toBeHidden()

  await page.route('**/exam/insights/*', (route) => route.fulfill(failing), { times: 1 })
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(told).toBeVisible()
  await expect(page.getByText('Failed to load data')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'General studies' })).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.getByRole('heading', { name: 'Time on each question' })).toBeVisible()
})
