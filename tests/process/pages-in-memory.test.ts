import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberedPages } from '#http/pages/numbered-pages.ts'
import { readExposition, valueOf } from '../support/api/exposition.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { freePort, startServer, type RunningServer } from '../support/servers/server.ts'

const { folder, remove } = demoFolder()
let server: RunningServer
let metrics: string

beforeAll(async () => {
  const METRICS_PORT = String(await freePort())
  server = await startServer(folder, { CONTENT: 'src/content/demo', METRICS_PORT })
  metrics = `http://127.0.0.1:${METRICS_PORT}/metrics`
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

const get = (address: string, init: RequestInit = {}) => fetch(server.url + address, { redirect: 'manual', ...init })

/** What the server has drawn so far. */
async function drawn(): Promise<number> {
  const all = readExposition(await (await fetch(metrics)).text())
  return valueOf(all, 'padavu_pages_total', { outcome: 'miss' }) ?? NaN
}

/** How many pages are drawn by asking for these, four at a time. */
async function drawnBy(addresses: string[]): Promise<number> {
  const before = await drawn()
  const left = [...addresses]
  const ask = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await (await get(next)).arrayBuffer()
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  return (await drawn()) - before
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('pages in memory', () => {
  const site = [
    '/courses',
    '/courses/1',
    '/courses?sort=rating',
    '/dashboard',
    '/login',
    '/search',
    '/news/1',
    '/webinars/1',
  ]

  test('are drawn once, whatever is added to their addresses', async () => {
    expect(await drawnBy(site)).toBe(site.length)
    const added = site.flatMap((one) =>
      numbers(20).map((number) => `${one}${one.includes('?') ? '&' : '?'}u${number}=1`),
    )
    expect(await drawnBy(added)).toBe(0)
  })

  test('are not pushed out by a flood of searches and of what is not there', async () => {
    await drawnBy(site)
    expect(await drawnBy(numbers(150).map((number) => `/search?q=random${number}`))).toBe(150)
    expect(await drawnBy(numbers(150).map((number) => `/courses/${number}0000`))).toBe(150)
    expect(await drawnBy(site)).toBe(0)
  })

  test('are drawn once for all numbers that the browser alone reads', async () => {
    const addresses = (numbers: string) => numberedPages.map((pattern) => pattern.replace(/\[\w+\]/g, numbers))
    await drawnBy(addresses('7'))
    expect(await drawnBy(numbers(20).flatMap((number) => addresses(`${number}000`)))).toBe(0)
    for (const address of addresses('2147483646')) {
      const { status, html } = await read(address)
      expect([address, status]).toEqual([address, 200])
      expect(html).not.toMatch(/2147483646|rel="canonical"/)
    }
  })

  test('of a number that no row has do not exist', async () => {
    for (const number of ['0', '012', '2147483648', '9'.repeat(400), 'abc', '1.5']) {
      for (const pattern of numberedPages) {
        const { status, heading } = await read(pattern.replace(/\[\w+\]/g, number))
        expect([pattern, number, status, heading(1)]).toEqual([pattern, number, 404, 'Oops! Page Not Found'])
      }
    }
  })

  test('are one page where there is none', async () => {
    expect(await drawnBy(numbers(30).map((number) => `/none/${number}.php`))).toBeLessThanOrEqual(4)
    const reply = await get('/none/whatever')
    expect([reply.status, (await reply.text()).includes('/none/')]).toEqual([404, false])
  })

  test('show nothing of what a visitor added, or of whom they asked', async () => {
    const reply = await get('/courses/2?utm_source=spam', { headers: { 'x-forwarded-host': 'evil.example' } })
    const html = await reply.text()
    expect(html).toMatch(/<link rel="canonical" href="http:\/\/localhost:\d+\/courses\/2">/)
    expect(html).not.toMatch(/spam|evil/)
    expect(await (await get('/courses/2')).text()).toBe(html)
  })

  test('are whole after somebody asked for the head alone', async () => {
    const head = await get('/courses/3', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await (await get('/courses/3')).text()).toContain('</html>')
  })

  test('keep leading to the right address', async () => {
    const beyond = await get('/courses?page=99&utm=1')
    expect([beyond.status, beyond.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/courses(\?page=[1-9])?$/),
    ])
    expect((await get('/courses/')).status).toBe(301)
    expect((await get('/exam/worker.js')).headers.get('content-type')).toMatch(/^text\/javascript/)
  })
})

/** A page: its status, its words, and the first heading of a level in its content. */
async function read(address: string) {
  const reply = await get(address)
  const html = await reply.text()
  const [main] = /<main\b[^]*<\/main>/.exec(html) ?? ['']
  const plain = (part = '') => part.replace(/<(script|style)\b[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, '')
  const heading = (level: number) => plain(new RegExp(`<h${level}\\b[^>]*>([^]*?)</h${level}>`).exec(main)?.[1]).trim()
  return { status: reply.status, html, heading, text: plain(main) }
}

describe('the search', () => {
  test('forgives typing errors and hears Indian words in Latin letters', async () => {
    const misspelt = await read('/search?q=kerla+histry')
    expect(misspelt.heading(1)).toBe('Search Results for: kerla histry')
    expect(misspelt.text).toContain('Kerala History and Renaissance')
    expect((await read('/search?q=bharanaghadana')).heading(2)).toBe('Indian Polity and the Constitution')
  })

  test('says where inside a course it found something', async () => {
    expect((await read('/search?q=idioms')).text).toMatch(/Chapter: [^.]*Idioms/)
  })

  test('says when it finds nothing, and asks when it is asked nothing', async () => {
    const nothing = await read('/search?q=%3Cb%3Ezzzzzz')
    expect(nothing.heading(1)).toBe('Search Results for: &lt;b&gt;zzzzzz')
    expect(nothing.text).toContain('0 results found.')
    expect((await read('/search')).text).toContain('What are you preparing for?')
  })
})

describe('an address of the catalogue', () => {
  test('that makes no sense shows the course list', async () => {
    const { status, text } = await read('/courses?page=abc&category=77&sort=upwards')
    expect([status, text.match(/View Details of /g)?.length]).toEqual([200, 12])
  })

  test.each(['/courses/999999', '/courses/abc'])(
    'of no course is not found, and leads to the others: %s',
    async (address) => {
      const { status, heading, html } = await read(address)
      expect([status, heading(1)]).toEqual([404, 'No course found'])
      expect(html).toMatch(/<a href="\/courses"[^>]*>\s*Browse Courses/)
    },
  )

  test('of no category is not found', async () => {
    const { status, heading } = await read('/courses/kerala-psc/nothing')
    expect([status, heading(1)]).toEqual([404, 'Oops! Page Not Found'])
  })
})

test('who opens the site is led to the log-in', async () => {
  const { status, headers } = await get('/')
  expect([status, headers.get('location')]).toEqual([302, '/login'])
})

describe('search engines', () => {
  const onSite = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

  test('are told of every public page and of no other', async () => {
    const robots = (await read('/robots.txt')).html
    expect(robots).toContain('Disallow: /my-courses')
    const sitemap = (await read(onSite(/Sitemap: (.+)/.exec(robots)![1]!))).html
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => onSite(address!))
    expect(listed).toEqual(
      expect.arrayContaining(['/courses/kerala-psc/degree-level', '/news/1', '/blog/1', '/webinars/1']),
    )
    // It only leads to its source.
    expect(listed).not.toContain('/news/4')
    for (const address of listed) expect((await get(address)).status, address).toBe(200)
  })

  test.each([
    ['/news/1', 'NewsArticle'],
    ['/blog/1', 'BlogPosting'],
    ['/webinars/1', 'EducationEvent'],
  ])('are told of %s that it is a %s, and where it stands', async (address, type) => {
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec((await read(address)).html)!
    expect(JSON.parse(data)).toMatchObject({ '@graph': [{ '@type': type }, { '@type': 'BreadcrumbList' }] })
  })

  test('take what a search finds for the page of all searches, and what finds nothing for no page', async () => {
    const canonical = (html: string) => /<link rel="canonical" href="http:\/\/localhost:\d+([^"]*)">/.exec(html)?.[1]
    const noindex = '<meta name="robots" content="noindex">'
    expect(canonical((await read('/courses?search=polity')).html)).toBe('/courses')
    const found = (await read('/search?q=polity')).html
    expect(canonical(found)).toBe('/search')
    expect(found).not.toContain('<meta name="robots"')
    expect((await read('/search?q=xylophone+repair')).html).toContain(noindex)
  })
})
