import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'
import { openBell, panel } from '../support/journeys/bell.ts'
import { block } from '../support/journeys/dashboard-page.ts'
import { button, choose, demoExam, expectSaved, saveAndNext, sit } from '../support/journeys/exam-page.ts'
import { ready } from '../support/journeys/login-page.ts'

/** Code that is loaded when it is wanted, on a network that loses it. */

const chunk = (name: string) => new RegExp(`/_astro/${name}\\.[^/]+\\.js`)
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Part of this page did not load.' })
const lose = (page: Page, name: string, times: number) => page.route(chunk(name), (route) => route.abort(), { times })

/** The bell's script, and one that it imports and the page has not. */
async function bell(page: Page): Promise<{ script: string; imported: string }> {
  const imports = JSON.parse(readFileSync('dist/imports.json', 'utf8')) as Record<string, string[]>
  const script = Object.keys(imports).find((each) => chunk('bell.browser').test(each))!
  const html = await (await page.request.get('/courses?page=2')).text()
  return { script, imported: imports[script]!.find((each) => !html.includes(each))! }
}

test('what imports something that is lost comes with a new page', intercepting, async ({ page }) => {
  await logIn(page)
  // The browser remembers that it is missing, and asks for it no more.
  const { script, imported } = await bell(page)
  for (const part of [script, imported]) await page.route(`**${part}`, (route) => route.abort(), { times: 1 })
  await page.goto('/courses?page=2')
  await openBell(page)
  await expect(panel(page).getByText('Notifications could not be loaded.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page)).toBeFocused()
  await notice(page).getByRole('link', { name: 'Load again' }).click()
  await expect(notice(page)).toBeHidden()
  await expect(page).toHaveURL('/courses?page=2')
  await openBell(page)
  await expect(panel(page).getByRole('listitem')).toHaveCount(7)
})

test('a chart of the dashboard that is lost takes nothing with it', intercepting, async ({ page }) => {
  await lose(page, 'StudyChart', 1)
  await logIn(page, '9000000001')
  await page.goto('/dashboard')
  const activity = block(page, 'Study activity')
  await activity.scrollIntoViewIfNeeded()
  await expect(activity.getByText('Failed to load data')).toBeVisible()
  await expect(activity.getByText('Show as a table')).toBeVisible()
  await activity.getByRole('button', { name: 'Try again' }).click()
  await expect(activity.locator('canvas')).toBeVisible()
})

test(
  'a page whose form is lost says so, and comes with the network',
  intercepting,
  async ({ page, context, allow }) => {
    allow(/^console: \[astro-island\] Error hydrating /)
    // To the browser what a test asks of a page is the learner's doing.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
    )
    let lost = true
    await page.route(chunk('LoginFlow'), (route) => (lost ? route.abort() : route.continue()))
    await page.goto('/login?from=/webinars/1')
    await expect(notice(page)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(true)
    lost = false
    await context.setOffline(false)
    await ready(page)
    await expect(notice(page)).toBeHidden()
    await expect(page).toHaveURL(/\/login\?from=\/webinars\/1$/)
  },
)

test.describe('without a worker, which would be asked first', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'an exam goes on without its palette and its summary where they are lost, and has both once they can be had',
    intercepting,
    async ({ page }) => {
      const taster = demoExam('five-question-taster')
      let lost = true
      await page.route(chunk('parts'), (route) => (lost ? route.abort() : route.continue()))
      await sit(page, taster)
      await expect(page.getByRole('complementary').getByText('Failed to load data')).toBeVisible()
      await choose(page, taster.key[0]!)
      await saveAndNext(page, 2)
      await expectSaved(page)
      await button(page, 'Submit').filter({ visible: true }).first().click()
      const failed = page.getByRole('dialog', { name: 'Failed to load data' })
      await expectAccessible(page)
      lost = false
      await failed.getByRole('button', { name: 'Try again' }).click()
      const summary = page.getByRole('dialog', { name: 'Submit the exam?' })
      await expect(summary).toBeVisible()
      await summary.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('button', { name: 'Question 1, Answered', exact: true })).toBeVisible()
    },
  )
})
