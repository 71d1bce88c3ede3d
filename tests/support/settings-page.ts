import type { Page } from '@playwright/test'
import { expect, logIn } from './browser.ts'

/** A part of the page by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name })

/** The settings of a new learner, live. */
export async function openSettings(page: Page) {
  const learner = await logIn(page)
  await page.goto('/settings')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha Menon')
  return learner
}
