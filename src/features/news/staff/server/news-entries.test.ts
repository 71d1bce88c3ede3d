import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMarks } from '#core/content/content-changes.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { storePicture } from '#features/authoring/staff/authoring.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { fileOf, photo } from '../../../../../tests/support/packs/images.ts'
import { PACK_READ, packImporter, packProblems, smallPack } from '../../../../../tests/support/packs/pack.ts'
import { publications } from '../../../../../tests/support/packs/publications.ts'
import { filterNews } from '../../news.contract.ts'
import { readArticle } from '../../server/articles.ts'
import * as contracts from '../news-entries.contract.ts'

let api: TestApi
let staff: TestStaff
let wide: string
let square: string

beforeAll(async () => {
  api = await testApi()
  api.clock.set(PACK_READ)
  await packImporter(api.database)({ ...smallPack(), ...publications() })
  staff = await api.staff('author')
  const picture = fileOf(await photo())
  wide = (await api.call(storePicture, { body: { picture, shape: 'wide' } }, { staff })).body.address
  square = (await api.call(storePicture, { body: { picture, shape: 'text' } }, { staff })).body.address
})
afterAll(() => api.close())
beforeEach(() => api.clock.set(PACK_READ))

const fields = () => ({
  category: 'Exam dates',
  title: 'Hall tickets',
  text: 'They are out.',
  body: '## Where\n\nOn the **site**.\n',
  link: null as string | null,
  image: wide,
  alt: 'A ticket',
  published_at: null as number | null,
})
type Fields = ReturnType<typeof fields>

const make = (more: Partial<Record<keyof Fields, unknown>> = {}) =>
  api.call(contracts.makeNews, { body: { ...fields(), ...more } as Fields }, { staff })
const made = async (more: Partial<Fields> = {}) => {
  const { status, body } = await make(more)
  expect([status, body.errors]).toEqual([200, undefined])
  return get(body.id)
}
const get = async (id: number) => (await api.call(contracts.getNews, { params: { id } }, { staff })).body
type Entry = Awaited<ReturnType<typeof get>>
const change = (entry: Entry, more: Partial<Record<string, unknown>> = {}) =>
  api.call(
    contracts.changeNews,
    { body: { ...entry, version: entry.version, published_was: entry.published_at, ...more } as never },
    { staff },
  )
const list = async (query = {}) => (await api.call(contracts.listNews, { query }, { staff })).body
const shown = async (id: number) => (await readArticle(api.services, 'news', id)).article
const byTitle = async (title: string) => get((await list()).data.find((one) => one.title === title)!.id)
const log = async () => (await listWork(api.services.db, { page: 1 })).entries[0]!

describe('an entry of news made in the console', () => {
  test('is there for learners at once, with its page, and is marked and written down', async () => {
    const { id, ...entry } = await made()
    expect(entry).toMatchObject({ state: 'published', page: 'written', body: fields().body, published_at: PACK_READ })
    expect(await shown(id)).toMatchObject({
      title: 'Hall tickets',
      html: expect.stringContaining('<h2>Where</h2>') as string,
    })
    const { cards } = (await api.call(filterNews, { query: {} })).body.data
    expect(cards[0]).toMatchObject({ id, description: 'They are out.', category: { title: 'Exam dates' } })
    expect(await readMarks(api.services.db)).toContainEqual(expect.objectContaining({ kind: 'news', fields: ['made'] }))
    expect(await log()).toMatchObject({ action: 'news made', subject: `news ${id}`, after: { title: 'Hall tickets' } })
  })

  test('waits for a time to come, and appears then', async () => {
    const { id, state } = await made({ published_at: PACK_READ + MINUTE })
    expect([state, await shown(id)]).toEqual(['scheduled', undefined])
    api.clock.advance(MINUTE)
    expect([(await get(id)).state, (await shown(id))?.title]).toEqual(['published', 'Hall tickets'])
  })

  test('without a page leads elsewhere, and may bring a category that there was not', async () => {
    const { id } = await made({
      title: null as never,
      body: null as never,
      link: 'https://x.example.org/',
      category: 'Results',
    })
    expect(await shown(id)).toMatchObject({ html: null, source: 'https://x.example.org/', category: 'Results' })
    const { categories } = (await api.call(contracts.newsChoices, {}, { staff })).body
    expect(categories).toEqual(['Current affairs', 'Exam dates', 'Results'])
    const answer = await change(await get(id), { category: 'Exam dates' })
    expect(answer.status).toBe(200)
    expect((await api.call(contracts.newsChoices, {}, { staff })).body.categories).toEqual([
      'Current affairs',
      'Exam dates',
    ])
  })
})

