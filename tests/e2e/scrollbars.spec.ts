import type { Page } from '@playwright/test'
import { expect, test } from '../support/journeys/browser.ts'
import { demoExam, saveAndNext, sit } from '../support/journeys/exam-page.ts'

/** Scrollbars that take room, as a mouse has them; Playwright hides them otherwise. */
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

const SCROLLBAR = 15

/** Red, green and blue may differ by a step, as layers are rounded one after the other. */
const near = (one: number[], other: number[]) => one.every((part, at) => Math.abs(part - other[at]!) <= 1)

/** Pixels from the top: in the bar, in the question and in what stands below it. */
const HEIGHTS = [30, 500, 770]

async function expectNoStrip(page: Page): Promise<void> {
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  const colors = await page.evaluate(
    async ([source, heights, bar]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...canvas.getImageData(x, y, 1, 1).data]
      return heights.map((y) => ({ y, beside: at(image.width - bar - 5, y), gutter: at(image.width - 5, y) }))
    },
    [picture, HEIGHTS, SCROLLBAR] as const,
  )
  for (const { y, beside, gutter } of colors)
    expect(near(gutter, beside), `at ${y} px the gutter is ${gutter}, beside it is ${beside}`).toBe(true)
}

test('no strip stands beside the exam and its dialogs where scrollbars take room, and nothing jumps', async ({
  page,
}) => {
  await sit(page, demoExam('five-question-taster'))
  const width = () => page.evaluate(() => document.body.clientWidth)
  const whole = await width()
  await expectNoStrip(page)
  await saveAndNext(page, 2)
  // The question is longer than the window.
  await page.setViewportSize({ width: 1280, height: 400 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true)
  expect(await width()).toBe(whole)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Submit the exam?' })).toBeVisible()
    await expectNoStrip(page)
    expect(await width()).toBe(whole)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})
