import { grantCourse } from '#features/purchases/staff/access/access.contract.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { DAY, indianDay } from '#lib/both/time/clock.ts'
import { bell, entry, notificationDialog, openBell, panel } from '../support/journeys/bell.ts'
import { expect, logIn, newPhone, serverUrl, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

/** Of the demo; no learner of it has this one, but those of other runs of this journey. */
const COURSE = 'K-TET Category II'

test('support tells those of a course something: looks at it first, schedules, sends, and sees who opened it', async ({
  page,
  browser,
}) => {
  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const learner = await theirs.newPage()
  const { id } = await logIn(learner, newPhone(), 'Latha Kumari')
  const { csrf } = await logInAsStaff(page, 'support')
  const headers = { 'x-csrf-token': csrf }
  const titles = await page.request.get(`${servicePaths.v1}/staff/courses/titles`, { headers })
  const { data } = (await titles.json()) as { data: { id: number; title: string }[] }
  const granted = await page.request.post(servicePaths.v1 + grantCourse.path.replace('{id}', String(id)), {
    headers,
    data: { course_id: data.find(({ title }) => title === COURSE)!.id, days: 10, reason: 'A trial' },
  })
  expect(granted.status()).toBe(200)

  await page.goto('/staff')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByRole('link', { name: 'New notification' }).click()
  const title = `The hall tickets are out ${id}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Message').fill('Download yours **today** at https://example.org/hall')
  const opened = page.getByRole('group', { name: 'Opened' })
  await expect(opened.locator('strong')).toHaveText('today')
  await expect(page.getByRole('group', { name: 'Under the bell' })).toContainText(title)
  await expect(page.getByRole('group', { name: 'Pushed' })).toContainText('Download yours today at')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Please choose who is told')).toBeVisible()
  await page.getByLabel('To whom').selectOption({ label: 'Those of a course' })
  await page.getByLabel('Course', { exact: true }).selectOption({ label: COURSE })
  await expect(page.getByText(/^It would reach \d+ learners? now/)).toBeVisible()
  await page.getByLabel('The button leads to').selectOption('general')
  await page.getByLabel('Page or address').fill('/my-courses')
  await expect(opened.getByRole('link', { name: 'Know More' })).toHaveAttribute('href', '/my-courses')
  await page.getByLabel('When').fill(`${indianDay(Date.now() + 2 * DAY)}T18:30`)
  await page.getByRole('button', { name: /^Schedule for \d+ learner/ }).click()

  const heading = page.getByRole('heading', { name: title, level: 1 })
  await expect(heading).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await expect(heading).toContainText('Cancelled')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.keyboard.press('u')
  await expect(heading).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('dialog', { name: 'Send it now?' }).getByRole('button', { name: 'Send now' }).click()
  await expect(heading).toContainText('Sent')
  const counts = page.getByRole('region', { name: 'How many it reached' })
  await expect(counts).toContainText(/Told[1-9]\d* learner/)

  await learner.goto('/courses')
  await openBell(learner)
  await entry(learner, title).click()
  await expect(notificationDialog(learner).locator('strong')).toHaveText('today')
  await expect(notificationDialog(learner).getByRole('link', { name: 'Know More' })).toBeVisible()

  // They are counted every few seconds, by the server.
  await expect(async () => {
    await page.reload()
    await expect(counts).toContainText(/Opened1 \d+% of those told/, { timeout: 3000 })
  }).toPass()

  await page.getByRole('button', { name: 'Withdraw' }).click()
  const asked = page.getByRole('dialog', { name: 'Withdraw this notification' })
  await asked.getByRole('button', { name: 'It was wrong' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(heading).toContainText('Withdrawn')
  await learner.reload()
  await openBell(learner)
  await expect(panel(learner).getByRole('listitem')).not.toHaveCount(0)
  await expect(entry(learner, title)).toBeHidden()
  await expect(bell(learner)).toBeVisible()
  await theirs.close()

  await page.goto('/staff/notifications')
  await page.getByLabel('State').selectOption('withdrawn')
  await expect(page).toHaveURL(/state=withdrawn/)
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText(/1 \d+%$/)
})
