import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, serverUrl, onPhones, test } from '../support/browser.ts'
import { askToLogOut } from '../support/shell-page.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

/** The links of the shell: always there on large screens, behind a button on small ones. */
async function openMenu(page: Page, isMobile = false): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu(page)).toBeVisible()
}

/** The search box; small screens open it first. */
async function openSearch(page: Page, isMobile = false) {
  if (isMobile) await page.getByRole('button', { name: 'Search', exact: true }).click()
  return page.getByRole('textbox', { name: 'Search courses' })
}

/** What the server answers the bearer of a token. */
async function statusFor(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(`${serverUrl()}/api/v1/user/courses/my/course`, { method: 'POST', headers, body: '{}' })).status
}

test(
  'a learner who follows a dead link keeps the menu and the account',
  onPhones,
  async ({ page, isMobile, allow }) => {
    allow(/^404 GET \/no\/such\/page$/)
    await logIn(page)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'My Courses' })).toBeVisible()
    await expectAccessible(page)
    await openMenu(page, isMobile)
    await menu(page).getByRole('link', { name: 'Live Classes' }).click()
    await expect(page).toHaveURL('/live-classes')
  },
)

test.describe('the menu', () => {
  test('opens the group of the page, and one group at a time', onPhones, async ({ page, isMobile }) => {
    await page.goto('/courses')
    await openMenu(page, isMobile)
    await expect(menu(page).getByRole('link', { name: 'My Courses' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'General Exams' })).toBeHidden()
    await menu(page).getByText('Exams', { exact: true }).click()
    await expect(menu(page).getByRole('link', { name: 'General Exams' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'My Courses' })).toBeHidden()
    await expectAccessible(page)
  })

  test('marks the page that is open', async ({ page }) => {
    await page.goto('/courses')
    await openMenu(page)
    const current = menu(page).locator('[aria-current]:visible')
    await expect(current).toHaveText(['All Courses'])
    await expect(current).toHaveAttribute('aria-current', 'page')
    await page.goto('/courses/kerala-psc/tenth-level')
    await openMenu(page)
    await expect(current).toHaveText(['All Courses'])
    await expect(current).toHaveAttribute('aria-current', 'true')
  })

  test('leads to the other pages', async ({ page }) => {
    await logIn(page)
    await page.goto('/dashboard')
    await openMenu(page)
    await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await menu(page).getByText('Courses', { exact: true }).click()
    await menu(page).getByRole('link', { name: 'My Courses' }).click()
    await expect(page).toHaveURL('/my-courses')
  })

  test('is a drawer on small screens, which Escape closes', onPhones, async ({ page, isMobile }) => {
    await page.goto('/courses')
    const button = page.getByRole('button', { name: 'Open menu' })
    if (!isMobile) {
      await expect(menu(page)).toBeVisible()
      await expect(button).toBeHidden()
      return
    }
    await expect(menu(page)).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page)).toBeVisible()
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
  })
})

test.describe('the search of the bar', () => {
  test('wants three characters, and says so', onPhones, async ({ page, isMobile }) => {
    await page.goto('/courses')
    const box = await openSearch(page, isMobile)
    const clear = page.getByRole('search').getByRole('button', { name: 'Clear search' })
    const message = page.getByText('Please enter at least 3 characters to search.')
    await box.pressSequentially('a b')
    await box.press('Enter')
    await expect(message).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL('/courses')
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
  })

  test('finds with Enter, and an empty search is none', async ({ page }) => {
    await page.goto('/courses')
    const box = await openSearch(page)
    await box.fill('polity & law')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=polity+%26+law')
    // Without its script the form sends an empty search too.
    await page.waitForLoadState()
    const again = await openSearch(page)
    await expect(again).toHaveValue('polity & law')
    await again.fill('')
    await again.press('Enter')
    await expect(page).toHaveURL('/search')
  })
})

test.describe('the account', () => {
  test('shows who is logged in, and leads to settings and purchases', async ({ page }) => {
    const { phone } = await logIn(page, undefined, 'Asha Menon')
    await page.goto('/dashboard')
    const button = page.getByRole('button', { name: 'Account', exact: true })
    expect(await button.evaluate((each) => getComputedStyle(each.firstElementChild!, '::before').content)).toMatch(
      /^"AM"/,
    )
    await button.click()
    const account = page.getByRole('region', { name: 'Account' })
    await expect(account.getByText('Asha Menon')).toBeVisible()
    await expect(account.getByText(`learner${phone}@example.org`)).toBeVisible()
    await expect(account.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/settings')
    await expect(account.getByRole('link', { name: 'Purchases' })).toHaveAttribute('href', '/my-purchases')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(account).toBeHidden()
  })

  test('keeps its drawn picture when the own one cannot be loaded', async ({ page, allow }) => {
    allow(/^404 GET \/media\/gone\.png$/)
    await logIn(page)
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user')!) as object
      localStorage.setItem('user', JSON.stringify({ ...user, avatar: '/media/gone.png' }))
    })
    const asked = page.waitForResponse('**/media/gone.png')
    await page.goto('/dashboard')
    await asked
    await expect(page.locator('img[src="/media/gone.png"]')).toHaveCount(0)
  })

  test('is left only after a question', async ({ page, allow }) => {
    // A tab may ask for something while another one logs out.
    allow(/^401 /)
    const { token } = await logIn(page)
    await page.goto('/dashboard')
    const dialog = await askToLogOut(page)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')
    await expect(page).toHaveURL('/dashboard')
    expect(await statusFor(token)).toBe(200)

    const [guarded, open] = [await page.context().newPage(), await page.context().newPage()]
    await guarded.goto('/settings')
    await expect(guarded.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha Menon')
    await open.goto('/courses')
    await expect(open.getByRole('button', { name: 'Account' })).toBeVisible()

    await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
    await expect.poll(() => statusFor(token)).toBe(401)
    // The other tabs show nothing of the learner either.
    await expect(guarded).toHaveURL('/login')
    await expect(guarded.getByText('Your session has ended.')).toBeVisible()
    await expect(open.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(open.getByRole('button', { name: 'Account' })).toBeHidden()
    await guarded.close()
    await open.close()
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
  })

  test('is left without a network as well', intercepting, async ({ page }) => {
    await logIn(page)
    await page.goto('/dashboard')
    await page.route('**/user/logout', (route) => route.abort())
    const dialog = await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
})

test('lets the keyboard skip to the content', async ({ page }) => {
  await page.goto('/courses')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
