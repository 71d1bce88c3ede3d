import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { CoursePage } from '#features/course/course.contract.ts'
import { notificationDialog, openBell, panel } from '../support/journeys/bell.ts'
import { expect, logIn, phone, test as base } from '../support/journeys/browser.ts'
import { courseId, degreePrelims } from '../support/journeys/course-page.ts'
import { button, demoExam, expectQuestion, api, option, satExam, sit } from '../support/journeys/exam-page.ts'
import { examFormulas } from '../support/packs/exam-formulas.ts'
import { showFormulaSite } from '../support/journeys/formula-site.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

/** Every text and every option consists of formulas, of which many are wider than a phone. */
const test = base.extend<object, { formulaSite: void }>({
  formulaSite: [async ({}, use) => showFormulaSite(use), { scope: 'worker', auto: true, timeout: 300_000 }],
})

const narrow = { width: 320, height: 640 }

// One after the other, so that the site is made and started once.
test.describe.configure({ timeout: 300_000, mode: 'default' })
test.use(phone)

const mock = demoExam('psc-degree-prelims-mock-1')
const sectional = demoExam('polity-sectional')

test('no formula of an exam makes its page wider than a phone, and each can be scrolled to its end', async ({
  page,
}) => {
  await sit(page, mock)
  for (let number = 1; number <= mock.key.length; number += 1) {
    await expectQuestion(page, number)
    await expectNothingCutOff(page)
    const widths = await page.locator('fieldset label').evaluateAll((all) => all.map((each) => each.clientWidth))
    expect(new Set(widths).size, `widths of the options of question ${number}: ${widths.join()}`).toBe(1)
    await page.keyboard.press('ArrowRight')
  }
})

test('a wide formula takes the focus and scrolls by keyboard, and a wide option is chosen by a tap on it', async ({
  page,
}) => {
  await sit(page, mock)
  const wide = page.locator('.authored [tabindex="0"], .authored[tabindex="0"]')
  let number = 1
  for (; (await page.locator('label .authored[tabindex="0"]').count()) === 0; number += 1) {
    await page.keyboard.press('ArrowRight')
    await expectQuestion(page, number + 1)
  }
  const scrolled = () => page.evaluate(() => document.activeElement!.scrollLeft)
  for (const _ of await wide.all()) {
    do await page.keyboard.press('Tab')
    while (!(await page.evaluate(() => document.activeElement!.matches('.authored [tabindex], .authored[tabindex]'))))
    await page.keyboard.press('ArrowRight')
    await expect.poll(scrolled).toBeGreaterThan(0)
    await expectQuestion(page, number)
  }
  // Blocks that fit are no stops.
  expect(await page.evaluate(findCutOff, true)).toEqual([])

  const label = page.locator('label', { has: page.locator('.authored[tabindex="0"]') }).first()
  await label.locator('.authored').tap()
  await expect(label.getByRole('radio')).toBeChecked()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.locator('label .authored[tabindex]')).toHaveCount(0)
})

