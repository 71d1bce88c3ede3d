import { expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'

test('who follows a dead link is helped on, and a learner keeps the menu and the account', async ({ page, allow }) => {
  allow(/^404 GET \/no\/such\/page$/)
  const main = page.getByRole('main')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'All Courses' })).toBeVisible()

  await logIn(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'My Courses' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Classes' }).click()
  await expect(page).toHaveURL('/live-classes')
})

test('says that the network is gone for as long as it is; a page asked for meanwhile is named, and opens by itself afterwards', async ({
  page,
  context,
  allow,
}) => {
  allow(/^503 GET \/search/)
  await page.goto('/courses')
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(banner).toBeHidden()
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(banner).toBeHidden()

  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
  await context.setOffline(true)
  await page.goto('/search?q=polity')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('An exam that you have begun on this device.')).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  // It has tried by itself by now, and nobody was told.
  await page.waitForRequest((request) => request.method() === 'HEAD')
  await expect(page.getByRole('status')).toHaveText(['', ''])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Search Results for: polity' })).toBeVisible()
  await expect(page).toHaveURL('/search?q=polity')
})
