import { expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { askToLogOut } from '../support/shell-page.ts'

test.describe('a visitor', () => {
  test('who opens the site is asked to log in', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Phone', { exact: true })).toBeVisible()
  })

  test('who follows a dead link is helped on', async ({ page, allow }) => {
    allow(/^404 GET \/no\/such\/page$/)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/dashboard')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'All Courses' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('a learner who is logged in goes from the log-in page to the dashboard', async ({ page }) => {
  await logIn(page)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('the theme', () => {
  test('follows the choice, which outlives the log-out', async ({ page }) => {
    await logIn(page)
    await page.goto('/dashboard')
    // For a moment a page has no body.
    const background = () => page.evaluate(() => document.body && getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    const dark = await background()
    expect(dark).not.toBe(light)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const dialog = await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(background).toBe(dark)
  })

  test('follows the system until one is chosen, and again afterwards', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/courses')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('button', { name: 'Light' }).click()
    expect(await background()).not.toBe(dark)
    await page.getByRole('button', { name: 'System' }).click()
    expect(await background()).toBe(dark)
    await page.reload()
    expect(await background()).toBe(dark)
  })
})

test('says that the network is gone for as long as it is', async ({ page, context }) => {
  await page.goto('/courses')
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(banner).toBeHidden()
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(banner).toBeHidden()
})

test('a page that is asked for without a network is named, and opens by itself once there is one', async ({
  page,
  context,
  allow,
}) => {
  allow(/^503 GET \/search/)
  await page.goto('/courses')
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
  await expect(page.getByRole('status')).toBeEmpty()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Search Results for: polity' })).toBeVisible()
  await expect(page).toHaveURL('/search?q=polity')
})
