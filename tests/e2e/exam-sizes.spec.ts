import { expect, phone, test } from '../support/journeys/browser.ts'
import { button, choose, demoExam, expectQuestion, option, sit } from '../support/journeys/exam-page.ts'

const taster = demoExam('five-question-taster')

test.use(phone)

test('at 200 % text size every button of the exam screen is within the width of a phone', async ({ page }) => {
  await sit(page, taster)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    for (const each of await page.getByRole('button').filter({ visible: true }).all()) {
      const box = (await each.boundingBox())!
      expect(box.x, await each.innerText()).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width, await each.innerText()).toBeLessThanOrEqual(width)
    }
  }
})

test('a phone in landscape leaves most of its height to the question, and the time stays in sight', async ({
  page,
}) => {
  await sit(page, taster)
  // A phone of 667 by 375 px without the bars of its browser.
  await page.setViewportSize({ width: 667, height: 310 })
  const bar = page.getByRole('group', { name: 'Question actions' })
  const room = async () => {
    const { y, height } = (await page.locator('header').boundingBox())!
    return Math.min(310, (await bar.boundingBox())!.y) - y - height
  }
  await expect.poll(room).toBeGreaterThanOrEqual(250)
  await bar.scrollIntoViewIfNeeded()
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
})

test('the focus stays on Clear Response, and returns to the button that opened the palette', async ({ page }) => {
  await sit(page, taster)
  await choose(page, 'B')
  await expect(option(page, 'B')).toBeChecked()
  const clear = button(page, 'Clear Response')
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(option(page, 'B')).not.toBeChecked()
  await expect(clear).toBeDisabled()
  await expect(clear).toBeFocused()
  const opener = page.getByRole('button', { name: /Show all questions/ })
  for (const close of ['button', 'Escape']) {
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Questions' })
    await expect(sheet).toBeVisible()
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Questions' })
    .getByRole('button', { name: /^3\b|Question 3/ })
    .first()
    .click()
  await expectQuestion(page, 3)
  await expect(page.getByRole('heading', { name: /^Question 3 of/ })).toBeFocused()
})
