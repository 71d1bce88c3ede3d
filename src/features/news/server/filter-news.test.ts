import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { PACK_READ, packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'
import { filterNews } from '../news.contract.ts'
import { filterNews as filter } from './filter-news.ts'

let api: TestApi

const entry = (key: string, category: string, published: string) => `- key: ${key}
  category: ${category}
  text: About ${key}
  link: https://news.example.org/${key}
  image: media/thumb.svg
  alt: A desk
  published: ${published}
`

beforeAll(async () => {
  api = await testApi()
  api.clock.set(PACK_READ)
  await packImporter(api.database)({
    ...smallPack(),
    'news.yaml': [
      entry('older', 'Dates', 'today-3d 09:00'),
      entry('latest', 'Affairs', 'today-1d 09:00'),
      entry('to-come', 'Dates', 'today+1d 09:00'),
      entry('middle', 'Dates', 'today-2d 09:00'),
    ].join(''),
  })
})
afterAll(() => api.close())

const texts = async (query = {}) =>
  (await api.call(filterNews, { query })).body.data.cards.map(({ description }) => description)

test('news that is out comes latest first, with its page, date and picture', async () => {
  const { status, body } = await api.call(filterNews, { query: { limit: 1 } })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    total: 3,
    cards: [
      {
        id: expect.any(Number) as number,
        link: 'https://news.example.org/latest',
        description: 'About latest',
        news_date: '2026-03-01 09:00:00',
        news_date_iso: '2026-03-01T03:30:00.000Z',
        image: { responsive_image: expect.stringMatching(/^\/media\//) as string, alt: 'A desk' },
        category: { id: expect.any(Number) as number, title: 'Affairs' },
      },
    ],
  })
  expect(await texts()).toEqual(['About latest', 'About middle', 'About older'])
})

test('can be had page by page and by category', async () => {
  expect(await texts({ limit: 2, offset: 1 })).toEqual(['About middle', 'About older'])
  const { cards } = (await api.call(filterNews, { query: {} })).body.data
  expect(await texts({ category: cards[0]!.category.id })).toEqual(['About latest'])
  expect(await texts({ category: 999 })).toEqual([])
})

test('appears when its time has come', async () => {
  api.clock.advance(2 * DAY)
  expect((await texts())[0]).toBe('About to-come')
})

test('is another version where the site has another address, with which links begin', async () => {
  const versionAt = async (address: string) => {
    const config = { ...api.services.config, SITE_URL: address }
    const ctx = { ...api.services, config } as Parameters<typeof filter>[0]
    return (await filter(ctx, { query: { category: 0, limit: 20, offset: 0 } })).version
  }
  const first = await versionAt('https://one.example.org')
  expect(await versionAt('https://one.example.org')).toBe(first)
  expect(await versionAt('https://two.example.org')).not.toBe(first)
})
