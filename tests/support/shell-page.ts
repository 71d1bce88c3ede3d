import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** Opens the question before a log-out. @returns its dialog */
export async function askToLogOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to logout?' })
  await expect(dialog).toBeVisible()
  return dialog
}
