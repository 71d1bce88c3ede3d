import { describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { announceContent } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { drawnPages, numbers } from '../../../tests/support/scenes/drawn-pages.ts'

const pages = drawnPages()
const { get, each, total } = pages

describe('requests for the same page at the same moment', () => {
  test('draw it once', async () => {
    let open = () => {}
    pages.gate = new Promise((resolve) => (open = resolve))
    const asked = Array.from({ length: 50 }, (_, index) => get(`/mock-test/1?n=${index}`))
    await expect.poll(total).toBe(1)
    open()
    const replies = await Promise.all(asked)
    expect(replies.map(({ status }) => status)).toEqual(numbers(50).map(() => 200))
    expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(50)
    expect(total()).toBe(1)
  })

  test.each([
    ['its time has come', () => Promise.resolve(pages.api.clock.advance(5 * SECOND))],
    [
      'the content has changed',
      async () => {
        await announceContent(pages.api.services.db)
        pages.api.clock.advance(2 * SECOND)
      },
    ],
  ])('draw it once also when it was there until %s', async (_, change) => {
    pages.moments = [pages.api.clock.now() + 5 * SECOND]
    await each(['/courses'])
    let open = () => {}
    pages.gate = new Promise((resolve) => (open = resolve))
    await change()
    const asked = numbers(20).map((number) => get(`/courses?utm=${number}`))
    await expect.poll(total).toBe(2)
    open()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(numbers(20).map(() => 200))
    expect(total()).toBe(2)
  })

  test('get it compressed, each of them', async () => {
    const headers = { 'accept-encoding': 'br' }
    const replies = await Promise.all(numbers(5).map(() => get('/courses', { headers })))
    const bodies = await Promise.all(replies.map((reply) => reply.bytes()))
    expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(1)
    expect(replies.map((reply) => reply.headers.get('content-encoding'))).toEqual(numbers(5).map(() => 'br'))
  })

  test('that cannot be drawn all say so, and the next one tries again', async () => {
    const replies = await Promise.all([get('/courses/9'), get('/courses/9')])
    expect(replies.map(({ status }) => status)).toEqual([500, 500])
    expect((await get('/courses/9')).status).toBe(500)
    expect(pages.drawn['/courses/9']).toBe(2)
  })
})

describe('while a replica has other content than the primary, from which a page reads, too', () => {
  const withPrimaryAt = async (contentVersion: string, use: () => Promise<unknown>) => {
    const { site } = pages.api.services
    pages.api.services.site = Object.assign(async () => ({ ...(await site()), contentVersion }), { known: site.known })
    await use()
    pages.api.services.site = site
  }

  test('what is drawn is kept for nobody, and what is there is sent', async () => {
    await each(['/courses'])
    await withPrimaryAt('another', () => each(['/courses', '/login', '/login']))
    expect(pages.drawn).toEqual({ '/courses': 1, '/login': 2 })
    await each(['/login', '/login'])
    expect(pages.drawn['/login']).toBe(3)
  })

  test('nor is what was begun before the primary had that of the replica', async () => {
    let open!: () => void
    pages.gate = new Promise((resolve) => (open = resolve))
    let first: ReturnType<typeof get> | undefined
    await withPrimaryAt('another', async () => {
      first = get('/courses')
      await expect.poll(total).toBe(1)
    })
    open()
    expect((await first!).status).toBe(200)
    await each(['/courses', '/courses'])
    expect(pages.drawn['/courses']).toBe(2)
  })
})

describe('a page that says until when it holds', () => {
  test.each([
    ['that is there', '/courses'],
    ['of what is still to come', '/courses/none/yet'],
  ])('is kept until then and drawn anew after that, also one %s', async (_, address) => {
    const now = pages.api.clock.now()
    pages.moments = [now - SECOND, now + 9 * SECOND, now + 5 * SECOND]
    await each([address, address])
    pages.api.clock.set(now + 5 * SECOND - 1)
    const kept = await get(address)
    expect([pages.drawn[address], kept.headers.has('x-page-until')]).toEqual([1, false])
    pages.api.clock.set(now + 5 * SECOND)
    await each([address, address])
    expect(pages.drawn[address]).toBe(2)
    pages.api.clock.set(now + 9 * SECOND)
    await each([address])
    pages.api.clock.set(now + 100 * SECOND)
    await each([address])
    expect(pages.drawn[address], 'without a moment to come').toBe(3)
  })

  test('is drawn anew where the moment came while it was drawn', async () => {
    let open!: () => void
    pages.gate = new Promise((resolve) => (open = resolve))
    const now = pages.api.clock.now()
    pages.moments = [now + SECOND]
    const first = get('/courses')
    await expect.poll(() => pages.drawn['/courses']).toBe(1)
    pages.api.clock.set(now + SECOND)
    open()
    await (await first).arrayBuffer()
    await each(['/courses'])
    expect(pages.drawn['/courses']).toBe(2)
  })
})
