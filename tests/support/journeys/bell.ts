import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

export const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

export const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The button of one notification in the list. */
export const entry = (page: Page, title: string) => panel(page).getByRole('button').filter({ hasText: title })

export const notificationDialog = (page: Page) => page.locator('dialog[data-notification]')

export async function openBell(page: Page): Promise<void> {
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
}

export interface Told {
  id: number
  title: string
  target_id: string
}

/** What the server tells the learner of this page. */
export async function told(page: Page, token: string): Promise<Told[]> {
  const reply = await page.request.get('/api/v1/listNotifications', { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { data: Told[] }).data
}