test('no formula of solutions, response sheet, its print and its file is cut off', async ({ page }) => {
  const { result } = await satExam(await logIn(page), sectional, {
    1: 'A',
    2: 'B',
    3: 'C',
    4: 'D',
    5: 'A',
    6: 'B',
    7: 'C',
  })
  await page.goto(result)
  await button(page, 'View Solution').tap()
  await expect(page.getByRole('heading', { name: `Question ${sectional.key.length} of` })).toBeAttached()
  await expectNothingCutOff(page)

  await page.goto(`${result}/sheet`)
  await expect(page.getByRole('heading', { name: `Question ${sectional.key.length}`, exact: true })).toBeVisible()
  await expectNothingCutOff(page)
  // A4 without its margins.
  await page.setViewportSize({ width: 695, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(findCutOff, false)).toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(phone.viewport)

  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  const file = test.info().outputPath('sheet.html')
  await (await downloading).saveAs(file)
  await page.goto(pathToFileURL(file).href)
  await expect(page.getByRole('math').first()).toBeVisible()
  await expectNothingCutOff(page)
})

test('nor is one of an exam before its start, of practice, a quiz, a video exam and workouts', async ({ page }) => {
  const learner = await logIn(page, '9000000001')
  const { id } = await satExam(learner, demoExam('five-question-taster'))
  await page.goto(`/mock-test/${id}`)
  await expect(page.locator('.authored').first()).toBeVisible()
  await expectNothingCutOff(page)
  await page.goto(`/exam/${id}/start`)
  await expect(page.locator('.authored').first()).toBeVisible()
  await expectNothingCutOff(page)

  await page.goto('/practice')
  await page.getByRole('tab', { name: /Notebook/ }).click()
  await expect(page.getByRole('tabpanel').locator('.authored').first()).toBeVisible()
  await expectNothingCutOff(page)
  await page.goto(`/practice?source=exam:${id}`)
  await page.getByRole('link', { name: 'Start practice' }).click()
  await expectQuestion(page, 1)
  await expectNothingCutOff(page)
  await option(page, 'A').locator('xpath=..').tap()
  await button(page, 'Check').tap()
  await expect(page.getByRole('heading', { name: 'Explanation' })).toBeVisible()
  await expectNothingCutOff(page)

  await page.goto('/quizzes/1')
  await expectQuestion(page, 1)
  await expectNothingCutOff(page)

  const course = await courseId(degreePrelims)
  const { page_content } = await api<{ page_content: CoursePage }>(learner, `/courses/mycourse/${course}`, {})
  const chapter = page_content.sections
    .flatMap(({ chapters }) => chapters)
    .find(({ open, question_count }) => open && question_count > 1)!
  await page.goto(`/my-courses/${course}?chapter=${chapter.id}&tab=examinations`)
  await button(page, 'Attend Exam').tap()
  await expectQuestion(page, 1)
  await expectNothingCutOff(page)

  await page.goto('/daily-workouts')
  await expect(page.locator('.authored').first()).toBeVisible()
  await expectNothingCutOff(page)
})

test('nor is one of a course, news, an article, a webinar and a notification', async ({ page }) => {
  for (const address of ['/courses/1', '/news/1', '/blog/1', '/webinars/1']) {
    await page.goto(address)
    await expect(page.locator('.authored').first()).toBeVisible()
    await expectNothingCutOff(page)
  }
  await logIn(page, '9000000001')
  await page.goto('/dashboard')
  await openBell(page)
  await panel(page).getByRole('listitem').getByRole('button').first().click()
  await expect(notificationDialog(page).locator('.authored')).toBeVisible()
  await expectNothingCutOff(page)
})

test('nor is one of a preview in the console', async ({ page }) => {
  await logInAsStaff(page, 'author')
  await page.goto('/staff/workouts/new')
  const wide = examFormulas.toSorted((one, other) => other.length - one.length)[0]!
  await page.getByRole('textbox', { name: /^Text/ }).fill(`Within $${wide}$ a line.\n\n$$\n${wide}\n$$`)
  await expect(page.locator('.authored .katex-display')).toBeVisible()
  await expectNothingCutOff(page)
})

async function expectNothingCutOff(page: Page): Promise<void> {
  for (const viewport of [phone.viewport, narrow]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => page.evaluate(findCutOff, true), `at ${viewport.width} px`).toEqual([])
  }
}

/**
 * Runs in the page.
 * @param scrolls whether blocks may scroll; on paper none does
 * @returns what makes the page wider than the screen, parts of formulas that cannot be scrolled into sight, wide blocks
 *   that no keyboard reaches, and blocks that are stops of the keyboard and fit
 */
function findCutOff(scrolls: boolean): string[] {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide, the screen ${clientWidth}`)
  const tell = (what: string, element: Element) => found.push(`${what}: ${element.outerHTML.slice(0, 200)}`)
  const clips = new Map<Element, Element | null>()
  const clipOf = (element: Element): Element | null => {
    if (getComputedStyle(element).overflowX !== 'visible') return element
    const parent = element.parentElement
    if (parent && !clips.has(parent)) clips.set(parent, clipOf(parent))
    return (parent && clips.get(parent)) ?? null
  }
  for (const part of document.querySelectorAll('.katex-base, math:not(.katex math)')) {
    const box = part.getBoundingClientRect()
    if (box.width === 0) continue
    const clip = clipOf(part)
    if (!clip || clip === document.documentElement || clip === document.body) {
      if (box.right > clientWidth + 1 || box.left < -1) tell('beyond the screen', part)
      continue
    }
    const { overflowX } = getComputedStyle(clip)
    const edge = clip.getBoundingClientRect()
    const start = edge.left + clip.clientLeft - clip.scrollLeft
    if (edge.right > clientWidth + 1) tell('a scroller beyond the screen', clip)
    if (overflowX === 'auto' && scrolls) {
      if (box.left < start - 1 || box.right > start + clip.scrollWidth + 1) tell('out of reach', part)
    } else if (box.left < edge.left - 1 || box.right > edge.right + 1) tell('cut off', part)
  }
  if (scrolls)
    for (const text of document.querySelectorAll('.authored'))
      for (const block of [
        text,
        ...text.querySelectorAll('p, h2, h3, h4, ul, ol, blockquote, table, pre, .katex-display'),
      ]) {
        if (getComputedStyle(block).overflowX !== 'auto') continue
        const stop = (block as HTMLElement).tabIndex === 0
        const wide = block.scrollWidth > block.clientWidth
        if (stop !== wide && text.closest('astro-island'))
          tell(wide ? 'no stop of the keyboard' : 'a stop that fits', block)
      }
  return found
}
