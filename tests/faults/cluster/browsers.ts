import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { findChromium } from '../../../scripts/chromium.mjs'
import { callsThrough } from '../../support/api/calls.ts'
import type { Random } from '../../support/random.ts'
import { candidateOf } from '../../support/scenes/candidate.ts'
import type { SeededExam } from '../../support/scenes/exam-fixture.ts'

/** Real browsers, each with a candidate at the exam's page. */
export interface Browsers {
  /**
   * Touches nothing any more and waits until each page says that all is saved.
   * @returns how many answers were chosen, and how many of them the server does not have
   */
  settle: () => Promise<{ chosen: number; missing: number }>
  close: () => Promise<void>
}

const LETTERS = ['A', 'B', 'C', 'D']

/** The chance that a candidate reloads the page after an answer, also while the server is away. */
const RELOADS = 0.03

/** Opens the exam in as many browsers as there are learners, and answers in each about once a second. */
export async function startBrowsers(
  url: string,
  exam: SeededExam,
  learners: { id: number; token: string }[],
  random: Random,
): Promise<Browsers> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  let running = true
  const call = callsThrough((path, init) => fetch(url + path, init))
  const visits = await Promise.all(
    learners.map(async (learner) => {
      const candidate = candidateOf({ call }, exam, learner.token)
      await candidate.start()
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
      const user = JSON.stringify({ ...learner, registration_completed: 'Y' })
      await context.addInitScript((text) => localStorage.setItem('user', text), user)
      const page = await context.newPage()
      await page.goto(`${url}/exam/${exam.id}/start`)
      await questionShown(page)
      return { candidate, page, chosen: new Map<number, number>() }
    }),
  )
  const answering = visits.map(async ({ page, chosen }) => {
    while (running) {
      const number = await questionShown(page)
      const letter = Math.floor(random.between(0, LETTERS.length))
      await page.keyboard.press(LETTERS[letter]!)
      await page.getByRole('radio').nth(letter).and(page.locator(':checked')).waitFor({ timeout: MINUTE })
      chosen.set(number, letter)
      await pause(random.between(SECOND / 2, 2 * SECOND))
      if (random.chance(RELOADS)) {
        await page.reload({ timeout: 2 * MINUTE })
        continue
      }
      if (!random.chance(0.5)) continue
      const last = number === exam.questions.length
      await page.getByRole('button', { name: last ? 'Previous' : 'Save & Next' }).click()
      await page.waitForFunction(
        (before) => !document.querySelector('h2')?.textContent.startsWith(`Question ${before} of`),
        number,
        { timeout: MINUTE },
      )
    }
  })
  // A failure is told when they settle; until then another may have ended the run.
  for (const each of answering) each.catch(() => {})
  return {
    settle: async () => {
      running = false
      await Promise.all(answering)
      const outcome = { chosen: 0, missing: 0 }
      for (const { candidate, page, chosen } of visits) {
        const saved = page.locator('header').getByText(/^(All answers saved|Saved)$/)
        await saved
          .filter({ visible: true })
          .first()
          .waitFor({ timeout: 2 * MINUTE })
        const { exam_questions, open_attempt } = (await candidate.detail()).body.data
        const stored = new Map(open_attempt!.responses.map(({ qid, answer_option_id }) => [qid, answer_option_id]))
        for (const [number, letter] of chosen) {
          const { qid, question } = exam_questions[number - 1]!
          outcome.chosen += 1
          if (stored.get(qid) !== question.answer_option[letter]!.id) outcome.missing += 1
        }
      }
      return outcome
    },
    close: () => browser.close(),
  }
}

/** @throws Error with what the page says in place of a question */
async function questionShown(page: Page): Promise<number> {
  try {
    const heading = page.getByRole('heading', { name: /^Question \d+ of / })
    return Number(/\d+/.exec((await heading.textContent({ timeout: 2 * MINUTE }))!)![0])
  } catch (error) {
    const shown = await page.locator('body').innerText()
    throw new Error(`A browser shows no question, but: ${shown.slice(0, 300)}`, { cause: error })
  }
}
