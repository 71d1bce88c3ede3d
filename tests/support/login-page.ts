import type { Page } from '@playwright/test'
import { expect, outboxCode } from './browser.ts'

export const phoneField = (page: Page) => page.getByRole('textbox', { name: 'Phone', exact: true })
export const codeField = (page: Page) => page.getByRole('textbox', { name: '4-digit code' })
export const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verify' })

/** Until its script runs a page shows the form and does nothing when it is sent. */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

export async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(path)
  await ready(page)
}

/** From the phone step to the code step. */
export async function askForCode(page: Page, phone: string): Promise<void> {
  await ready(page)
  await phoneField(page).fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
}

/** Both steps of whoever has a profile, on the log-in page that is open. */
export async function logInByHand(page: Page, phone: string): Promise<void> {
  await askForCode(page, phone)
  await codeField(page).fill(await outboxCode(phone))
  await verifyButton(page).click()
}
