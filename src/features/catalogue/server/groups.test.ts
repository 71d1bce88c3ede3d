import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueReader } from '#core/site/catalogue-reader.ts'
import { testApi, TEST_START, type TestApi } from '../../../../tests/support/api/api.ts'
import { announceContent, seedCourse } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import { filterCourses, getContentSource, getHomePage, listCourseGroups } from '../catalogue.contract.ts'
import { categoryPage } from './groups.ts'
import { popularCourses } from './home.ts'
import { sitemap } from './sitemap.ts'

let api: TestApi
const ids: Record<string, number> = {}

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  const add = async (title: string, more: object) => {
    ids[title] = (await seedCourse(db, { title, ...more })).id
  }
  await add('Alpha', {
    place: 'psc/degree/prelims',
    popularity: 10,
    pricePaise: 100_000,
    offerPaise: 80_000,
    tags: ['Mains'],
    sections: [[5, 6], [7]],
    age: 4,
  })
  await add('Beta', { place: 'psc/degree/mains', popularity: 30, age: 2 })
  await add('Gamma', { place: 'ssc/degree/prelims', popularity: 20, age: 9 })
  await add('Delta', { place: 'psc/tenth', popularity: 5, age: 6 })
  await add('Gone', { place: 'psc/retired-only', popularity: 99, retired: true })
  await announceContent(db, { contentSource: 'wac', popularCourses: [ids.Delta!, ids.Gone!, 9999] })
})

afterAll(() => api.close())

const filter = async (query: object) =>
  (await api.call(filterCourses, { query })).body.data.results.map(({ title }) => title)

describe('course groups', () => {
  test('carry their categories and subcategories in the order of the content, and count their courses', async () => {
    const { course_groups: groups } = (await api.call(listCourseGroups)).body
    expect(
      groups.map(({ slug, title, course_count, course_categories }) => ({
        slug,
        title,
        course_count,
        tree: course_categories.map(({ slug, course_sub_categories }) => [
          slug,
          ...course_sub_categories.map((sub) => sub.slug),
        ]),
      })),
    ).toEqual([
      {
        slug: 'psc',
        title: 'PSC',
        course_count: 3,
        tree: [['degree', 'prelims', 'mains'], ['tenth'], ['retired-only']],
      },
      { slug: 'ssc', title: 'SSC', course_count: 1, tree: [['degree', 'prelims']] },
    ])
    expect(groups[0]?.image).toEqual({ desktop_image: '/g.svg', alt: 'psc' })
  })
})

describe('courses of a category', () => {
  test('are narrowed by group, category and subcategory, the most popular first', async () => {
    expect(await filter({})).toEqual(['Beta', 'Gamma', 'Alpha', 'Delta'])
    expect(await filter({ course_group: 'psc' })).toEqual(['Beta', 'Alpha', 'Delta'])
    expect(await filter({ course_group: 'psc', course_category: 'degree' })).toEqual(['Beta', 'Alpha'])
    expect(await filter({ course_group: 'psc', course_category: 'degree', course_subcategory: 'prelims' })).toEqual([
      'Alpha',
    ])
    expect(await filter({ course_group: 'ssc', course_category: 'degree', course_subcategory: 'mains' })).toEqual([])
    expect(await filter({ course_group: 'nowhere' })).toEqual([])
  })

  test('show prices with GST, before and after an offer, and count chapters', async () => {
    const { results } = (
      await api.call(filterCourses, { query: { course_subcategory: 'prelims', course_group: 'psc' } })
    ).body.data
    expect(results).toEqual([
      {
        reference_id: ids.Alpha,
        title: 'Alpha',
        image: { background_image: '/media/thumb.svg', alt: 'A desk' },
        tags: [{ label: 'Mains' }],
        chapters: 3,
        info: { originalPrice: 1180, discountedPrice: 944, gst: 18 },
      },
    ])
    const beta = (await api.call(filterCourses, { query: { course_subcategory: 'mains' } })).body.data.results[0]
    expect(beta?.info).toEqual({ originalPrice: 1180, discountedPrice: null, gst: 18 })
  })

  test('the page of a category knows no unknown group or category, and takes an unknown subcategory for all', async () => {
    const page = (group: string, category: string, subcategory: string | null = null) =>
      categoryPage(api.services, { group, category, subcategory })
    expect(await page('psc', 'nowhere')).toBeUndefined()
    expect(await page('nowhere', 'degree')).toBeUndefined()
    expect(await page('ssc', 'tenth')).toBeUndefined()
    expect(await page('psc', 'degree', 'prelims')).toMatchObject({ total: 2, results: [{ title: 'Alpha' }] })
    expect((await page('psc', 'degree', 'nothing'))?.results).toHaveLength(2)
    expect(await page('psc', 'retired-only')).toMatchObject({ total: 0, results: [] })
  })
})

describe('popular courses', () => {
  test('are those the content names, as far as they are sold, then the most popular, three in all', async () => {
    const { items } = (await api.call(getHomePage)).body.data.popularCourses.PSC
    expect(items.map(({ title }) => title)).toEqual(['Delta', 'Beta', 'Gamma'])
  })

  test('beside a course leave that course out', async () => {
    const others = await popularCourses(api.services, { except: ids.Delta! })
    expect(others.map(({ title }) => title)).toEqual(['Beta', 'Gamma', 'Alpha'])
  })
})

test('the content says which landing variant the site shows', async () => {
  expect((await api.call(getContentSource)).body.data.content_source).toBe('wac')
})

test('the sitemap lists the course list, each category with courses and each course, with the day of the newest', async () => {
  const day = (age: number) => TEST_START - age * DAY
  expect(await sitemap(api.services)).toEqual([
    { path: '/courses', changed: day(2) },
    { path: '/courses/psc/degree', changed: day(2) },
    { path: '/courses/psc/tenth', changed: day(6) },
    { path: '/courses/ssc/degree', changed: day(9) },
    { path: `/courses/${ids.Alpha}`, changed: day(4) },
    { path: `/courses/${ids.Beta}`, changed: day(2) },
    { path: `/courses/${ids.Gamma}`, changed: day(9) },
    { path: `/courses/${ids.Delta}`, changed: day(6) },
  ])
})

test('a failed read of the catalogue is tried again', async () => {
  const { db } = api.services
  await announceContent(db)
  api.clock.advance(2 * SECOND)
  const broken = new Error('connection lost')
  let failing = true
  const flaky = new Proxy(db, {
    get: (target, name) => {
      if (name === 'selectFrom' && failing) throw broken
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { site } = api.services
  const catalogue = catalogueReader({ primary: { db: flaky, site }, now: api.clock.now, log: api.services.log })
  const services: typeof api.services = { ...api.services, catalogue }
  await expect(popularCourses(services)).rejects.toBe(broken)
  failing = false
  expect(await popularCourses(services)).toHaveLength(3)
})
