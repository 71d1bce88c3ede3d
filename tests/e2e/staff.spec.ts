import type { Page, Route } from '@playwright/test'
import { generateSync } from 'otplib'
import {
  expect,
  fromAnAddress,
  intercepting,
  newPhone,
  outboxCode,
  serverUrl,
  test,
} from '../support/journeys/browser.ts'
import { staff } from '../support/journeys/staff-command.ts'
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
  await form.getByLabel('Reason').fill(`Teaches from June, ${phone}`)
  await page.keyboard.press('Control+Enter')
  await expect(entry(page, phone)).toContainText('No second factor yet')

  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const member = await theirs.newPage()
  await member.goto('/staff')
  await provePhone(member, phone)
  // Nobody sets up a second factor with four digits alone.
  await expect(member.getByText('Welcome, Nisha Thomas. You have no second factor yet.')).toBeVisible()
  await member.getByRole('button', { name: 'Send it again' }).click()
  await member.getByLabel('8-digit code').fill('00000000')
  await expect(member.getByText('This code is not right, or no longer valid.')).toBeVisible()
  await member.getByLabel('8-digit code').fill(await outboxCode(phone, '91', 8))
  await member.getByRole('button', { name: /^An authenticator app/ }).click()
  const secret = (await member.locator('p.font-mono').innerText()).replace(/\s/g, '')
  await member.getByLabel('The code that it shows').fill(generateSync({ secret }))
  await expect(member.getByRole('listitem')).toHaveCount(10)
  await member.getByRole('button', { name: 'I have saved them' }).click()
  await expect(member.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(member.getByRole('link', { name: 'My account' })).toBeVisible()
  await expect(member.getByRole('link', { name: 'Audit log' })).toBeHidden()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(entry(page, `Teaches from June, ${phone}`)).toContainText('Nisha Thomas')
  await expect(entry(page, 'a new authenticator').filter({ hasText: 'Nisha Thomas' })).toBeVisible()
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

test('a member whom strangers lock out gets an 8-digit code, and one whose browser is known needs none', async ({
  page,
  browser,
  allow,
}) => {
  allow(/^429 POST .*\/staff\/login$/, /^422 POST .*\/staff\/login\/verify$/)
  const phone = newPhone()
  await staff('team', 'add', phone, '--name', 'Binu Jose', '--roles', 'support', '--reason', 'New at the desk')
  const useUpCodes = async () => {
    for (let count = 0; count < 6; count += 1)
      await fetch(`${serverUrl()}/api/v1/staff/login`, {
        method: 'POST',
        headers: { ...fromAnAddress(), 'content-type': 'application/json' },
        body: JSON.stringify({ mobile: phone, country_code: '91' }),
      })
  }
  const askForCode = async (at: Page) => {
    await at.goto('/staff')
    await at.getByLabel('Phone').fill(phone)
    await at.keyboard.press('Enter')
  }
  const code = page.getByLabel('Code', { exact: true })
  await useUpCodes()
  await askForCode(page)
  await expect(page.getByText(/^Too many codes were requested\. Please try again in \d+ minutes\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send an 8-digit code' }).click()
  await expect(page.getByText(`If +91 ${phone} is a staff phone, an 8-digit code is on its way to it.`)).toBeVisible()
  const long = await outboxCode(phone, '91', 8)
  await code.fill(String(10 ** 8 - 1 - Number(long)).padStart(8, '0'))
  await expect(page.getByText('This code is not right, or no longer valid.')).toBeVisible()
  await code.fill(long)
  // A second factor is set up after a second code.
  const second = page.getByLabel('8-digit code')
  await expect(second).toBeVisible()
  await second.fill(await outboxCode(phone, '91', 8))
  await page.getByRole('button', { name: /^An authenticator app/ }).click()
  const secret = (await page.locator('p.font-mono').innerText()).replace(/\s/g, '')
  await page.getByLabel('The code that it shows').fill(generateSync({ secret }))
  // Another tab uses the log-in; the codes stay on the screen of the first.
  await expect(page.getByRole('listitem')).toHaveCount(10)
  const tab = await page.context().newPage()
  await tab.goto('/staff/learners')
  await expect(tab.getByRole('table').getByRole('link').first()).toBeVisible()
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('padavu-staff-ends'))).toContain('idle')
  await tab.close()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()

  // The browser is known now: strangers keep it out no more, and others they do.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Phone')).toBeVisible()
  await useUpCodes()
  await askForCode(page)
  await code.fill(await outboxCode(phone))
  await expect(page.getByLabel('Code of your authenticator app')).toBeVisible()
  const elsewhere = await browser.newContext({ baseURL: serverUrl() })
  const other = await elsewhere.newPage()
  await askForCode(other)
  await expect(other.getByRole('button', { name: 'Send an 8-digit code' })).toBeVisible()
  await other.getByRole('button', { name: 'Another phone' }).click()
  await expect(other.getByLabel('Phone')).toBeVisible()
  await elsewhere.close()
})

test('new recovery codes replace the old ones when the member says that they are saved', async ({ page }) => {
  await logInAsStaff(page, 'author')
  await page.goto('/staff/account')
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
  const left = page.getByText('Recovery codes left:')
  await expect(left).toHaveText(/left: \d+$/)
  const before = await left.innerText()
  await page.getByRole('button', { name: 'Generate 10 new codes' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expect(dialog.getByText('If you close this, the old ones stay.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('The new codes were discarded. Your recovery codes are as before.')).toBeVisible()
  await expect(left).toHaveText(before)
  await page.getByRole('button', { name: 'Generate 10 new codes' }).click()
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(dialog).toBeHidden()
  await expect(left).toHaveText('Recovery codes left: 10')
})

test(
  'a lost reply to the confirmation of recovery codes leaves both lists to keep, or the same to try again',
  intercepting,
  async ({ page, allow }) => {
    allow(/net::ERR_/)
    await logInAsStaff(page, 'mentor')
    await page.goto('/staff/account')
    const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
    const loseReply = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/staff/recovery-codes/confirm', loseReply, { times: 2 })
    await page.getByRole('button', { name: 'Generate 10 new codes' }).click()
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect(dialog.getByText('either these codes or your old ones work')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Keep both your old and your new recovery codes, or generate new codes.')).toBeVisible()
    await page.getByRole('button', { name: 'Generate 10 new codes' }).click()
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toBeHidden()
  },
)
