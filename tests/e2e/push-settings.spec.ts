import { createECDH, randomBytes } from 'node:crypto'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'

const CHOOSE = '**/api/v1/user/notifications/push/choose'

test(
  'a learner has notifications pushed to this browser, chooses which, and ends it by logging out',
  intercepting,
  async ({ page, context }) => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const endpoint = `https://push.example.org/${randomBytes(8).toString('hex')}`
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
    await context.grantPermissions(['notifications'])
    // The push service of the browser's maker is out of reach here; all else is the browser's own. A headless shell has no
    // notifications: it calls them denied, whatever was granted.
    await page.addInitScript(
      ([address, given]) => {
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
        const kept = 'test-subscription'
        const subscription = (key: string) => ({
          endpoint: address,
          options: { applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
          toJSON: () => ({ endpoint: address, keys: given }),
          unsubscribe: async () => {
            sessionStorage.removeItem(kept)
            return true
          },
        })
        const manager = PushManager.prototype as unknown as Record<string, unknown>
        manager.subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          sessionStorage.setItem(kept, JSON.stringify([...applicationServerKey]))
          return subscription(sessionStorage.getItem(kept)!)
        }
        manager.getSubscription = async () => {
          const key = sessionStorage.getItem(kept)
          return key && subscription(key)
        }
      },
      [endpoint, keys] as const,
    )
    const { token } = await logIn(page)
    await page.goto('/settings')
    const part = page.getByRole('region', { name: 'Notifications', exact: true })
    await part.scrollIntoViewIfNeeded()
    const device = part.getByRole('switch', { name: 'On this browser' })
    await expect(device).toBeEnabled()
    await expect(device).not.toBeChecked()
    const subscribed = page.waitForResponse('**/push/subscribe')
    await device.focus()
    await page.keyboard.press('Space')
    expect((await subscribed).status()).toBe(200)
    expect((await subscribed).request().postDataJSON()).toEqual({ endpoint, keys })
    await expect(device).toBeChecked()
    await expectAccessible(page)

    const classes = part.getByRole('switch', { name: /^Live classes/ })
    await expect(classes).toBeChecked()
    await page.route(CHOOSE, (route) => route.abort(), { times: 1 })
    await classes.click()
    await expect(part.getByRole('alert')).toHaveText('That did not work. Please try again.')
    await expect(classes).toBeChecked()
    const chosen = page.waitForResponse(CHOOSE)
    await classes.click()
    await chosen
    const again = page.waitForResponse('**/push/subscribe')
    await page.reload()
    await part.scrollIntoViewIfNeeded()
    await again
    await expect(device).toBeChecked()
    await expect(classes).not.toBeChecked()

    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBeNull()
    const headers = { authorization: `Bearer ${token}` }
    const push = () => page.request.get('/api/v1/user/notifications/push', { headers })
    await expect.poll(async () => (await push()).status()).toBe(401)
  },
)
