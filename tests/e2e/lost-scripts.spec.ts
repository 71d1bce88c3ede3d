import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { openBell, panel } from '../support/bell.ts'
import { degreePrelims, openCourse } from '../support/course-page.ts'
import { block } from '../support/dashboard-page.ts'
import { button, demoExam, sit, submit } from '../support/exam-page.ts'
import { ready } from '../support/login-page.ts'

/** Code that is loaded when it is wanted, on a network that loses it. */

const chunk = (name: string) => new RegExp(`/_astro/${name}\\.[^/]+\\.js`)
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Part of this page did not load.' })
const lose = (page: Page, name: string, times: number) => page.route(chunk(name), (route) => route.abort(), { times })

test(
  'a tab of the course page comes when it is asked for again, and else with a new page',
  intercepting,
  async ({ page }) => {
    await logIn(page, '9000000001')
    await openCourse(page, degreePrelims)
    const tab = page.getByRole('tab', { name: 'Syllabus' })
    await lose(page, 'Syllabus', 1)
    await tab.click()
    const syllabus = page.getByRole('tabpanel', { name: 'Syllabus' })
    await expect(syllabus.getByText('Failed to load data')).toBeVisible()
    await syllabus.getByRole('button', { name: 'Try again' }).click()
    await expect(syllabus.getByText(/^Syllabus \d+/).first()).toBeVisible()

    await lose(page, 'Syllabus', 2)
    await page.reload()
    await expect(syllabus.getByText('Failed to load data')).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await syllabus.getByRole('button', { name: 'Try again' }).click()
    await notice(page).getByRole('link', { name: 'Load again' }).click()
    await expect(syllabus.getByText(/^Syllabus \d+/).first()).toBeVisible()
  },
)

test('what imports something that is lost comes with a new page', intercepting, async ({ page }) => {
  await logIn(page)
  // The browser remembers that it is missing, and asks for it no more.
  for (const part of ['bell.browser', 'notifications.contract']) await lose(page, part, 1)
  await page.goto('/courses')
  await openBell(page)
  await expect(panel(page).getByText('Notifications could not be loaded.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page)).toBeFocused()
  await notice(page).getByRole('link', { name: 'Load again' }).click()
  await expect(notice(page)).toBeHidden()
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

test('a chart of a result that is lost takes nothing with it', intercepting, async ({ page }) => {
  await lose(page, 'TimeChart', 1)
  await sit(page, demoExam('five-question-taster'))
  await submit(page)
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.getByRole('heading', { name: 'Time on each question' })).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.locator('canvas').first()).toBeVisible()
})

test(
  'a page whose form is lost says so, and comes by a press or with the network',
  intercepting,
  async ({ page, context, allow }) => {
    allow(/^console: \[astro-island\] Error hydrating /)
    let lost = true
    await page.route(chunk('LoginFlow'), (route) => (lost ? route.abort() : route.continue()))
    await page.goto('/login?from=/webinars/1')
    const told = notice(page)
    await expect(told).toBeVisible()
    await expectAccessible(page)
    lost = false
    await told.getByRole('link', { name: 'Load again' }).click()
    await ready(page)
    await expect(told).toBeHidden()
    await expect(page).toHaveURL(/\/login\?from=\/webinars\/1$/)

    lost = true
    const another = await context.newPage()
    // To the browser what a test asks of a page is the learner's doing.
    await another.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
    )
    await another.route(chunk('LoginFlow'), (route) => (lost ? route.abort() : route.continue()))
    await another.goto('/login')
    await expect(notice(another)).toBeVisible()
    await context.setOffline(true)
    lost = false
    await context.setOffline(false)
    await ready(another)
    await expect(notice(another)).toBeHidden()
  },
)