describe('what a pack refuses of news the console refuses, and the other way round', () => {
  const long = (most: number) => 'x'.repeat(most)
  test.each<[string, Partial<Record<keyof Fields, unknown>>, string | undefined]>([
    ['as long as it may be', { category: long(60), title: long(120), text: long(300), alt: long(300) }, undefined],
    ['a long category', { category: long(61) }, 'category'],
    ['no category', { category: '' }, 'category'],
    ['a long title', { title: long(121) }, 'title'],
    ['a page without a title', { title: null }, 'title'],
    ['a title without a page', { body: null, link: 'https://x.example.org/' }, 'title'],
    ['neither page nor link', { title: null, body: null }, 'link'],
    ['a long text', { text: long(301) }, 'text'],
    ['no text', { text: ' ' }, 'text'],
    ['a link that runs a script', { link: 'javascript:alert(1)' }, 'link'],
    ['a link within the site', { link: '/courses' }, 'link'],
    ['a link with a user', { link: 'https://a:b@x.example.org/' }, 'link'],
    ['a long link', { link: `https://x.example.org/${long(2000)}` }, 'link'],
    ['no alternative', { alt: '' }, 'alt'],
    ['a long alternative', { alt: long(301) }, 'alt'],
    ['a picture of another shape', { image: 'another shape' }, 'image'],
    ['no picture', { image: 'none' }, 'image'],
    ['a heading of the page', { body: '# Top\n' }, 'body'],
    ['a script in the page', { body: '[x](javascript:alert(1))\n' }, 'body'],
    ['a page that is too long', { body: `${long(50_001)}\n` }, 'body'],
  ])('%s', async (_, more, field) => {
    const values = { ...fields(), ...more }
    const here = { 'another shape': square, none: '/media/none.webp' }[String(values.image)] ?? values.image
    const { status, body } = await make({ ...values, image: here })
    expect([status, Object.keys(body.errors ?? {})]).toEqual(field ? [422, [field]] : [200, []])
    const there =
      { 'another shape': 'media/box.svg', none: 'media/none.svg' }[String(values.image)] ?? 'media/thumb.svg'
    const entry = { key: 'it', ...values, image: there, published: 'now' }
    const yaml = Object.entries(entry).flatMap(([name, value]) =>
      value === null || ['body', 'published_at'].includes(name) ? [] : [`${name}: ${JSON.stringify(value)}`],
    )
    const problems = await packProblems({
      ...smallPack(),
      'news.yaml': `- ${yaml.join('\n  ')}\n`,
      ...(values.body !== null && { 'news/it.md': String(values.body) }),
    })
    expect(problems.length > 0, problems.join('\n')).toBe(field !== undefined)
  })
})

