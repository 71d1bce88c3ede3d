import { DAY, indianDay } from '#lib/both/time/clock.ts'
import { bell, entry, openBell } from '../support/journeys/bell.ts'
import { courseId } from '../support/journeys/course-page.ts'
import { expect, logIn, serverUrl, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

/** A course of the demo that no other journey is about. */
const course = 'RBI Grade B'

test('a class is made, moved, cancelled and brought back in the console, a price is changed, and learners see all of it', async ({
  page,
  browser,
  allow,
}) => {
  allow(/^422 POST \/api\/v1\/staff\/(live-classes\/make|prices\/change)$/)
  const id = await courseId(course)
  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const learner = await theirs.newPage()
  const { id: learnerId } = await logIn(learner)
  const { csrf } = await logInAsStaff(page, 'owner')
  const granted = await page.request.post(`/api/v1/staff/learners/${learnerId}/access/grant`, {
    headers: { 'x-csrf-token': csrf },
    data: { course_id: id, days: 30, reason: 'A journey' },
  })
  expect(granted.status()).toBe(200)

  const title = `Monetary policy ${Date.now()}`
  const day = indianDay(Date.now() + 2 * DAY)
  await page.goto('/staff/live-classes')
  await page.getByRole('button', { name: 'Make a class' }).click()
  const form = page.getByRole('dialog', { name: 'Make a class' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Course', { exact: true }).selectOption({ label: course })
  await form.getByLabel('Starts').fill(`${day}T18:00`)
  await form.getByLabel('Ends').fill(`${day}T17:00`)
  await form.getByLabel('Mentor').fill('Lekha Varma')
  await form.getByLabel('Link to the meeting').fill('https://meet.example.org/policy')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Must be after the start')).toBeVisible()
  await form.getByLabel('Ends').fill(`${day}T19:30`)
  await expect(form.getByText('1 hr 30 min')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The class is made')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('6:00 PM – 7:30 PM IST')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const change = page.getByRole('dialog', { name: 'Change a class' })
  await change.getByLabel('Starts').fill(`${day}T20:00`)
  await change.getByLabel('Ends').fill(`${day}T21:00`)
  await expect(change.getByText('The learners of the course will be told of the new time')).toBeVisible()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: 1 learner is told')).toBeVisible()
  await expect(row).toContainText('8:00 PM – 9:00 PM IST')

  await learner.goto('/dashboard')
  await expect(bell(learner)).toHaveAccessibleName(/unread$/)
  await openBell(learner)
  await entry(learner, 'Live class moved to').click()
  await learner.getByRole('link', { name: 'Know More' }).click()
  const card = learner.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText('8:00 PM – 9:00 PM IST')

  await row.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText(`${title}. Cancelled: 1 learner is told`)).toBeVisible()
  // The time to undo it stands still for whoever is there.
  const undo = page.getByRole('button', { name: /^Undo/ })
  await undo.focus()
  await expect(row).toBeHidden()
  await learner.reload()
  await expect(learner.getByText('No live classes scheduled at the moment.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(row).toContainText('Upcoming')
  await learner.reload()
  await expect(card).toBeVisible()

  await page.goto('/staff/prices?words=rbi')
  await page.getByRole('button', { name: `Change: ${course}` }).click()
  const price = page.getByRole('dialog', { name: `Price of ${course}` })
  await price.getByLabel('Price before GST').fill('11000')
  await price.getByLabel(/^Offer before GST/).fill('11500')
  await price.getByRole('button', { name: 'Save' }).click()
  await expect(price.getByText('Must be lower than the price')).toBeVisible()
  await price.getByLabel(/^Offer before GST/).fill('10500.50')
  await expect(price.getByText('₹12,390.60')).toBeVisible()
  await price.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Learners pay ₹12,390.60 now')).toBeVisible()
  await undo.focus()
  // Servers look for a new version of the content once a second.
  await expect(async () => {
    await learner.goto(`/courses/${id}`)
    await expect(learner.getByText('₹10,500.50').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await undo.click()
  await expect(page.getByRole('row').filter({ hasText: course })).toContainText('₹13,000.00')
  await theirs.close()
})
