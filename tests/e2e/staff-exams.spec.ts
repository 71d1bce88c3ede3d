import { expect, serverUrl, test } from '../support/journeys/browser.ts'
import { demoExam, sit } from '../support/journeys/exam-page.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

const taster = demoExam('five-question-taster')

test('an author sees who sits an exam and gives one of them five minutes, with the reason', async ({
  page,
  browser,
}) => {
  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const candidate = await theirs.newPage()
  const { paper } = await sit(candidate, taster)
  const attempt = paper.open_attempt!.id

  await logInAsStaff(page, 'author')
  await page.goto('/staff')
  await page.getByRole('link', { name: /^In an exam now/ }).click()
  await page.getByRole('link', { name: taster.title, exact: true }).click()
  await expect(page.getByRole('heading', { name: taster.title, level: 1 })).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: `Attempt ${attempt}` })
  await expect(row).toContainText('0 of 5')
  await expect(row).toContainText('Here')
  await row.getByRole('button', { name: 'Give time' }).click()
  const form = page.getByRole('dialog', { name: /^Give time/ })
  await form.getByLabel('Minutes').fill('5')
  await form.getByRole('button', { name: 'Give time' }).click()
  await expect(form.getByText('A reason is needed')).toBeVisible()
  await form.getByLabel('Reason').fill('The power failed')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^The attempt ends at /)).toBeVisible()
  await expect(row).toContainText('+5 min given')

  // The tab stands in the address, and what is too little to tell says so.
  await page.getByRole('tab', { name: 'Questions' }).click()
  await expect(page).toHaveURL(/tab=questions/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Questions', selected: true })).toBeVisible()
  await theirs.close()
})
