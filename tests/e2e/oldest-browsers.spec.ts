import type { Page } from '@playwright/test'
import { expect, intercepting, logIn, phone, test } from '../support/journeys/browser.ts'
import { withOldestScripts, withOldestStyles } from '../support/journeys/oldest-browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

/** Chromium without what one of the oldest supported browsers lacks (docs/decisions/0084-supported-browsers.md). */

test.beforeEach(({ page }) => withOldestScripts(page))

/** Whatever a page's scripts throw fails the journey (tests/support/journeys/browser.ts). */
async function visit(page: Page, addresses: string[]) {
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address, { waitUntil: 'networkidle' })
      await expect(page.locator('h1, h2').filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByText('Part of this page did not load.')).toBeHidden()
    })
}

test('the oldest browsers lack what they are made to lack', async ({ page }) => {
  await page.goto('/courses')
  expect(
    await page.evaluate(() =>
      Object.entries({
        popover: HTMLElement.prototype,
        canParse: URL,
        groupBy: Object,
        Segmenter: Intl,
        union: Set.prototype,
        requestIdleCallback: globalThis,
        navigation: globalThis,
      }).flatMap(([name, owner]) => (name in owner ? [name] : [])),
    ),
  ).toEqual([])
})

test('the pages open to everyone work in them', async ({ page }) => {
  await visit(page, ['/login', '/courses', '/courses/1', '/search?q=polity', '/news', '/webinars', '/webinars/1'])
})

test('the pages of a learner do', async ({ page }) => {
  await logIn(page, '9000000001')
  await visit(page, [
    '/dashboard',
    '/my-courses',
    '/my-courses/1',
    '/daily-workouts',
    '/mock-test',
    '/quizzes/1',
    '/practice',
    '/live-classes',
    '/my-purchases',
    '/buycourse/1',
    '/support',
    '/settings',
  ])
})

test('the pages of staff do', async ({ page }) => {
  await logInAsStaff(page, 'owner')
  await visit(page, ['/staff/learners', '/staff/tickets', '/staff/exams', '/staff/workouts', '/staff/audit', '/staff'])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('This list')).toBeVisible()
})

test(
  'menus open one at a time where browsers know no popovers, and none lies over the page',
  intercepting,
  async ({ page }) => {
    await withOldestStyles(page)
    await logIn(page, '9000000001')
    await page.goto('/dashboard', { waitUntil: 'networkidle' })
    const bar = page.getByRole('banner')
    const [theme, account] = [bar.getByRole('button', { name: 'Theme' }), bar.getByRole('button', { name: 'Account' })]
    const [themes, own] = [page.locator('#theme'), page.locator('#account')]
    await expect(themes).toBeHidden()
    await expect(own).toBeHidden()
    await expect(page.locator('#search-panel')).toBeHidden()

    await theme.click()
    await expect(themes).toBeVisible()
    await expect(theme).toHaveAttribute('aria-expanded', 'true')
    await themes.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await account.click()
    await expect(own.getByRole('link', { name: 'Purchases' })).toBeVisible()
    await expect(themes).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(own).toBeHidden()
    await expect(account).toBeFocused()

    await theme.click()
    await themes.getByRole('button', { name: 'Light' }).click()
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect([dark, light].map(lightnessOf)).toEqual([expect.closeTo(0.18), expect.closeTo(0.979)])
    await page.getByRole('heading', { level: 1 }).first().click()
    await expect(themes).toBeHidden()

    const bell = bar.getByRole('button', { name: 'Notifications' })
    await bell.click()
    const entries = page.locator('#notifications').getByRole('listitem')
    await expect(entries.first()).toBeVisible()
    await entries.first().getByRole('button').click()
    await expect(page.locator('dialog[data-notification]')).toBeVisible()
    await expect(page.locator('#notifications')).toBeHidden()
  },
)

/** Matches a computed colour, such as `oklch(0.979 0.004 75)`. */
const lightnessOf = (color: string) => Number(/^oklch\(([\d.]+)/.exec(color)?.[1])

test.describe('on a phone', () => {
  test.use(phone)

  test('the search opens over the bar, with the focus, and closes', intercepting, async ({ page }) => {
    await withOldestStyles(page)
    await page.goto('/courses', { waitUntil: 'networkidle' })
    const panel = page.locator('#search-panel')
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await expect(panel).toHaveCSS('display', 'flex')
    await expect(panel.getByRole('searchbox').or(panel.getByRole('textbox'))).toBeFocused()
    await panel.getByRole('button', { name: 'Close search' }).click()
    await expect(panel).toBeHidden()
  })
})

test('browsers older than the oldest get the page as plain HTML, and one sentence', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'))
  for (const address of ['/courses/1', '/login', '/privacy']) {
    await page.goto(address)
    const alerts = page.getByRole('alert').filter({ visible: true })
    await expect(alerts).toHaveText([/^This browser is too old for this site: /])
    await expect(page.locator('link[rel=stylesheet], dialog, [popover]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBeLessThanOrEqual(widths[1]!)
  }
})
