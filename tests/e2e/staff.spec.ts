import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, newPhone, outboxCode, test } from '../support/journeys/browser.ts'
import { logInAsStaff, staffPhone } from '../support/journeys/staff.ts'

/** Types a phone of the staff in, and the code that is sent to it. */
async function provePhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone').fill(phone)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(await outboxCode(phone))
}

const entry = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words })

test('an owner takes somebody into the staff, who sets up a second factor and sees what their role is for', async ({
  page,
  browser,
  allow,
}) => {
  allow(/^422 POST .*\/staff\/login\//)
  const phone = newPhone()
  // Leads back to where the log-in was asked for.
  await page.goto('/staff/team')
  await provePhone(page, staffPhone('owner'))
  const code = page.getByLabel('Code of your authenticator app')
  await code.fill('000000')
  await expect(page.getByRole('alert').filter({ hasText: 'This is not right' })).toBeVisible()
  // Whoever else logs in as the owner meanwhile uses up the code that the outbox showed.
  await expect(async () => {
    if (await code.isVisible()) await code.fill(await outboxCode(staffPhone('owner'), '91', 6))
    await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible({ timeout: 5000 })
  }).toPass()

  await page.getByRole('button', { name: 'Add somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Add somebody' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Please enter a name')).toBeVisible()
  await form.getByLabel('Name').fill('Nisha Thomas')
  await form.getByLabel('Phone').fill(phone)
  await form.getByLabel('Mentor').check()
  await form.getByLabel('Reason').fill('Teaches from June')
  await page.keyboard.press('Control+Enter')
  await expect(entry(page, phone)).toContainText('No second factor yet')

  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const member = await theirs.newPage()
  await member.goto('/staff')
  await provePhone(member, phone)
  await member.getByRole('button', { name: /^An authenticator app/ }).click()
  const secret = (await member.locator('p.font-mono').innerText()).replace(/\s/g, '')
  await member.getByLabel('The code that it shows').fill(generateSync({ secret }))
  await expect(member.getByRole('listitem')).toHaveCount(10)
  await member.getByRole('button', { name: 'I have kept them' }).click()
  await expect(member.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(member.getByRole('link', { name: 'My account' })).toBeVisible()
  await expect(member.getByRole('link', { name: 'Audit log' })).toBeHidden()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(entry(page, 'Teaches from June')).toContainText(phone)
  await expect(entry(page, 'a new authenticator')).toContainText('Nisha Thomas')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await expect(page.getByText(/^Whole: \d+ entries/)).toBeVisible()
  await theirs.close()
})

test('somebody of the staff logs out, and the page behind is no way back', async ({ page }) => {
  await logInAsStaff(page, 'accountant')
  await page.goto('/staff')
  await expect(page.getByText('Sales, with GST')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Phone')).toBeVisible()
  await page.goto('/staff/account')
  await expect(page.getByLabel('Phone')).toBeVisible()
})
