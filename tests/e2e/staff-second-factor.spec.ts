import type { Page } from '@playwright/test'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { expect, newPhone, test } from '../support/journeys/browser.ts'
import { demoCode, logInAsStaff } from '../support/journeys/staff.ts'
import { ageSecondFactor } from '../support/journeys/staff-session.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Gives the code that the outbox shows; another journey of the same member may use it up at that moment. */
async function giveCode(page: Page, role: StaffRole): Promise<void> {
  const dialog = dialogOf(page)
  await expect(async () => {
    if (await dialog.isVisible()) await dialog.getByLabel('Code of your authenticator app').fill(await demoCode(role))
    await expect(dialog).toBeHidden({ timeout: 5000 })
  }).toPass()
}

test('an old second factor is asked for in a dialog, and what was begun goes on with what was typed', async ({
  page,
  allow,
}) => {
  allow(/^403 (GET|POST) /, /^422 POST .*\/staff\/confirm\//)
  await logInAsStaff(page, 'owner')
  await page.goto('/staff/team')
  await page.getByRole('button', { name: 'Add somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Add somebody' })
  const phone = newPhone()
  await form.getByLabel('Name').fill('Meera Pillai')
  await form.getByLabel('Phone').fill(phone)
  await form.getByLabel('Mentor').check()
  await form.getByLabel('Reason').fill('Teaches from July')
  await ageSecondFactor(page)

  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Code of your authenticator app').fill('000000')
  await expect(dialog.getByRole('alert').filter({ hasText: 'This is not right' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'Nothing was done' })).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Meera Pillai')

  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeVisible()
  await giveCode(page, 'owner')
  await expect(page.getByRole('row').filter({ hasText: phone })).toContainText('Meera Pillai')
})

test('a download asks for it first, and then downloads', async ({ page, allow }) => {
  allow(/^403 GET /, /^422 POST .*\/staff\/confirm\//)
  await logInAsStaff(page, 'support')
  await page.goto('/staff/learners')
  await ageSecondFactor(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await giveCode(page, 'support')
  expect((await downloaded).suggestedFilename()).toBe('learners.csv')
})

test('a passkey confirms as well', async ({ page, allow }) => {
  allow(/^403 POST /)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, hasResidentKey: true } })
  await logInAsStaff(page, 'accountant')
  await page.goto('/staff/account')
  await page.getByRole('button', { name: 'Add another' }).click()
  const adding = page.getByRole('dialog', { name: 'Another second factor' })
  await adding.getByRole('button', { name: 'A passkey' }).click()
  await expect(adding).toBeHidden()
  await ageSecondFactor(page)
  await page.getByRole('button', { name: /^Remove (.* on )?Linux$/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Remove (.* on )?Linux$/ })).toHaveCount(0)
})
