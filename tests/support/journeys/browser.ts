import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type Page } from '@playwright/test'
import type axe from 'axe-core'

export { expect }

/** Details of a journey that phones go through as well: their screen is built differently there, or is the one that counts. */
export const onPhones = { tag: '@phone' }

/** The screen of a phone, for journeys that are as long on a large one and would show nothing else there. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/**
 * Details of a journey that answers requests in the server's place (`page.route`). Every request then goes by way of the
 * test and past the browser's cache, which takes a third of a page's time: the others do without.
 */
export const intercepting = { tag: '@intercepting' }

interface Fixtures {
  /** Expects problems, each told as `404 GET /path`, `console: text`, `page: text` or `outside: address`. */
  allow: (...expected: RegExp[]) => void
  /** Fails the test on whatever went wrong in the browser and was not allowed. */
  watch: void
}

/**
 * What the browser itself says of requests that failed. A reply with an error status is reported with its address; what a
 * journey that goes offline cuts off is lost by chance, a worker's script among it, which is asked for when the page is idle.
 */
const lostOnTheWay = ['Failed to load resource', 'An unknown error occurred when fetching the script.']

/** A test of the browser: what the console, the network or a script complains of fails it. */
export const test = base.extend<Fixtures & { expected: RegExp[] }>({
  baseURL: async ({}, use) => use(serverUrl()),
  extraHTTPHeaders: async ({}, use) => use(fromAnAddress()),
  expected: async ({}, use) => use([]),
  allow: async ({ expected }, use) => use((...more) => void expected.push(...more)),
  watch: [
    async ({ context, expected }, use, { tags }) => {
      const origin = serverUrl()
      const problems: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !lostOnTheWay.some((text) => message.text().startsWith(text)))
          problems.push(`console: ${message.text()}`)
      })
      context.on('weberror', (error) => problems.push(`page: ${error.error().stack ?? error.error().message}`))
      context.on('response', (response) => {
        if (response.status() >= 400)
          problems.push(`${response.status()} ${response.request().method()} ${response.url().replace(origin, '')}`)
      })
      const outside = (address: string) => new URL(address).origin !== origin && /^https?:/.test(address)
      // playwright.config.ts lets no request leave this machine.
      if (tags.includes(intercepting.tag)) {
        // From the beginning, for the whole context: interception that begins or ends in the life of a page comes too late
        // for a request made right after it, and may leave one on its way without an answer.
        await context.route(
          ({ href }) => outside(href),
          (route) => {
            problems.push(`outside: ${route.request().url()}`)
            return route.abort()
          },
        )
      } else {
        context.on('request', (request) => {
          if (outside(request.url())) problems.push(`outside: ${request.url()}`)
        })
        context.on('page', (page) => {
          page.route = () =>
            Promise.reject(new Error(`A journey that intercepts requests has the tag ${intercepting.tag}`))
        })
      }
      await use()
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Where the server under test is. */
export function serverUrl(): string {
  const url = process.env.E2E_URL
  if (!url) throw new Error('The server is started by playwright.config.ts')
  return url
}

/** As a proxy says it: the caller is somebody whom the limits of the server have not met. */
export function fromAnAddress(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}

/** An Indian phone number that no other test uses, nor the demo. */
export function newPhone(): string {
  return String(randomInt(9_100_000_000, 10_000_000_000))
}

/** The last code that was sent to a phone. */
export async function outboxCode(phone: string, countryCode = '91', digits = 4): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const { messages } = (await (await fetch(`${serverUrl()}/dev/outbox`)).json()) as {
      messages: { to: string; code: string }[]
    }
    code = messages.find(({ to }) => to === `+${countryCode}${phone}`)?.code
    expect(code, `code for +${countryCode}${phone}`).toMatch(new RegExp(`^\\d{${digits}}$`))
  }).toPass()
  return code!
}

export interface LoggedIn {
  id: number
  token: string
  phone: string
}

/**
 * Logs a learner in without going through the log-in page; a new phone gets a completed profile. The page then has the
 * learner stored, and stands on no page of the product.
 */
export async function logIn(page: Page, phone = newPhone(), name = 'Asha Menon'): Promise<LoggedIn> {
  const user = await logInElsewhere(phone, name)
  await page.goto('/healthz')
  await page.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(user))
  return { id: user.id, token: user.token, phone }
}

/**
 * Logs a learner in who is not at this browser.
 * @param given `splashes`: the learner has not seen the marketing splash
 * @returns the user record that a browser would store, and the phone
 */
