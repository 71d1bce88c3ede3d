import { expect, logIn, test } from '../support/browser.ts'
import { ownerIn } from '../support/course-page.ts'

test('daily workouts are turned ten a page; pictures fill the screen and documents are downloaded', async ({
  page,
}, info) => {
  await logIn(page, ownerIn(info))
  await page.goto('/daily-workouts')
  const writs = page.getByRole('article').filter({ hasText: 'Fact sheet: the five writs' })
  const enlarge = writs.getByRole('button', { name: /full screen/ })
  const noted = page.waitForResponse(/\/dailyworkoutlog\/\d+$/)
  await enlarge.click()
  const overlay = page.getByRole('dialog')
  await expect(overlay.getByRole('img')).toBeVisible()
  expect((await noted).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(enlarge).toBeFocused()
  await expect(writs.getByText('Opened')).toBeVisible()
  await enlarge.click()
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(overlay).toBeHidden()

  const downloaded = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^Download / })
    .first()
    .click()
  expect((await downloaded).suggestedFilename()).toMatch(/\.pdf$/)

  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('button', { name: /next/i }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(writs).toBeHidden()
  await page.goBack()
  await expect(writs).toBeVisible()
})

test('daily workouts of an expired course say how to go on, and without courses where to find one', async ({
  page,
}) => {
  await logIn(page, '9000000001')
  await page.goto('/daily-workouts')
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'SSC CGL Tier 1 Complete Course (expired)' })
  await expect(page.getByText('This course has expired. Please renew to continue.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await logIn(page)
  await page.goto('/daily-workouts')
  await expect(page.getByRole('link', { name: 'Browse Courses' })).toBeVisible()
})
