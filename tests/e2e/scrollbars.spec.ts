import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { demoExam, saveAndNext, sit } from '../support/exam-page.ts'

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

/** Colours of what the window shows at a height: on either side of where the gutter of a scrollbar begins. */
async function besideGutter(page: Page, y: number): Promise<[number[], number[]]> {
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  return page.evaluate(
    async ([source, height, bar]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      const at = (x: number) => [...canvas.getImageData(x, height, 1, 1).data]
      return [at(image.width - bar - 5), at(image.width - 5)]
    },
    [picture, y, SCROLLBAR] as const,
  )
}

async function expectNoStrip(page: Page): Promise<void> {
  for (const y of [30, 500, 770]) {
    const [beside, gutter] = await besideGutter(page, y)
    expect(near(gutter, beside), `at ${y} px the gutter is ${gutter}, beside it is ${beside}`).toBe(true)
  }
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
