import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { announceContent, seedCourse } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { listCategories, listCourses } from '../catalogue.contract.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  const add = (title: string, more: object = {}) => seedCourse(db, { title, ...more })
  await add('Indian Polity', {
    popularity: 50,
    rating: 40,
    age: 3,
    pricePaise: 499_900,
    offerPaise: 399_900,
    tags: ['Prelims'],
  })
  await add('Kerala History and Renaissance', { popularity: 90, rating: 41, age: 2, place: 'psc/plus-two' })
  await add('Bank PO', { popularity: 70, rating: 49, age: 1, place: 'banking/officer' })
  await add('Ranking File', { popularity: 10, rating: 30, age: 0, summary: 'Puzzles of banking exams.' })
  await add('Polity of the World', { popularity: 80, rating: 20, age: 9, place: 'psc/plus-two' })
  await add('Withdrawn Polity', { popularity: 99, rating: 50, retired: true })
  for (let number = 1; number <= 9; number += 1)
    await add(`Filler ${number}`, { age: 100 + number, place: 'psc/filler' })
  await announceContent(db)
})

afterAll(() => api.close())

const list = async (query: object) => (await api.call(listCourses, { query })).body
const titles = async (query: object) => (await list(query)).data.map(({ title }) => title)

describe('the course list', () => {
  test('has 12 courses a page, the latest first, and says where the other pages are', async () => {
    const first = await list({})
    expect(first.data).toHaveLength(12)
    expect(first.data.slice(0, 4).map(({ title }) => title)).toEqual([
      'Ranking File',
      'Bank PO',
      'Kerala History and Renaissance',
      'Indian Polity',
    ])
    expect(first).toMatchObject({ total: 14, last_page: 2, current_page: 1, prev_page_url: null })
    const second = await list(Object.fromEntries(new URL(first.next_page_url ?? '', 'http://x').searchParams))
    expect(second.data.map(({ title }) => title)).toEqual(['Filler 8', 'Filler 9'])
    expect(second.next_page_url).toBeNull()
    expect(second.prev_page_url).toContain('current_page=1')
  })

  test('keeps search, order and category on the way to other pages', async () => {
    const { next_page_url } = await list({ search: 'filler', sort: 'rating', per_page: 4 })
    const query = Object.fromEntries(new URL(next_page_url ?? '', 'http://x').searchParams)
    expect(query).toEqual({ search: 'filler', sort: 'rating', current_page: '2', per_page: '4' })
  })

  test('takes as many courses a page as asked, from 1 to 100', async () => {
    expect((await list({ per_page: 20 })).data).toHaveLength(14)
    for (const per_page of [0, 101, 1.5, 'many']) {
      const { status, body } = await api.call(listCourses, { query: { per_page } })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['per_page']])
    }
  })

  test('is empty beyond the last page, and leads back to it', async () => {
    const beyond = await list({ current_page: 7 })
    expect(beyond).toMatchObject({ data: [], total: 14, last_page: 2, next_page_url: null })
    expect(beyond.prev_page_url).toContain('current_page=2')
  })

  test('sorts by popularity and by rating', async () => {
    expect((await titles({ sort: 'popularity' })).slice(0, 3)).toEqual([
      'Kerala History and Renaissance',
      'Polity of the World',
      'Bank PO',
    ])
    expect((await titles({ sort: 'rating' })).slice(0, 3)).toEqual([
      'Bank PO',
      'Kerala History and Renaissance',
      'Indian Polity',
    ])
    const { status, body } = await api.call(listCourses, { query: { sort: 'price' as 'rating' } })
    expect([status, body.errors]).toEqual([422, { sort: 'Must be popularity, latest or rating' }])
  })

  test('shows one category, also together with a search', async () => {
    const { data: categories } = (await api.call(listCategories)).body
    const plusTwo = categories.find(({ title }) => title === 'PLUS-TWO')
    expect(plusTwo).toMatchObject({ group: 'PSC', course_count: 2 })
    expect(await titles({ category: plusTwo?.id })).toEqual(['Kerala History and Renaissance', 'Polity of the World'])
    expect(await titles({ category: plusTwo?.id, search: 'polity' })).toEqual(['Polity of the World'])
    expect(await titles({ category: 9999 })).toEqual([])
    expect((await api.call(listCourses, { query: { category: 'psc' } })).body.errors).toEqual({
      category: 'Must be a category id',
    })
  })

  test('prices are rupees with GST, of the offer where there is one', async () => {
    const { data } = await list({ search: 'indian polity' })
    expect(data[0]).toMatchObject({
      price_incl_gst: 4718.82,
      original_price_incl_gst: 5898.82,
      gst: 18,
      no_lessons: 1,
      tags: ['Prelims'],
    })
    const other = await list({ search: 'bank po' })
    expect(other.data[0]).toMatchObject({ price_incl_gst: 1180, original_price_incl_gst: null })
  })

  test('rounds GST half up to a paisa', async () => {
    const { db } = api.services
    await seedCourse(db, { title: 'Cheapest', pricePaise: 25, gst: 18, place: 'psc/filler', age: 200 })
    await announceContent(db)
    api.clock.advance(2 * SECOND)
    expect((await list({ search: 'cheapest' })).data[0]?.price_incl_gst).toBe(0.29)
  })

  test('says of a course without GST that it has none', async () => {
    const { db } = api.services
    await seedCourse(db, { title: 'Untaxed', pricePaise: 100_000, gst: 0, place: 'psc/filler', age: 200 })
    await announceContent(db)
    api.clock.advance(2 * SECOND)
    expect((await list({ search: 'untaxed' })).data[0]).toMatchObject({ price_incl_gst: 1000, gst: 0 })
  })

  test('is answered from memory', async () => {
    await list({})
    expect(await statementsOf(api, () => list({ search: 'polity', sort: 'rating' }))).toBe(0)
  })
})

