import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'
import { bell, entry, notificationDialog, openBell, panel, told, type Told } from '../support/journeys/bell.ts'

const LIST = '**/api/v1/listNotifications'
const COUNT = '**/api/v1/user/notifications/unread'

test('a learner sees how much is unread, reads one with the keyboard, marks all, and each action leads where the table says', async ({
  page,
}) => {
  const { token } = await logIn(page)
  await page.goto('/courses')
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
  const counted = page.waitForResponse(COUNT)
  await page.reload()
  expect(await (await counted).json()).toEqual({ status: true, unread: 0 })
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await bell(page).boundingBox(), 'the number takes no room').toEqual(place)

  const all = await told(page, token)
  const idOf = (start: string) => all.find(({ title }) => title.startsWith(start))!.target_id
  const course = `/courses/${idOf('Kerala history')}`
  // Whether it opens in a tab of its own, and what stands there then.
  const expected: [title: string, label: string, href: string, newTab: boolean, heading?: string][] = [
    ['The Statewide Grand Mock is on its way', 'Attend Exam', '/mock-test', false],
    [
      'Current affairs: read the source in ten minutes',
      'Read Current Affairs',
      `/news/${idOf('Current affairs')}`,
      true,
      'Current affairs in ten minutes: reading the Press Information Bureau',
    ],
    ['Bring your doubts to a live class', 'Join Live', '/live-classes', false],
    [
      'Webinar: the last thirty days before Prelims',
      'Register Now',
      `/webinars/${idOf('Webinar')}`,
      true,
      'The last thirty days before Prelims',
    ],
    ['Check your one-time registration with the Commission', 'Know More', 'https://www.keralapsc.gov.in/', true],
    [
      'Why you forget what you knew on Monday',
      'Read Blog',
      `/blog/${idOf('Why you forget')}`,
      true,
      'Why you forget what you knew on Monday',
    ],
    ['Kerala history, chapter by chapter', 'Goto Course', course, false],
  ]
  const action = (label: string) => dialog.getByRole('link', { name: new RegExp(`^${label}`) })
  for (const [title, label, href, newTab, heading] of expected) {
    await openBell(page)
    await entry(page, title).click()
    await expect(action(label)).toHaveAttribute('href', href)
    await expect(action(label)).toHaveAttribute('target', newTab ? '_blank' : '')
    await expect(action(label)).toHaveAttribute('rel', /noopener/)
    if (heading) expect(await (await page.request.get(href)).text()).toMatch(new RegExp(`<h1[^>]*>\\s*${heading}`))
    if (label === 'Read Blog') {
      const opened = page.waitForEvent('popup')
      await action(label).click()
      const other = await opened
      await expect(other.getByRole('heading', { level: 1, name: heading! })).toBeVisible()
      expect(await other.evaluate(() => opener)).toBeNull()
      await other.close()
      await expect(page).toHaveURL('/courses')
    }
    if (label === 'Goto Course') break
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  await action('Goto Course').click()
  await expect(page).toHaveURL(course)
})

test(
  'the bell says what it cannot show, asks again by a press or with the network, and shows what comes while it is open',
  intercepting,
  async ({ page, context }) => {
    await logIn(page)
    let lost = true
    await page.route(/\/_astro\/bell\.browser\./, (route) => (lost ? route.abort() : route.continue()))
    let list: 'lost' | 'empty' | 'whole' | 'longer' = 'lost'
    await page.route(LIST, async (route) => {
      if (list === 'lost') return route.abort()
      if (list === 'empty') return route.fulfill({ json: { status: true, data: [], unread: 0 } })
      if (list === 'whole') return route.continue()
      const body = (await (await route.fetch()).json()) as { data: Told[]; unread: number }
      const newest = { ...body.data[0]!, id: 2_000_000_000, title: 'Just in' }
      return route.fulfill({ json: { ...body, data: [newest, ...body.data], unread: body.unread + 1 } })
    })
    const trouble = panel(page).getByRole('alert')
    const items = panel(page).getByRole('listitem')
    const again = panel(page).getByRole('button', { name: 'Try again' })
    // The script of the bell is lost, then the list is.
    await page.goto('/courses')
    await openBell(page)
    await expect(trouble).toContainText('Notifications could not be loaded.')
    lost = false
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/listNotifications'))
    await again.click()
    await failed
    await expect(trouble).toContainText('Notifications could not be loaded.')
    await expectAccessible(page)
    list = 'empty'
    await again.click()
    await expect(panel(page).getByText('No notifications yet')).toBeVisible()
    await expectAccessible(page)

    list = 'whole'
    lost = true
    await page.reload()
    await openBell(page)
    await expect(trouble).toContainText('Notifications could not be loaded.')
    await context.setOffline(true)
    lost = false
    await context.setOffline(false)
    await expect(items).toHaveCount(7)

    await page.clock.install()
    const counted = page.waitForResponse(COUNT)
    await page.reload()
    await counted
    await context.setOffline(true)
    await openBell(page)
    await expect(trouble).toContainText('You are offline.')
    await context.setOffline(false)
    await expect(items).toHaveCount(7)

    await page.keyboard.press('Escape')
    list = 'longer'
    await page.clock.fastForward(30_000)
    await openBell(page)
    await expect(entry(page, 'Just in')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 8 unread')
  },
)
