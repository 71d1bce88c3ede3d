import { expect } from 'vitest'
import { listMockExams } from '#features/exams/list/exam-list.contract.ts'
import { getExamResult } from '#features/exams/result/results.contract.ts'
import { startExam } from '#features/exams/take/take.contract.ts'
import { demoExam, wrongLetter } from '../../support/packs/demo-exam.ts'
import type { Page } from '../page.ts'
import type { Site } from '../site.ts'
import { logIn, type Journey } from './journey.ts'

/** An exam that is long enough for a slow machine. */
const exam = demoExam('polity-sectional')
/** Right, wrong, right, right; the other questions stay unanswered. */
const chosen = exam.key.slice(0, 4).map((right, place) => (place === 1 ? wrongLetter(right) : right))

export const offlineAnswers: Journey = {
  title:
    'answers given offline survive the offline page, another tab, leaving and a reload, reach the server by themselves and count in the result',
  run: async (page, site) => {
    const { id, token } = await sit(page, site)
    await answer(page, 1)
    await seeStatus(page, /saved/i)
    await keptForOffline(page, id)
    await page.click('button', 'Save & Next')
    await page.see('heading', /^Question 2 of 20/)

    await site.closeDoor()
    await answer(page, 2)
    await page.click('button', 'Save & Next')
    await page.see('heading', /^Question 3 of 20/)
    await answer(page, 3)
    await seeStatus(page, /2 (answers )?on this device/)
    await page.open('/mock-test')
    await page.see('heading', 'The site cannot be reached')
    await page.inNewTab(async () => {
      await page.open(`/exam/${id}/start`)
      await seeAnswered(page, [2, 3], 'Answered, on this device')
    })
    await page.click('link', /^Go on with your exam: /)
    await page.see('heading', /^Question 3 of 20/)
    await seeAnswered(page, [2, 3], 'Answered, on this device')
    await page.reload()
    await page.see('heading', /^Question 3 of 20/)
    await seeAnswered(page, [2, 3], 'Answered, on this device')

    await site.openDoor()
    await seeAnswered(page, [1, 2, 3], 'Answered')
    await page.until('the header is not offline', async () => !/offline|on this device/i.test(await header(page)))

    // The page is left while online: answers given offline after it must be kept as well.
    await page.open('/mock-test')
    await page.see('heading', 'General Exams')
    await page.open(`/exam/${id}/start`)
    await page.see('heading', /^Question 3 of 20/)
    await page.click('button', 'Save & Next')
    await page.see('heading', /^Question 4 of 20/)
    await site.closeDoor()
    await answer(page, 4)
    await seeStatus(page, /1 (answer )?on this device/)
    await page.reload()
    await page.see('heading', /^Question 4 of 20/)
    await seeAnswered(page, [4], 'Answered, on this device')
    await site.openDoor()
    await seeAnswered(page, [1, 2, 3, 4], 'Answered')

    await page.click('button', 'Submit')
    await page.click('button', 'Yes, Submit')
    await page.until('the result', () => page.evaluate(() => location.pathname.includes('/exam-result/')))
    await page.see('heading', new RegExp(exam.title))
    await expectResult(page, site, token)
  },
}

/** Sits a new learner in the taster. */
async function sit(page: Page, site: Site): Promise<{ id: number; token: string }> {
  const { token } = await logIn(page, site)
  const { body } = await site.call(listMockExams, { query: {}, body: { status: 'all', per_page: 50 } }, { token })
  const { id } = body.exams.data.find(({ title }) => title === exam.title)!
  const { status } = await site.call(startExam, { body: { exam_id: id, status: 'start' } }, { token })
  expect(status).toBe(200)
  await page.open(`/exam/${id}/start`)
  await page.see('heading', /^Question 1 of 20/)
  return { id, token }
}

/** Answers the question on the screen with the keyboard. */
async function answer(page: Page, question: number): Promise<void> {
  const letter = chosen[question - 1]!
  const place = letter.charCodeAt(0) - 65
  await page.press(letter.toLowerCase())
  await page.until(`option ${letter} is chosen`, () =>
    page.evaluate((at) => document.querySelectorAll<HTMLInputElement>('main input[type=radio]')[at]!.checked, place),
  )
}

const header = (page: Page) => page.evaluate(() => document.querySelector('header')!.innerText)

const seeStatus = (page: Page, text: RegExp) =>
  page.until(`status ${String(text)}`, async () => text.test(await header(page)))

/** Waits until the service worker has the exam page, and the offline page its own. */
async function keptForOffline(page: Page, id: number): Promise<void> {
  await page.until('the exam page is kept for offline use', () =>
    page.evaluate(async (path) => {
      const away = (await navigator.serviceWorker.getRegistration('/'))?.active?.state
      return away === 'activated' && (await caches.match(path)) !== undefined
    }, `/exam/${id}/start`),
  )
}

async function seeAnswered(page: Page, questions: number[], state: string): Promise<void> {
  for (const question of questions) await page.see('button', `Question ${question}, ${state}`)
}

async function expectResult(page: Page, site: Site, token: string): Promise<void> {
  const resultId = await page.evaluate(() => Number(location.pathname.split('/').at(-1)))
  const { body } = await site.call(getExamResult, { params: { resultId } }, { token })
  const letters = body.data.exam_questions.map(({ your_answer, question }) => {
    const place = question.answer_option.findIndex(({ id }) => id === your_answer)
    return place < 0 ? null : String.fromCharCode(65 + place)
  })
  expect(letters).toEqual(exam.key.map((_, place) => chosen[place] ?? null))
}
