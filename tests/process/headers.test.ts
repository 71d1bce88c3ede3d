import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#lib/both/paths.ts'
import { serverLimits } from '#server/limits.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

const folders = [temporaryFolder(), demoFolder()]
/** By https, with a real payment provider. */
let real: RunningServer
/** By http, with the sandbox. */
let play: RunningServer

beforeAll(async () => {
  ;[real, play] = await Promise.all([
    startServer(folders[0]!.folder, {
      SITE_URL: 'https://localhost',
      PAYMENT_PROVIDER: 'razorpay',
      RAZORPAY_KEY_ID: 'rzp_test_x',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret too',
    }),
    startServer(folders[1]!.folder, { CONTENT: 'src/content/demo' }),
  ])
})

afterAll(async () => {
  await Promise.all([real.stop('SIGKILL'), play.stop('SIGKILL')])
  for (const { remove } of folders) remove()
})

/** Every page, with the first course, exam and purchase; some exist, some say that they do not. */
const pages = [
  ...Object.values(paths).map((page) =>
    typeof page === 'string' ? page : (page as (...parts: unknown[]) => string)(...exampleOf(page)),
  ),
  '/search?q=polity',
  '/no/such/page',
  '/_astro/none.js',
]
const tills = [paths.buyCourse(1), paths.renewal(1)]
const players = [paths.myCourse(1)]
const assets = path.join(import.meta.dirname, '..', '..', 'dist', 'client', '_astro')
const partOf = (kind: string) => `/_astro/${readdirSync(assets).find((name) => name.endsWith(kind))}`

function exampleOf(page: unknown): unknown[] {
  if (page === paths.category) return ['kerala-psc', 'degree-level']
  return page === paths.practiceOf ? ['exam:1'] : [1, 1]
}

const ask = ({ url }: RunningServer, address: string, init: RequestInit = {}) =>
  fetch(url + address, { redirect: 'manual', ...init, headers: { connection: 'close', ...init.headers } })

/** What every reply says, whatever it is. */
function expectHeaders(reply: Response): void {
  const { headers } = reply
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('origin-agent-cluster')).toBe('?1')
  expect(headers.get('x-permitted-cross-domain-policies')).toBe('none')
  expect(headers.get('cross-origin-resource-policy')).toMatch(/^same-(origin|site)$/)
  expect(headers.get('cross-origin-opener-policy')).toMatch(/^same-origin(-allow-popups)?$/)
  expect(headers.get('x-frame-options')).toMatch(/^(DENY|SAMEORIGIN)$/)
  for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'display-capture'])
    expect(headers.get('permissions-policy')).toContain(`${feature}=()`)
  const policy = policyOf(reply)
  for (const [name, values] of policy) {
    expect(values, name).not.toContain("'unsafe-eval'")
    // A keyword, a hash or one host by https; pictures may also stand in the page itself.
    for (const value of values)
      if (!/^(data|blob):$/.test(value) || name !== 'img-src')
        expect(value, name).toMatch(/^('.+'|https:\/\/[\w*.-]+|padavu-\w+)$/)
  }
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('frame-ancestors')).toHaveLength(1)
  for (const name of headers.keys()) expect(name).not.toMatch(/^access-control|^(server|x-powered-by)$/)
}

