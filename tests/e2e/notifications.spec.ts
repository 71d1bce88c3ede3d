import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { bell, entry, notificationDialog, openBell, panel } from '../support/bell.ts'

const LIST = '**/api/v1/listNotifications'

test('a learner sees how much is unread, reads one with the keyboard, and then marks all', async ({ page }) => {
  await logIn(page)
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 7 unread')
  const place = await bell(page).boundingBox()
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveCount(7)
  await expectAccessible(page)
  const list = panel(page).locator('[data-list]').locator('..')
  expect((await list.boundingBox())!.height).toBeLessThanOrEqual(400)

  const first = entry(page, 'The Statewide Grand Mock is on its way')
  await expect(first.getByText('Unread')).toBeVisible()
  await expect(first.getByText(/^\d+ (minutes?|hours?) ago$/)).toBeVisible()
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = notificationDialog(page)
  await expect(dialog).toHaveAccessibleName('The Statewide Grand Mock is on its way')
  await expect(dialog.locator('img[data-image]')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toHaveText(/^30 questions in 30 minutes/)
  await expect(dialog.getByText(/^\d+ (minutes?|hours?) ago$/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Attend Exam' })).toBeVisible()
  await expectAccessible(page)
  // No page scrolls behind an open dialog.
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 6 unread')

  await page.reload()
  await openBell(page)
  await expect(entry(page, 'Current affairs').getByText('Unread')).toBeVisible()
  await expect(first.getByText('Unread')).toBeHidden()
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(entry(page, 'Current affairs').getByText('Unread')).toBeHidden()
  const counted = page.waitForResponse('**/api/v1/user/notifications/unread')
  await page.reload()
  expect(await (await counted).json()).toEqual({ status: true, unread: 0 })
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await bell(page).boundingBox(), 'the number takes no room').toEqual(place)
})

test(
  'the bell whose script does not come says so, and comes when it is asked again or the network is back',
  intercepting,
  async ({ page, context }) => {
    await logIn(page)
    let lost = true
    await page.route(/\/_astro\/bell\.browser\./, (route) => (lost ? route.abort() : route.continue()))
    await page.goto('/courses')
    await openBell(page)
    const told = panel(page).getByText('Notifications could not be loaded.')
    await expect(told).toBeVisible()
    lost = false
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)

    lost = true
    await page.reload()
    await openBell(page)
    await expect(told).toBeVisible()
    await context.setOffline(true)
    lost = false
    await context.setOffline(false)
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)
  },
)

test(
  'the bell says that there is nothing, that the list cannot be had, and that the network is gone',
  intercepting,
  async ({ page, context }) => {
    await logIn(page)
    await page.route(LIST, (route) => route.fulfill({ status: 200, json: { status: true, data: [], unread: 0 } }))
    await page.goto('/courses')
    await openBell(page)
    await expect(panel(page).getByText('No notifications yet')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(LIST)

    await page.reload()
    await page.route(LIST, (route) => route.abort(), { times: 1 })
    await openBell(page)
    await expect(panel(page).getByRole('alert')).toContainText('Notifications could not be loaded.')
    await expectAccessible(page)
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)

    const counted = page.waitForResponse('**/api/v1/user/notifications/unread')
    await page.reload()
    await counted
    await context.setOffline(true)
    await openBell(page)
    await expect(panel(page).getByRole('alert')).toContainText('You are offline.')
    await context.setOffline(false)
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)
  },
)
