import type { CDPSession, Page } from '@playwright/test'
import { expect, newPhone, outboxCode, test } from '../support/journeys/browser.ts'
import { staff } from '../support/journeys/staff-command.ts'
import { logInAsStaff, staffPhone } from '../support/journeys/staff.ts'

const mentor = staffPhone('mentor')

/** The browser's own authenticator, as the lock of a device is one. @returns what says whether its owner gives a finger */
async function withAuthenticator(page: Page): Promise<(given: boolean) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return async (isUserVerified) =>
    void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }))
}

test('a mentor adds a passkey and logs in with it; where the finger is refused they try again', async ({ page }) => {
  const finger = await withAuthenticator(page)
  await logInAsStaff(page, 'mentor')
  await page.goto('/staff/account')
  await page.getByRole('button', { name: 'Add another' }).click()
  const adding = page.getByRole('dialog', { name: 'Another second factor' })
  const refused = (where: Page | typeof adding) => where.getByText('That did not work. Please try again.')
  await finger(false)
  await adding.getByRole('button', { name: 'A passkey' }).click()
  await expect(refused(adding)).toBeVisible()
  await finger(true)
  await adding.getByRole('button', { name: 'A passkey' }).click()
  await expect(adding).toBeHidden()
  const row = page.getByRole('table', { name: 'Second factors' }).getByRole('row').filter({ hasText: 'Passkey' })
  await expect(row).toHaveCount(1)

  // This device has it already: it says so, and makes no second one.
  await page.getByRole('button', { name: 'Add another' }).click()
  await adding.getByRole('button', { name: 'A passkey' }).click()
  await expect(adding.getByText('This device has a passkey of yours already.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Phone').fill(mentor)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(await outboxCode(mentor))
  await finger(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(refused(page)).toBeVisible()
  // The other ways in are still there.
  await expect(page.getByLabel('Code of your authenticator app')).toBeVisible()
  await finger(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()

  await page.goto('/staff/account')
  await page.getByRole('button', { name: /^Rename (Chrome on )?Linux$/ }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename the second factor' })
  await renaming.getByLabel('Name').fill('')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(renaming.getByText('Please enter a name')).toBeVisible()
  await renaming.getByLabel('Name').fill('Staff room laptop')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Staff room laptop')
  await page.getByRole('button', { name: 'Remove Staff room laptop' }).click()
  await expect(row).toHaveCount(0)
})

test('a new member sets up a passkey first, which is named after browser and system', async ({ page }) => {
  const finger = await withAuthenticator(page)
  await finger(true)
  const mobile = newPhone()
  await staff('team', 'add', mobile, '--name', 'Sreeja Nair', '--roles', 'mentor', '--reason', 'Teaches from June')
  await page.goto('/staff')
  await page.getByLabel('Phone').fill(mobile)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(await outboxCode(mobile))
  await page.getByLabel('8-digit code').fill(await outboxCode(mobile, '91', 8))
  await page.getByRole('button', { name: /^A passkey/ }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.goto('/staff/account')
  await expect(page.getByRole('button', { name: /^Rename (Chrome on )?Linux$/ })).toBeVisible()
})
