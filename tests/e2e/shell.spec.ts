import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, serverUrl, onPhones, test } from '../support/journeys/browser.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

/** The search box; small screens open it first. */
async function openSearch(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Search', exact: true }).click()
  return page.getByRole('textbox', { name: 'Search courses' })
}

/** Opens the question before a log-out. @returns its dialog */
async function askToLogOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to logout?' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The colour of the page; none for the moment in which it has no body. */
const background = (page: Page) => page.evaluate(() => document.body && getComputedStyle(document.body).backgroundColor)

/** What the server answers the bearer of a token. */
async function statusFor(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(`${serverUrl()}/api/v1/user/courses/my/course`, { method: 'POST', headers, body: '{}' })).status
}

test(
  'a visitor skips to the content, finds the page in the menu, a drawer on small screens, searches, and chooses a theme',
  onPhones,
  async ({ page, isMobile }) => {
    await page.goto('/courses')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()

    const button = page.getByRole('button', { name: 'Open menu' })
    if (isMobile) {
      await expect(menu(page)).toBeHidden()
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(drawer(page)).toBeVisible()
    } else await expect(button).toBeHidden()
    // The group of the page is open, and one at a time.
    await expect(menu(page).getByRole('link', { name: 'My Courses' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'General Exams' })).toBeHidden()
    const current = menu(page).locator('[aria-current]:visible')
    await expect(current).toHaveText(['All Courses'])
    await expect(current).toHaveAttribute('aria-current', 'page')
    await menu(page).getByText('Exams', { exact: true }).click()
    await expect(menu(page).getByRole('link', { name: 'General Exams' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'My Courses' })).toBeHidden()
    if (isMobile) {
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(drawer(page)).toBeHidden()
      await expect(button).toBeFocused()
      await button.click()
      await drawer(page).getByRole('button', { name: 'Close menu' }).click()
      await expect(drawer(page)).toBeHidden()
      await button.click()
      // Beside the drawer.
      await page.mouse.click(350, 400)
      await expect(drawer(page)).toBeHidden()
    }

    const box = await openSearch(page, isMobile)
    const clear = page.getByRole('search').getByRole('button', { name: 'Clear search' })
    const message = page.getByText('Please enter at least 3 characters to search.')
    await expect(page.getByRole('search').locator('p')).toBeHidden()
    await box.pressSequentially('a b')
    await box.press('Enter')
    await expect(message).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL('/courses#content')
    await expectAccessible(page)
    await box.fill('ab')
    await expect(clear).toBeHidden()
    await box.pressSequentially('c')
    await expect(clear).toBeVisible()
    await expect(message).toBeHidden()
    await clear.click()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await expect(clear).toBeHidden()
    await box.fill('polity & law')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=polity+%26+law')
    // Without its script the form sends an empty search too.
    await page.waitForLoadState()

    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await background(page)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('button', { name: 'Light' }).click()
    expect(await background(page)).not.toBe(dark)
    await page.getByRole('button', { name: 'System' }).click()
    expect(await background(page)).toBe(dark)
    await page.keyboard.press('Escape')

    const again = await openSearch(page, isMobile)
    await expect(again).toHaveValue('polity & law')
    await again.fill('')
    await again.press('Enter')
    await expect(page).toHaveURL('/search')
    await expect.poll(() => background(page)).toBe(dark)

    if (isMobile) await button.click()
    await menu(page).getByRole('link', { name: 'Live Classes' }).click()
    // Which are for learners.
    await expect(page).toHaveURL('/login')
  },
)

test('the account shows who is logged in, and is left in every tab, only after a question; a chosen theme outlives that', async ({
  page,
  allow,
}) => {
  // A tab may ask for something while another one logs out.
  allow(/^401 /, /^404 GET \/media\/gone\.png$/)
  const { token, phone } = await logIn(page, undefined, 'Asha Menon')
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user')!) as object
    localStorage.setItem('user', JSON.stringify({ ...user, avatar: '/media/gone.png' }))
  })
  const asked = page.waitForResponse('**/media/gone.png')
  // Whoever is logged in has no business where buyers log in.
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
  const button = page.getByRole('button', { name: 'Account', exact: true })
  expect(await button.evaluate((each) => getComputedStyle(each.firstElementChild!, '::before').content)).toMatch(
    /^"AM"/,
  )
  await asked
  // What is drawn stays when the own picture cannot be loaded.
  await expect(page.locator('img[src="/media/gone.png"]')).toHaveCount(0)
  await button.click()
  const account = page.getByRole('region', { name: 'Account' })
  await expect(account.getByText('Asha Menon')).toBeVisible()
  await expect(account.getByText(`learner${phone}@example.org`)).toBeVisible()
  await expect(account.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/settings')
  await expect(account.getByRole('link', { name: 'Purchases' })).toHaveAttribute('href', '/my-purchases')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()

  const dialog = await askToLogOut(page)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')
  await expect(page).toHaveURL('/dashboard')
  expect(await statusFor(token)).toBe(200)

  const light = await background(page)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  const dark = await background(page)
  expect(dark).not.toBe(light)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const [guarded, open] = [await page.context().newPage(), await page.context().newPage()]
  await guarded.goto('/settings')
  await expect(guarded.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha Menon')
  await open.goto('/courses')
  await expect(open.getByRole('button', { name: 'Account' })).toBeVisible()
  await askToLogOut(page)
  await dialog.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await expect.poll(() => background(page)).toBe(dark)
  await expect.poll(() => statusFor(token)).toBe(401)
  // The other tabs show nothing of the learner either.
  await expect(guarded).toHaveURL('/login')
  await expect(guarded.getByText('Your session has ended.')).toBeVisible()
  await expect(open.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(open.getByRole('button', { name: 'Account' })).toBeHidden()
})
