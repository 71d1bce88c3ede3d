import type { Worker } from '@playwright/test'
import { intercepting, expect, logIn, test } from '../support/journeys/browser.ts'
import { bell, entry, notificationDialog, openBell, told } from '../support/journeys/bell.ts'

const LIST = '**/api/v1/listNotifications'

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