/** The directives of a policy. A directive that is there twice counts once, so it must not be. */
function policyOf(reply: Response): Map<string, string[]> {
  const directives = (reply.headers.get('content-security-policy') ?? '')
    .split(';')
    .map((part) => part.trim().split(/ +/))
  const policy = new Map(directives.map(([name, ...values]) => [name!, values]))
  expect(policy.size, 'directives that differ').toBe(directives.length)
  return policy
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page runs its own scripts alone, and everything that it holds is within its policy. */
async function expectPage(reply: Response): Promise<Map<string, string[]>> {
  expectHeaders(reply)
  const html = await reply.text()
  const policy = policyOf(reply)
  const only = (name: string, ...values: string[]) => expect(policy.get(name), name).toEqual(values)
  only('script-src-attr', "'none'")
  only('object-src', "'none'")
  only('base-uri', "'none'")
  only('form-action', "'self'")
  only('frame-ancestors', "'none'")
  only('worker-src', "'self'")
  only('manifest-src', "'self'")
  only('font-src', "'self'")
  only('media-src', "'self'")
  only('style-src', "'self'")
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
  for (const [element, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src-elem'],
  ] as const) {
    const inline = [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>([^]*?)</${element}>`, 'g'))]
      .filter(([, attributes, text]) => text && !attributes?.includes('application/ld+json'))
      .map(([, , text]) => hashOf(text!))
    const hashes = policy.get(directive)!.filter((value) => value.startsWith("'sha"))
    if (policy.has('require-trusted-types-for')) expect(hashes.toSorted()).toEqual([...new Set(inline)].toSorted())
  }
  // Nor does it hold what the policy would stop.
  expect(html).not.toMatch(/<[^>]*\son\w+\s*=|javascript:|<base\b/i)
  const room = [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  expect(room, 'bytes of headers, of which proxies take 4096').toBeLessThan(3800)
  return policy
}

test.each([...tills, paths.purchases, paths.purchase(1), paths.receipt(1, 1), '/sandbox/window.html'])(
  '%s says that no money is taken where the sandbox takes it, and there alone',
  async (address) => {
    const said = 'Test mode: no real payment is taken.'
    expect(await (await ask(play, address)).text()).toContain(said)
    expect(await (await ask(real, address)).text()).not.toContain(said)
  },
)

describe.each(pages)('%s', (address) => {
  const isTill = tills.includes(address)
  const isPlayer = players.includes(address)

  test('lets nobody in but whom it needs, with the sandbox', async () => {
    const reply = await ask(play, address)
    expect(reply.status).toBeLessThan(500)
    const policy = await expectPage(reply)
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')?.every((name) => name.startsWith('padavu-'))).toBe(true)
    expect(policy.has('upgrade-insecure-requests')).toBe(false)
    expect(reply.headers.get('strict-transport-security')).toBeNull()
    expect(reply.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(policy.get('connect-src')).toEqual(["'self'"])
    const hosts = isPlayer ? ['https://player.vimeo.com', 'https://www.youtube-nocookie.com'] : undefined
    expect(policy.get('frame-src')).toEqual(hosts ?? [isTill ? "'self'" : "'none'"])
    expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:', ...(isPlayer ? ['https://i.vimeocdn.com'] : [])])
    const features = reply.headers.get('permissions-policy')
    expect(features).toContain('payment=()')
    expect(features).toContain(
      isPlayer ? 'autoplay=(self "https://player.vimeo.com" "https://www.youtube-nocookie.com")' : 'autoplay=(self)',
    )
  })

  test('lets the payment provider in where somebody pays, and nowhere else, by https', async () => {
    const reply = await ask(real, address)
    const policy = await expectPage(reply)
    expect(policy.get('upgrade-insecure-requests')).toEqual([])
    expect(reply.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}; includeSubDomains$/)
    const opener = reply.headers.get('cross-origin-opener-policy')
    const features = reply.headers.get('permissions-policy')
    if (!isTill) {
      expect(reply.headers.get('content-security-policy')).not.toContain('razorpay')
      expect(policy.has('require-trusted-types-for')).toBe(true)
      expect(features).toContain('payment=()')
      return expect(opener).toBe('same-origin')
    }
    for (const name of ['script-src', 'frame-src', 'connect-src', 'img-src'])
      expect(policy.get(name), name).toContain('https://*.razorpay.com')
    for (const name of ['default-src', 'style-src', 'style-src-elem', 'form-action'])
      expect(policy.get(name)?.join(), name).not.toContain('razorpay')
    // Its script writes HTML and styles of its own.
    expect(policy.has('require-trusted-types-for')).toBe(false)
    expect(policy.get('style-src-elem')).toContain("'unsafe-inline'")
    expect(opener).toBe('same-origin-allow-popups')
    expect(features).toContain('payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")')
  })
})

describe('what is no page', () => {
  const json = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
  test.each<[string, number, RequestInit?]>([
    ['/', 302],
    ['/favicon.svg', 200],
    ['/manifest.webmanifest', 200],
    ['/sandbox/checkout.js', 200],
    ['/worker.js', 200],
    ['/exam/worker.js', 200],
    ['/push/worker.js', 200],
    ['/robots.txt', 200],
    ['/sitemap.xml', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/media/none.png', 404],
    ['/files/none.pdf', 403],
    ['/my-data/1-1.html', 403],
    ['/calendar/none.ics', 404],
    ['/api/openapi.json', 200],
    ['/api/v1/page/appbanner', 200, { headers: json }],
    ['/api/v1/page/appbanner', 204, { method: 'OPTIONS', headers: json }],
    ['/api/v1/none', 404],
    ['/api/v1/user/logout', 401, { method: 'POST' }],
    ['/api/v1/user/registerorlogin', 400, { method: 'POST', headers: json, body: '{' }],
    ['/api/v1/user/registerorlogin', 413, { method: 'POST', headers: json, body: 'x'.repeat(1_100_000) }],
    ['/webhooks/payment', 400, { method: 'POST', headers: json, body: '{}' }],
    ['/sandbox/orders/none', 404],
  ])('%s says no less: %i', async (address, status, init) => {
    const reply = await ask(play, address, init)
    expect(reply.status).toBe(status)
    expectHeaders(reply)
    expect(reply.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(policyOf(reply).get('frame-ancestors')).toEqual(["'none'"])
    expect(policyOf(reply).get('script-src') ?? []).toEqual([])
  })

  test.each(['.js', '.css', '.woff2'])(
    'a part of pages, a %s, says what counts where it is fetched, and no more',
    async (kind) => {
      const reply = await ask(real, partOf(kind))
      expect(reply.status).toBe(200)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(reply.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/)
      const room = [...reply.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
      expect(room, 'bytes of headers, of which each page has a dozen').toBeLessThan(430)
    },
  )

  test("is framed nowhere but for the sandbox's window, which the selling page frames", async () => {
    const reply = await ask(play, '/sandbox/window.html')
    expect(reply.status).toBe(200)
    expectHeaders(reply)
    const policy = policyOf(reply)
    expect(policy.get('frame-ancestors')).toEqual(["'self'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('trusted-types')).toEqual(["'none'"])
    expect(reply.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test.each(['/sandbox/window.html', '/sandbox/checkout.js', '/sandbox/orders/order_1'])(
    '%s is not there where real money is taken',
    async (address) => expect((await ask(real, address)).status).toBe(404),
  )
})

test('a page is the same whatever host and protocol somebody says that it has', async () => {
  const forwarded = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
  }
  for (const address of ['/', paths.login, paths.search, '/sitemap.xml']) {
    const [plain, told] = [await ask(play, address), await ask(play, address, { headers: forwarded })]
    expect([told.status, await told.text()]).toEqual([plain.status, await plain.text()])
    const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !/^(date|x-request-id)$/.test(name))
    expect(headersOf(told)).toEqual(headersOf(plain))
  }
})

test('pages are read, and nothing is sent to them', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const reply = await ask(play, paths.login, { method, ...(method !== 'OPTIONS' && { body: 'x' }) })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expectHeaders(reply)
  }
})

test.each(['/api/v1/none', paths.login, '/no/such/page', '/webhooks/payment', '/sandbox/orders/1/pay', '/healthz'])(
  'no route reads what is longer than any call takes: %s',
  async (address) => {
    await expectTooLong(address, new Uint8Array(serverLimits.bodyBytes + 1))
  },
)

test.each([
  ['/webhooks/payment', 300_000],
  ['/sandbox/orders/1/pay', 5000],
])('nor %s what is longer than its own limit', async (address, length) => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new Uint8Array(length))
      controller.close()
    },
  })
  await expectTooLong(address, body)
})

/** The server says so, or hangs up while the rest is on its way, in which case the client may miss what it said. */
async function expectTooLong(address: string, body: Uint8Array | ReadableStream): Promise<void> {
  const end = await ask(play, address, { method: 'POST', body, duplex: 'half' } as RequestInit).then(
    ({ status }) => status,
    () => 'hung up',
  )
  expect([413, 'hung up']).toContain(end)
}

test('what fails says no less, and nothing of why', async () => {
  const data = new DatabaseSync(path.join(folders[1]!.folder, 'padavu.db'), { timeout: 5000 })
  data.exec('alter table meta rename to moved; alter table sessions rename to away')
  data.close()
  const statusOf = async () => (await ask(play, paths.login)).status
  // Until the content's version is asked for anew, which is kept for a second.
  await expect.poll(statusOf).toBe(500)
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  for (const reply of [
    await ask(play, paths.login),
    await ask(play, '/api/v1/user/logout', { method: 'POST', headers }),
  ]) {
    expect(reply.status).toBe(500)
    expectHeaders(reply)
    expect(await reply.text()).not.toMatch(/SQL|no such table|\.ts:|^\s+at /m)
  }
})
