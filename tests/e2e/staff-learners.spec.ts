import { grantCourse } from '#features/purchases/staff/access/access.contract.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { expect, logIn, newPhone, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

test('support finds a learner by the phone, keeps a course open for longer, and sees so in the log', async ({
  page,
  browser,
}) => {
  const phone = newPhone()
  const theirs = await browser.newContext()
  await logIn(await theirs.newPage(), phone, 'Latha Kumari')
  await theirs.close()
  const { csrf } = await logInAsStaff(page, 'support')

  await page.goto('/staff')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: 'Learners', level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
  const row = page.getByRole('row').filter({ hasText: phone })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: 'Latha Kumari' }).click()
  await expect(page.getByRole('heading', { name: 'Latha Kumari', level: 1 })).toBeVisible()
  await expect(page.getByText('Never had a course')).toBeVisible()

  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const granted = await page.request.post(servicePaths.v1 + grantCourse.path.replace('{id}', id), {
    headers: { 'x-csrf-token': csrf },
    data: { course_id: 1, days: 10, reason: 'A trial' },
  })
  expect(granted.status()).toBe(200)
  await page.getByRole('tab', { name: 'Courses' }).click()
  await page.getByRole('button', { name: /^Extend: / }).click()
  const form = page.getByRole('dialog', { name: /^Extend / })
  await form.getByLabel('Days').fill('5')
  await form.getByRole('button', { name: 'Extend' }).click()
  await expect(form.getByText('A reason is needed')).toBeVisible()
  await form.getByLabel('Reason').fill('The power failed for days')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Open until \d\d-\d\d-\d{4}$/)).toBeVisible()
  await expect(form).toBeHidden()

  await page.getByRole('tab', { name: 'Log' }).click()
  const entry = page.getByRole('row').filter({ hasText: 'The power failed for days' })
  await expect(entry).toContainText('access extended')
  await page.reload()
  await expect(entry).toContainText('access extended')
})
