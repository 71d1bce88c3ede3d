import type { Page, Worker } from '@playwright/test'
import { intercepting, expect, logIn, test } from '../support/browser.ts'
import { bell, entry, notificationDialog, openBell, panel } from '../support/bell.ts'

const LIST = '**/api/v1/listNotifications'

interface Told {
  id: number
  title: string
  target_id: string
}

/** What the server tells the learner of this page. */
async function told(page: Page, token: string): Promise<Told[]> {
  const reply = await page.request.get('/api/v1/listNotifications', { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { data: Told[] }).data
}

test('each of the seven actions has its button, and leads where the table says', async ({ page }) => {
  const { token } = await logIn(page)
  await page.goto('/courses')
  const all = await told(page, token)
  const idOf = (start: string) => all.find(({ title }) => title.startsWith(start))!.target_id
  const course = idOf('Kerala history')
  const expected: [title: string, label: string, href: string, newTab: boolean][] = [
    ['The Statewide Grand Mock is on its way', 'Attend Exam', '/mock-test', false],
    [
      'Current affairs: read the source in ten minutes',
      'Read Current Affairs',
      `/news/${idOf('Current affairs')}`,
      true,
    ],
    ['Bring your doubts to a live class', 'Join Live', '/live-classes', false],
    ['Webinar: the last thirty days before Prelims', 'Register Now', `/webinars/${idOf('Webinar')}`, true],
    ['Kerala history, chapter by chapter', 'Goto Course', `/courses/${course}`, false],
    ['Why you forget what you knew on Monday', 'Read Blog', `/blog/${idOf('Why you forget')}`, true],
    ['Check your one-time registration with the Commission', 'Know More', 'https://www.keralapsc.gov.in/', true],
  ]
  const dialog = notificationDialog(page)
  for (const [title, label, href, newTab] of expected) {
    await openBell(page)
    await entry(page, title).click()
    const button = dialog.getByRole('link', { name: new RegExp(`^${label}`) })
    await expect(button).toHaveAttribute('href', href)
    await expect(button).toHaveAttribute('target', newTab ? '_blank' : '')
    await expect(button).toHaveAttribute('rel', /noopener/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  const pages: [title: string, label: string, heading: string][] = [
    [
      'Current affairs: read',
      'Read Current Affairs',
      'Current affairs in ten minutes: reading the Press Information Bureau',
    ],
    ['Why you forget', 'Read Blog', 'Why you forget what you knew on Monday'],
    ['Webinar: the last thirty days', 'Register Now', 'The last thirty days before Prelims'],
  ]
  for (const [title, label, heading] of pages) {
    await openBell(page)
    await entry(page, title).click()
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: label }).click()
    const other = await opened
    await expect(other.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await other.evaluate(() => opener)).toBeNull()
    await other.close()
    await expect(page).toHaveURL('/courses')
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  await openBell(page)
  await entry(page, 'Kerala history').click()
  await dialog.getByRole('link', { name: 'Goto Course' }).click()
  await expect(page).toHaveURL(`/courses/${course}`)
})

test(
  'hostile notifications run nothing and lead nowhere, even when the server lets them through',
  intercepting,
  async ({ page, allow }) => {
    // What is parsed runs nothing, and the page's policy says so once more.
    allow(/^console: (Executing inline event handler|Applying inline style) violates/)
    await logIn(page)
    const one = (id: number, more: object) => ({
      id,
      kind: 'announcements',
      title: `<img src=x onerror="window.hacked=1"> No ${id}`,
      message: '<p>Text</p>',
      image: null,
      click_action: 'general',
      target_id: 'x',
      created_at: Date.now(),
      read: true,
      action: null,
      ...more,
    })
    const message = [
      '<p onclick="window.hacked=2" style="position:fixed" class="btn" id="content">Read <b>this</b></p>',
      '<script>window.hacked=3</script><img src=x onerror="window.hacked=4"><img src="https://example.org/spy.png">',
      '<svg onload="window.hacked=5"><a href="javascript:window.hacked=6">svg</a></svg>',
      '<a href="javascript:window.hacked=7">script</a><a href="//example.org">other</a><a href="https://example.org/a">web</a>',
      '<iframe srcdoc="<script>parent.hacked=8</script>"></iframe><form action="https://example.org"><button>send</button></form>',
      '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked=9"></style></mglyph></table></mtext></math>',
      '<noscript><p title="</noscript><img src=x onerror=window.hacked=10>">',
    ].join('')
    await page.route(LIST, (route) =>
      route.fulfill({
        json: {
          status: true,
          unread: 0,
          data: [
            one(1, { message, image: 'https://example.org/spy.png' }),
            one(2, { action: { label: 'Know More', href: 'javascript:window.hacked=11', newTab: false } }),
            one(3, { action: { label: 'Know More', href: '//example.org', newTab: false }, image: '/media/../api/x' }),
          ],
        },
      }),
    )
    await page.goto('/courses')
    await openBell(page)
    const dialog = notificationDialog(page)
    await entry(page, 'No 1').click()
    await expect(dialog).toHaveAccessibleName('<img src=x onerror="window.hacked=1"> No 1')
    const body = dialog.locator('[data-message]')
    await expect(body).toContainText('Read this')
    expect(await body.evaluate((shown) => shown.innerHTML)).toBe(
      '<p>Read <b>this</b></p>scriptother<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">web</a>',
    )
    await expect(dialog.locator('img[data-image]')).toBeHidden()
    for (const title of ['No 2', 'No 3']) {
      await dialog.getByRole('button', { name: 'Close' }).click()
      await openBell(page)
      await entry(page, title).click()
      await expect(dialog).toHaveAccessibleName(new RegExp(`${title}$`))
      await expect(dialog.getByRole('link')).toHaveCount(0)
    }
    expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined()
  },
)

test.describe('a push', () => {
  // The worker is registered by hand, which a page's policy lets nobody do but the product.
  test.use({ bypassCSP: true })

  test('a pushed notification is shown by its worker, counted by open pages, and opens what was clicked', async ({
    page,
    context,
  }) => {
    const { token } = await logIn(page)
    await context.grantPermissions(['notifications'])
    await page.goto('/courses')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 7 unread')
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/push/worker.js', { scope: '/push/' })
      const worker = registration.installing ?? registration.waiting
      if (worker) {
        await new Promise<void>((resolve) =>
          worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
        )
      }
    })
    // A headless shell has no notifications to show, so what the worker asks for is what counts.
    const isPush = (each: Worker) => each.url().endsWith('/push/worker.js')
    const worker =
      context.serviceWorkers().find(isPush) ?? (await context.waitForEvent('serviceworker', { predicate: isPush }))
    const asked = await worker.evaluateHandle(() => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const seen: unknown[] = []
      const show = registration.showNotification.bind(registration)
      registration.showNotification = async (title, options) => {
        seen.push([title, options?.body, options?.data])
        await show(title, options).catch(() => {})
      }
      return seen
    })
    const [first, second] = await told(page, token)
    // Somebody reads one elsewhere; a page that asks again says so.
    await page.request.post(`/api/v1/user/notifications/read/${first!.id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: {},
    })
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'))
        if (found) resolve(found.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify({ id: second!.id, title: 'Pushed', body: 'Words', url: '/support' }),
    })
    await expect(bell(page)).toHaveAccessibleName('Notifications, 6 unread')
    expect(await asked.jsonValue()).toEqual([['Pushed', 'Words', { url: '/support' }]])

    await page.goto(`/courses?sort=latest&notification=${second!.id}`)
    await expect(notificationDialog(page)).toHaveAccessibleName(second!.title)
    await expect(page).toHaveURL('/courses?sort=latest')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 5 unread')
    const [, , third] = await told(page, token)
    await page.goto(`/courses?seen=${third!.id}`)
    await expect(page).toHaveURL('/courses')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 4 unread')
    await expect(notificationDialog(page)).toBeHidden()
  })
})

test(
  'a notification that comes while the list is open stands in it when it is opened again',
  intercepting,
  async ({ page }) => {
    await logIn(page)
    await page.clock.install()
    await page.goto('/courses')
    await openBell(page)
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)
    await page.keyboard.press('Escape')
    await page.route(LIST, async (route) => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: Told[]; unread: number }
      const newest = { ...body.data[0]!, id: 2_000_000_000, title: 'Just in' }
      await route.fulfill({ json: { ...body, data: [newest, ...body.data], unread: body.unread + 1 } })
    })
    await page.clock.fastForward(30_000)
    await openBell(page)
    await expect(entry(page, 'Just in')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 8 unread')
  },
)
