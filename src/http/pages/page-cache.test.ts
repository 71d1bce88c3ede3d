import { describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { announceContent } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { drawnPages, KB, numbers } from '../../../tests/support/scenes/drawn-pages.ts'
import { pageStore } from './page-store.ts'

const pages = drawnPages()
const { get, each, total } = pages

describe('a page is kept by what it reads of its address', () => {
  test('unknown parameters, however many, are one page, which never hears of them', async () => {
    await each(numbers(50).map((number) => `/courses?utm_source=${number}&x${number}=1`))
    await each(numbers(50).map((number) => `/login?redirect=/${number}`))
    expect(pages.drawn).toEqual({ '/courses': 1, '/login': 1 })
    expect(await (await get('/courses?evil=<script>')).text()).not.toContain('evil')
  })

  test.each([
    ['order', '/courses?sort=rating&page=2', '/courses?page=2&sort=rating'],
    ['repetition', '/courses?page=2', '/courses?page=2&page=3&page=4'],
    ['empty values', '/courses', '/courses?search=&category=&sort=&page='],
    ['defaults', '/courses', '/courses?sort=latest&page=1'],
    ['values that count as not given', '/courses', '/courses?sort=price&page=-1&category=999'],
    ['numbers in other spellings', '/courses', '/courses?category=0x1&page=1e1'],
    ['names in capitals', '/courses', '/courses?SEARCH=polity&Page=2'],
    ['escapes', '/courses?search=polity', '/courses?%73earch=%70olit%79'],
    ['blanks', '/search?q=indian+polity', '/search?q=%20indian%20%20%09polity%20'],
    ['composed and decomposed letters', '/search?q=caf%C3%A9', '/search?q=cafe%CC%81'],
    ['pages of no search', '/search', '/search?q=&page=7'],
    ['escapes in the path', '/courses/1', '/cours%65s/%31'],
    ['an empty query', '/courses/1', '/courses/1?'],
    ['unknown subcategories', '/courses/psc/ldc', '/courses/psc/ldc?sub=none'],
  ])('whatever their %s', async (_, address, other) => {
    await each([address, other, address])
    expect(pages.drawn).toEqual({ [address]: 1 })
  })

  test('what it does read makes another page', async () => {
    const addresses = [
      '/courses',
      '/courses?page=2',
      '/courses?search=polity',
      '/search?q=polity',
      '/search?q=polity&page=2',
    ]
    await each([...addresses, ...addresses])
    expect(pages.drawn).toEqual(Object.fromEntries(addresses.map((address) => [address, 1])))
  })

  test('values of any length are cut to what the page reads', async () => {
    await each([`/search?q=${'a'.repeat(100)}`, `/search?q=${'a'.repeat(5000)}`])
    expect(total()).toBe(1)
  })

  test('a page learns of a request nothing but its address', async () => {
    await get('/courses?utm=1', { headers: { cookie: 'theme=dark', host: 'evil.example', 'x-forwarded-host': 'evil' } })
    expect([...pages.told[0]!.headers]).toEqual([])
    expect(pages.told[0]!.url).toBe('http://localhost:4321/courses')
  })

  test('a path that begins like the name of a host is a path', async () => {
    await get('http://localhost:4321//evil.example/courses')
    expect(pages.told[0]!.url).toBe('http://localhost:4321//evil.example/courses')
  })

  test('HEAD draws the whole page, so that who comes next gets it', async () => {
    const head = await get('/courses', { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
    expect(await (await get('/courses')).text()).toMatch(/^\/courses/)
    expect(total()).toBe(1)
  })
})

describe('a flood of addresses', () => {
  const site = ['/courses', '/courses/1', '/courses/psc/ldc', '/courses?page=2', '/login']

  test.each([
    ['searches', (number: number) => `/search?q=random${number}`],
    ['searches of the list', (number: number) => `/courses?search=random${number}`],
    ['exams that nobody has', (number: number) => `/mock-test/${number}`],
    ['pages that are not there', (number: number) => `/none/${number}`],
    ['courses that are not there', (number: number) => `/courses/psc/none${number}`],
  ])('of %s, each asked for twice, pushes none of the site out', async (_, address) => {
    await each(site)
    await each(numbers(100).flatMap((number) => [address(number), address(number)]))
    await each(site)
    expect(site.map((one) => pages.drawn[one])).toEqual([1, 1, 1, 1, 1])
  })

  test('that are asked for once pushes none out that was asked for again', async () => {
    await each(['/search?q=polity', '/search?q=polity'])
    await each(numbers(100).map((number) => `/search?q=random${number}`))
    await each(['/search?q=polity'])
    expect(pages.drawn['/search?q=polity']).toBe(1)
  })

  test('without a page is one page', async () => {
    const replies = await Promise.all(numbers(20).map((number) => get(`/none/${number}`)))
    expect(replies.map(({ status }) => status)).toEqual(numbers(20).map(() => 404))
    await get('/none/of/them')
    expect(total()).toBe(1)
  })

  test('is held to the bytes of its share, compressed copies included', async () => {
    const store = pageStore({ site: 20 * KB, again: 20 * KB, once: 20 * KB })
    const page = (size: number) => ({ size }) as Parameters<typeof store.put>[1]
    for (const number of numbers(100)) {
      store.put(`/${number}`, page(4 * KB), true)
      store.put(`/search?q=${number}`, page(4 * KB), false)
      store.get(`/search?q=${number}`)
    }
    expect(store.held()).toEqual({ site: 20 * KB, again: 20 * KB, once: 0 })
    const grown = page(4 * KB)
    store.put('/grown', grown, true)
    grown.size = 10 * KB
    store.grown('/grown', grown)
    expect(store.held().site).toBeLessThanOrEqual(20 * KB)
    expect(store.get('/grown')).toBe(grown)
  })
})

describe('pages in memory', () => {
  test('are not sent again to a browser that has them', async () => {
    const etag = (await get('/courses')).headers.get('etag')!
    const again = await get('/courses?utm=1', { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('change with the content', async () => {
    await each(['/courses', '/mock-test/1'])
    await announceContent(pages.api.services.db)
    pages.api.clock.advance(2 * SECOND)
    await each(['/courses', '/mock-test/1'])
    expect(pages.drawn).toEqual({ '/courses': 2, '/mock-test/1': 2 })
  })
})

describe('a cache in front', () => {
  const caching = async (address: string) => (await get(address)).headers.get('cache-control')

  test.each(['/courses', '/courses?page=2&utm=1', '/courses/1', '/courses/psc/ldc', '/login'])(
    'may keep a page of the site for a second, and longer while there is nobody to ask: %s',
    async (address) => expect(await caching(address)).toBe('max-age=0, s-maxage=1, stale-if-error=600'),
  )

  test.each(['/staff', '/staff/team'])(
    'and browsers keep no page of the console, of which servers keep one: %s',
    async (address) => {
      expect([await caching(address), await caching(address)]).toEqual(['no-store', 'no-store'])
      expect(pages.drawn).toEqual({ [address]: 1 })
    },
  )

  test.each([
    ['words that somebody typed', '/search?q=polity'],
    ['a number of which there is no end', '/mock-test/1'],
    ['what is not there', '/none/1'],
    ['a course that is not there', '/courses/psc/none'],
  ])('keeps no page of %s', async (_, address) => expect(await caching(address)).toBe('no-cache'))
})
