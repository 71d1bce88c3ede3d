import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilOf } from '#core/site/page-until.ts'
import { DAY, HOUR, startOfIndianDay } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { PACK_READ, packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'
import { publications } from '../../../../tests/support/packs/publications.ts'
import { filterNews } from '../news.contract.ts'
import { articlesOrAway, articlesWithText, listArticles, readArticle } from './articles.ts'

let api: TestApi
const TOMORROW = startOfIndianDay(PACK_READ) + DAY + 9 * HOUR

beforeAll(async () => {
  api = await testApi()
  await packImporter(api.database)({ ...smallPack(), ...publications() })
})
afterAll(() => api.close())
beforeEach(() => api.clock.set(PACK_READ))

const idOf = async (table: 'news' | 'blog_articles', key: string) =>
  (await api.services.db.selectFrom(table).select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const titles = (articles: { title: string }[]) => articles.map(({ title }) => title)

describe('lists', () => {
  test('have what is out, latest first, a page at a time', async () => {
    const first = await listArticles(api.services, 'news', 1, 2)
    expect([titles(first.articles), first.total, first.last]).toEqual([['The dates are out', 'Ours alone'], 3, 2])
    const second = await listArticles(api.services, 'news', 2, 2)
    expect(titles(second.articles)).toEqual(['Read this at its source.'])
    expect((await listArticles(api.services, 'news', 9, 2)).page, 'beyond the last page').toBe(2)
  })

  test('say when the next article comes out, and have it then', async () => {
    const before = await listArticles(api.services, 'blog', 1)
    expect([titles(before.articles), before.coming]).toEqual([['Recall, do not reread'], [TOMORROW]])
    api.clock.set(TOMORROW)
    const after = await listArticles(api.services, 'blog', 1)
    expect([titles(after.articles), after.coming]).toEqual([['What comes tomorrow', 'Recall, do not reread'], []])
  })
})

describe('a page of a list', () => {
  const asked = async (kind: 'news' | 'blog', page: number) => {
    const response = { headers: new Headers() }
    const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
    const found = await articlesOrAway(api.services, kind, page, { response, redirect })
    const away = found instanceof Response
    return [
      away ? found.headers.get('location') : titles(found.articles),
      untilOf((away ? found : response).headers),
    ] as const
  }

  test('holds until the next article comes out, and so does the way from one that there is not to the last', async () => {
    expect(await asked('blog', 1)).toEqual([['Recall, do not reread'], TOMORROW])
    expect(await asked('blog', 2)).toEqual(['/blog', TOMORROW])
    expect(await asked('news', 2)).toEqual(['/news', undefined])
    api.clock.set(TOMORROW)
    expect(await asked('blog', 2)).toEqual(['/blog', undefined])
  })
})

describe('an article', () => {
  test('has its text, its author or source, and others beside it', async () => {
    const blog = await readArticle(api.services, 'blog', await idOf('blog_articles', 'recall'))
    expect(blog.article).toMatchObject({
      author: 'Lekha Varma',
      source: null,
      html: expect.stringContaining('<h2>') as string,
    })
    expect(blog.more).toEqual([])
    const news = await readArticle(api.services, 'news', await idOf('news', 'dates'))
    expect(news.article).toMatchObject({
      category: 'Exam dates',
      source: 'https://news.example.org/dates',
      author: null,
    })
    expect(titles(news.more)).toEqual(['Ours alone', 'Read this at its source.'])
  })

  test('is not there before it is out, nor after it was withdrawn, nor where an address names none', async () => {
    const id = await idOf('blog_articles', 'tomorrow')
    expect(await readArticle(api.services, 'blog', id)).toMatchObject({ article: undefined, coming: [TOMORROW] })
    api.clock.set(TOMORROW)
    expect((await readArticle(api.services, 'blog', id)).article?.title).toBe('What comes tomorrow')
    const { db } = api.services
    await db.updateTable('blog_articles').set({ retired: 1 }).where('id', '=', id).execute()
    expect((await readArticle(api.services, 'blog', id)).article).toBeUndefined()
    await db.updateTable('blog_articles').set({ retired: 0 }).where('id', '=', id).execute()
    const nothing = await readArticle(api.services, 'blog', undefined)
    expect([nothing.article, nothing.more.length]).toEqual([undefined, 2])
  })
})

test('the sitemap names what is out and has a text of its own', async () => {
  const { news, blog, coming } = await articlesWithText(api.services)
  expect(news.map(({ id }) => id)).toEqual([await idOf('news', 'dates'), await idOf('news', 'own')])
  expect(blog.map(({ id }) => id)).toEqual([await idOf('blog_articles', 'recall')])
  expect(coming).toEqual([TOMORROW])
})

test('the news service leads to our page where there is one, and elsewhere otherwise', async () => {
  const { cards } = (await api.call(filterNews, { query: {} })).body.data
  expect(cards.map(({ link }) => link)).toEqual([
    `http://localhost:4321/news/${await idOf('news', 'dates')}`,
    `http://localhost:4321/news/${await idOf('news', 'own')}`,
    'https://news.example.org/short',
  ])
})