describe('an entry of a pack', () => {
  test('keeps its relative time unless another is chosen', async () => {
    const before = await byTitle('The dates are out')
    expect(before).toMatchObject({ moves: 'today-1d 09:00', page: 'written', body: 'The list has **twelve** dates.\n' })
    const { body } = await change(before, { text: 'All of them.' })
    expect(body.entry).toMatchObject({ text: 'All of them.', moves: 'today-1d 09:00' })
    // At midnight it moved while the form was open.
    await api.services.db
      .updateTable('news')
      .set({ published_at: before.published_at + DAY })
      .where('id', '=', before.id)
      .execute()
    expect((await change(body.entry, { text: 'Again.' })).body.entry).toMatchObject({
      moves: 'today-1d 09:00',
      published_at: before.published_at + DAY,
    })
    const chosen = await change(await get(before.id), { published_at: PACK_READ - 2 * HOUR })
    expect(chosen.body.entry).toMatchObject({ moves: null, published_at: PACK_READ - 2 * HOUR })
    expect(await readMarks(api.services.db)).toContainEqual({
      kind: 'news',
      key: 'dates',
      fields: ['text', 'published'],
    })
  })

  test('whose Markdown is not known keeps its page until it is written anew', async () => {
    const { id } = await byTitle('Ours alone')
    await api.services.db.updateTable('news').set({ body_html: '<p>As HTML.</p>' }).where('id', '=', id).execute()
    const before = await get(id)
    expect([before.page, before.body]).toEqual(['html', ''])
    const kept = await change(before, { keep_page: true, text: 'Short.' })
    expect([kept.body.entry.page, (await shown(id))?.html]).toEqual(['html', '<p>As HTML.</p>'])
    const both = await change(kept.body.entry, { keep_page: true, body: 'Anew.' })
    expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([422, ['keep_page']])
    const anew = await change(kept.body.entry, { body: 'Anew.' })
    expect([anew.body.entry.page, (await shown(id))?.html?.trim()]).toEqual(['written', '<p>Anew.</p>'])
    const none = await change(anew.body.entry, { body: '', title: null, link: 'https://x.example.org/' })
    expect([none.body.entry.page, (await shown(id))?.html]).toEqual(['none', null])
  })
})

test('the second of two who change the same is told what it says now, and may save over it', async () => {
  const seen = await made()
  await change(seen, { text: 'Of the first.', body: 'First.' })
  const second = await change(seen, { text: 'Of the second.' })
  expect([second.status, second.body.code]).toEqual([409, 'edited'])
  expect(second.body.errors).toMatchObject({ text: 'Of the first.', body: 'First.', changed_by: staff.name })
  const over = await change(seen, { text: 'Of the second.', version: Number(second.body.errors!.version) })
  expect(over.body.entry).toMatchObject({ text: 'Of the second.', body: fields().body })
})

test('what is withdrawn is gone for learners, with its category, and comes back as it was', async () => {
  const entry = await made({ category: 'Alone' })
  const act = (endpoint: typeof contracts.withdrawNews) => api.call(endpoint, { body: { id: entry.id } }, { staff })
  const categories = async () => (await api.call(contracts.newsChoices, {}, { staff })).body.categories
  expect((await act(contracts.withdrawNews)).status).toBe(200)
  expect([(await get(entry.id)).state, await shown(entry.id)]).toEqual(['withdrawn', undefined])
  expect(await categories()).not.toContain('Alone')
  expect((await list({ state: 'withdrawn' })).data.map(({ id }) => id)).toEqual([entry.id])
  expect((await act(contracts.restoreNews)).status).toBe(200)
  expect([(await shown(entry.id))?.title, await categories()]).toEqual([
    'Hall tickets',
    expect.arrayContaining(['Alone']),
  ])
  expect(await log()).toMatchObject({ action: 'news brought back', before: { withdrawn: 1 }, after: { withdrawn: 0 } })
})

test('the list is narrowed by words, category and state, and goes on where a page ended', async () => {
  for (let index = 0; index < 30; index += 1)
    await made({ title: `Many ${index}%`, category: 'Many', published_at: PACK_READ + DAY })
  const query = { words: 'MANY', category: 'Many', state: 'scheduled' }
  const first = await list(query)
  const second = await list({ ...query, after: first.next! })
  expect([first.data.length, second.data.length, second.next]).toEqual([25, 5, null])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(30)
  expect((await list({ words: '7%' })).data.map(({ title }) => title)).toEqual(['Many 27%', 'Many 17%', 'Many 7%'])
  expect((await list({ words: 'they are', state: 'published' })).data.length).toBeGreaterThan(0)
})
