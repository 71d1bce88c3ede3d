import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/journeys/browser.ts'
import { askToSubmit, choose, demoExam, sit } from '../support/journeys/exam-page.ts'

const taster = demoExam('five-question-taster')

/** Top and bottom of what is visible, in pixels. */
async function spanOf(each: Locator): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await each.boundingBox())!
  return { top: y, bottom: y + height }
}

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1280, 720],
] as const)
  test(`toasts on an exam ${width} px wide cover neither back, timer nor submit, on the page and over a dialog`, async ({
    page,
    context,
    allow,
  }) => {
    allow(/^500 POST .*\/exam\/update\//)
    await page.setViewportSize({ width, height })
    await sit(page, taster)
    await choose(page, taster.key[0]!)
    await context.route(/\/exam\/update\//, (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await page.getByRole('button', { name: 'Clear Response' }).click()
    await choose(page, taster.key[1]!)
    await page.getByRole('button', { name: 'Save & Next' }).click()
    const toasts = ['Failed to clear answer.', 'Failed to update asnwer'].map((text) => page.getByText(text))
    const expectClear = async (covered: Locator[]) => {
      for (const toast of toasts) await expect(toast).toBeVisible()
      await expect(async () => {
        for (const each of covered) {
          const [own, other] = [await spanOf(toasts[0]!.locator('..')), await spanOf(each)]
          const next = await spanOf(toasts[1]!.locator('..'))
          const [top, bottom] = [Math.min(own.top, next.top), Math.max(own.bottom, next.bottom)]
          expect(top >= other.bottom || bottom <= other.top, JSON.stringify({ own, next, other })).toBe(true)
        }
      }).toPass()
    }
    const bar = [
      page.getByRole('button', { name: 'Back' }),
      page.getByRole('timer'),
      page.getByRole('button', { name: 'Submit' }).filter({ visible: true }),
      page.getByRole('button', { name: 'Save & Next' }),
    ]
    // The pointer on a toast keeps it.
    await toasts[1]!.hover()
    await expectClear(bar)
    await expectAccessible(page)
    await page.mouse.move(0, height - 1)
    await expect(toasts[1]!).toBeHidden()

    const dialog = await askToSubmit(page)
    await dialog.getByRole('button', { name: 'Yes, Submit' }).click()
    await expect(toasts[1]!).toBeVisible()
    await toasts[1]!.hover()
    const span = await spanOf(toasts[1]!.locator('..'))
    for (const name of ['Cancel', 'Submit without them', 'Try again']) {
      const other = await spanOf(dialog.getByRole('button', { name }))
      expect(span.top >= other.bottom || span.bottom <= other.top).toBe(true)
    }
  })
