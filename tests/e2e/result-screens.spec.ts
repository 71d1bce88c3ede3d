import type { Locator } from '@playwright/test'
import { expect, phone, test } from '../support/journeys/browser.ts'
import { choose, demoExam, expectSaved, sit, submit } from '../support/journeys/exam-page.ts'

test.use(phone)

test('the analysis of an exam with one section draws no pie, and its tiles and boxes have one shape', async ({
  page,
}) => {
  const exam = demoExam('vocabulary-sprint')
  expect(exam.sections.length).toBe(1)
  await sit(page, exam)
  await choose(page, 'A')
  await expectSaved(page)
  await submit(page)
  // The arc begins at 72.
  expect(await page.getByRole('img', { name: /^Score: / }).evaluate(reachOf)).toBeLessThan(72)

  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.getByText('This exam has one section, in which you scored')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Section-wise percentage' })).toHaveCount(0)

  const times = page.getByRole('region', { name: 'Time on each question' })
  const tiles = times.locator('dl > div')
  await expect(tiles).toHaveCount(3)
  for (const width of [320, 360, 640, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(new Set(await tiles.evaluateAll(shapesOf)).size, `shapes at ${width} px`).toBe(1)
    for (const name of ['Too slow', 'Fast and wrong'])
      expect(await emptyBelow(times.getByRole('region', { name })), `${name} at ${width} px`).toBeLessThanOrEqual(20)
  }
})

/** Runs in the page. @returns of each tile whether its value stands beside or below its term */
function shapesOf(tiles: Element[]): string[] {
  return tiles.map((tile) => {
    const [term, value] = [...tile.children].map((part) => part.getBoundingClientRect())
    return value!.top >= term!.bottom - 1 ? 'below' : 'beside'
  })
}

/** Runs in the page. @returns units between the middle of the arc and the corner of the score that is farthest from it */
function reachOf(gauge: Element): number {
  const [score] = gauge.getElementsByTagName('text')
  const { x, y, width, height } = (score as SVGTextElement).getBBox()
  // Above its digits the box has a third of a line for accents.
  const top = y + height * 0.12
  return Math.max(...[x, x + width].map((at) => Math.hypot(at - 100, top - 100)))
}

/** @returns empty pixels below the last line of a box */
const emptyBelow = (box: Locator) =>
  box.evaluate((each) => each.getBoundingClientRect().bottom - each.lastElementChild!.getBoundingClientRect().bottom)