export async function logInElsewhere(
  phone = newPhone(),
  name = 'Asha Menon',
  { splashes = false } = {},
): Promise<LoggedIn & { registration_completed: string }> {
  const address = fromAnAddress()
  const api = async (path: string, body: object | FormData, token?: string) => {
    const form = body instanceof FormData
    const response = await fetch(`${serverUrl()}/api/v1${path}`, {
      method: 'POST',
      headers: {
        ...address,
        ...(!form && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: form ? body : JSON.stringify(body),
    })
    expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
    return response.json()
  }
  let user!: { id: number; token: string; registration_completed: string; marketing_splash_id?: number }
  // Journeys that share a demo learner may ask for a code at the same moment, and the later code replaces the earlier.
  await expect(async () => {
    const { user_id, user_exsist } = (await api('/user/registerorlogin', { mobile: phone, country_code: '91' })) as {
      user_id: number
      user_exsist: boolean
    }
    const verify = user_exsist ? '/user/otp/verify' : '/user/otp/verifynewuser'
    ;({ user } = (await api(verify, { user_id, otp: await outboxCode(phone) })) as { user: typeof user })
  }).toPass()
  if (user.registration_completed === 'N') {
    const profile = new FormData()
    profile.set('mobile', phone)
    profile.set('name', name)
    profile.set('email', `learner${phone}@example.org`)
    const completed = (await api('/user/registernewuser', profile, user.token)) as { user: object }
    user = { ...user, ...completed.user }
  }
  // Journeys that are about something else meet no splash on the dashboard.
  const { data } = (await (await fetch(`${serverUrl()}/api/v1/page/appbanner`)).json()) as {
    data: { marketing_splash: { id: number }[] }
  }
  const [splash] = splashes ? [] : data.marketing_splash
  if (splash) {
    await api(`/user/logmarketingsplash/${splash.id}`, {}, user.token)
    user = { ...user, marketing_splash_id: splash.id }
  }
  return { ...user, phone }
}

/**
 * Calls that the page makes from now on, to an address with such a part, are lost on their way. `page.route` can more, and
 * makes every request of a journey slow.
 * @param times how many
 */
export async function loseCalls(page: Page, part: string, times = Infinity): Promise<void> {
  await page.evaluate(
    ([part, times]) => {
      const { fetch } = globalThis
      let lost = 0
      globalThis.fetch = (asked, init) =>
        String(asked).includes(part) && (lost += 1) <= times
          ? Promise.reject(new TypeError('Failed to fetch'))
          : fetch(asked, init)
    },
    [part, times] as const,
  )
}

/** Every part of the page shows its content; parts that load when they are seen are scrolled to. */
export const expectContent = (page: Page) => expect.poll(() => page.evaluate(scrollToSkeleton)).toBe(0)

/** Runs in the page. @returns how many skeletons are visible */
function scrollToSkeleton(): number {
  const found = [...document.querySelectorAll('.skeleton')].filter((each) => each.checkVisibility())
  found[0]?.scrollIntoView()
  return found.length
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const allRules: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** What can differ between the two colour schemes of one page. */
const rulesOfColour: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** For a journey that looks at each page it opens: they have axe from the beginning, which is quicker than to bring it. */
export const bringAxe = (page: Page) => page.addInitScript(axeSource)

/** No automatic check of WCAG 2.2 A and AA finds anything on the page once it is at rest; `within` limits it to a part. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectRulesMet(page, within, allRules)
}

export type Colours = 'dark' | 'light'

/** So in dark colours and in light ones. @param last in which it leaves the page; to change them takes as long as the look */
export async function expectAccessibleInBothColours(
  page: Page,
  within?: string,
  last: Colours = 'light',
): Promise<void> {
  for (const colorScheme of last === 'light' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectRulesMet(page, within, colorScheme === last ? allRules : rulesOfColour)
  }
}

async function expectRulesMet(page: Page, within: string | undefined, runOnly: axe.RunOnly): Promise<void> {
  // Colours that fade are looked at when they are there.
  await expect.poll(() => page.evaluate(moving)).toBe(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ({ part, runOnly }) => {
      const runner = (globalThis as unknown as { axe: typeof axe }).axe
      // None of the rules reads style sheets or media, which would be fetched once more.
      const { violations } = await runner.run(part ?? document, {
        runOnly,
        preload: false,
        resultTypes: ['violations'],
      })
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
      }))
    },
    { part: within, runOnly },
  )
  expect(violations).toEqual([])
}

/** Runs in the page. @returns how many transitions and animations with an end are under way */
function moving(): number {
  const underWay = document.getAnimations().filter(({ playState }) => playState === 'running')
  return underWay.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).length
}