describe('the search', () => {
  test('finds words anywhere in title, tags, category and summary, the best match first', async () => {
    expect(await titles({ search: 'polity' })).toEqual(['Indian Polity', 'Polity of the World'])
    expect(await titles({ search: 'PUZZLES' })).toEqual(['Ranking File'])
    expect(await titles({ search: 'officer' })).toEqual(['Bank PO'])
  })

  test('completes words', async () => {
    expect(await titles({ search: 'renai' })).toEqual(['Kerala History and Renaissance'])
  })

  test('forgives typing errors', async () => {
    expect(await titles({ search: 'kerla histry' })).toEqual(['Kerala History and Renaissance'])
    expect(await titles({ search: 'poltiy' })).toEqual(['Indian Polity', 'Polity of the World'])
  })

  test('shows nothing similar where something matches as typed', async () => {
    expect(await titles({ search: 'rank' })).toEqual(['Ranking File'])
  })

  test('wants every word but the small ones', async () => {
    expect(await titles({ search: 'history polity' })).toEqual([])
    expect(await titles({ search: 'the history of Kerala' })).toEqual(['Kerala History and Renaissance'])
  })

  test('says where inside a course it found what the course itself does not say', async () => {
    const inside = async (search: string) => (await list({ search })).data.map((row) => [row.title, row.found_in])
    expect(await inside('renaissance chapter')).toEqual([['Kerala History and Renaissance', 'Chapter: Chapter 1']])
    expect(await inside('renaissance section')).toEqual([['Kerala History and Renaissance', 'Section: Section 1']])
    expect(await inside('renaissance')).toEqual([['Kerala History and Renaissance', null]])
    expect((await list({})).data.every(({ found_in }) => found_in === null)).toBe(true)
  })

  test('finds nothing for what is nowhere', async () => {
    expect(await list({ search: 'zzzzzz' })).toMatchObject({ data: [], total: 0, last_page: 1 })
    expect(await titles({ search: '%' })).toEqual([])
  })

  test('looks for the first eight words, each once, and for single letters as they are', async () => {
    const seven = 'Kerala kerala history and, renaissance: PSC/plus-two; kerala summary'
    expect(await titles({ search: seven })).toEqual(['Kerala History and Renaissance'])
    expect(await titles({ search: `${seven} zzzzzz` })).toEqual([])
    expect(await titles({ search: `${seven} hist zzzzzz` })).toEqual(['Kerala History and Renaissance'])
    expect(await titles({ search: 'k e r a l a' })).toEqual([])
    expect(await titles({ search: 'ke hi' })).toEqual(['Kerala History and Renaissance'])
  })

  test('follows a chosen order', async () => {
    expect(await titles({ search: 'polity', sort: 'popularity' })).toEqual(['Polity of the World', 'Indian Polity'])
    expect(await titles({ search: 'polity', sort: 'latest' })).toEqual(['Indian Polity', 'Polity of the World'])
  })
})

test('a course that is withdrawn leaves list and search with the next import', async () => {
  const { db } = api.services
  expect(await titles({ search: 'withdrawn' })).toEqual([])
  const { id } = await seedCourse(db, { title: 'Soon gone', place: 'psc/filler' })
  await announceContent(db)
  api.clock.advance(2 * SECOND)
  expect(await titles({ search: 'soon gone' })).toEqual(['Soon gone'])
  await db.updateTable('courses').set({ retired: 1 }).where('id', '=', id).execute()
  await announceContent(db)
  api.clock.advance(2 * SECOND)
  expect(await titles({ search: 'soon gone' })).toEqual([])
})
