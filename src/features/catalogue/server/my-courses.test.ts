import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, indianTime } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { announceContent, seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { listMyCourses, listOwnedCourses } from '../catalogue.contract.ts'

let api: TestApi
let learner: TestLearner

beforeEach(async () => {
  api = await testApi()
  learner = await api.learner()
  await announceContent(api.services.db)
})

afterEach(() => api.close())

const list = async (query: object = {}, caller = learner) => (await api.call(listMyCourses, { query }, caller)).body
const titles = async (query: object) => (await list(query)).data.map(({ title }) => title)

let bought = 0

/** Buys a course, each a moment after the one before. */
async function buy(
  title: string,
  { validFor = DAY, user = learner.user, ...course } = {} as {
    validFor?: number
    user?: { id: number }
    sections?: number[][]
    place?: string
    retired?: boolean
  },
) {
  const { db } = api.services
  const seeded = await seedCourse(db, { title, ...course })
  bought += 1
  await seedEnrolment(db, { userId: user.id, courseId: seeded.id, validFor, boughtAt: TEST_START + bought })
  return seeded
}

async function watch(
  courseId: number,
  chapterIds: number[],
  watched_at: number | null = TEST_START,
  user = learner.user,
) {
  const rows = chapterIds.map((chapter_id) => ({
    user_id: user.id,
    course_id: courseId,
    chapter_id,
    viewed_at: TEST_START,
    watched_at,
  }))
  await api.services.db.insertInto('chapter_progress').values(rows).execute()
}

describe('my courses', () => {
  test('are empty for a learner who bought nothing', async () => {
    expect(await list()).toMatchObject({
      status: true,
      data: [],
      total: 0,
      last_page: 1,
      prev_page_url: null,
      next_page_url: null,
    })
  })

  test('are mine alone, the newest purchase first', async () => {
    await buy('First')
    await buy('Second')
    const other = await api.learner()
    await buy('Of another', { user: other.user })
    expect(await titles({})).toEqual(['Second', 'First'])
    expect((await list({}, other)).total).toBe(1)
  })

  test('count the chapters that were watched, not those only opened, nor those of others', async () => {
    const { id, chapterIds } = await buy('Course', {
      sections: [
        [1, 2, 3],
        [4, 5],
      ],
    })
    await watch(id, chapterIds.slice(0, 2))
    await watch(id, chapterIds.slice(2, 3), null)
    await watch(id, chapterIds, TEST_START, (await api.learner()).user)
    expect((await list()).data[0]).toMatchObject({ totalVideoCounts: 5, watchedCounts: 2 })
  })

  test('count no chapter that has left the course', async () => {
    const { id, chapterIds } = await buy('Course', { sections: [[1, 2, 3]] })
    await watch(id, chapterIds)
    await api.services.db.updateTable('chapters').set({ retired: 1 }).where('id', '=', chapterIds[0]!).execute()
    expect((await list()).data[0]?.watchedCounts).toBe(2)
  })

  test('say until when they are subscribed, or since when they are expired, as a day in India', async () => {
    await buy('Running', { validFor: indianTime(2027, 1, 31, 23, 59) - TEST_START })
    await buy('Over', { validFor: indianTime(2026, 2, 1, 0, 0) - TEST_START })
    expect((await list()).data.map(({ purchased_status, validity }) => [purchased_status, validity])).toEqual([
      ['Expired On', '01-02-2026'],
      ['Subscribed upto', '31-01-2027'],
    ])
  })

  test('stay when the course is no longer sold', async () => {
    await buy('No longer sold', { retired: true })
    expect(await titles({})).toEqual(['No longer sold'])
  })

  test('come 12 a page, and 25 for the lookup', async () => {
    for (let number = 1; number <= 26; number += 1) await buy(`Course ${number}`)
    const pages = await Promise.all([1, 2, 3, 4].map((current_page) => list({ current_page })))
    expect(pages.map(({ data }) => data.length)).toEqual([12, 12, 2, 0])
    expect(pages[0]).toMatchObject({ total: 26, last_page: 3 })
    expect(pages[1]?.data[0]?.title).toBe('Course 14')
    expect(pages[1]?.next_page_url).toContain('current_page=3')
    expect((await list({ current_page: 1, per_page: 25 })).data).toHaveLength(25)
    expect((await api.call(listMyCourses, { query: { per_page: 101 } }, learner)).status).toBe(422)
  })

  test('can be narrowed to a category', async () => {
    await buy('Here', { place: 'psc/degree' })
    await buy('There', { place: 'psc/tenth' })
    const { id } = await api.services.db
      .selectFrom('course_categories')
      .select('id')
      .where('key', '=', 'tenth')
      .executeTakeFirstOrThrow()
    expect(await titles({ category: id })).toEqual(['There'])
  })
})

describe('the search in my courses', () => {
  test('finds a part of the title in any case', async () => {
    await buy('Indian Polity')
    await buy('Économie générale')
    await buy('മലയാളം സാഹിത്യം')
    expect(await titles({ search: '  POLI ' })).toEqual(['Indian Polity'])
    expect(await titles({ search: 'économie' })).toEqual(['Économie générale'])
    expect(await titles({ search: 'സാഹിത്യ' })).toEqual(['മലയാളം സാഹിത്യം'])
    expect(await titles({ search: 'malayalam sahith' })).toEqual(['മലയാളം സാഹിത്യം'])
    expect(await list({ search: 'history' })).toMatchObject({ data: [], total: 0 })
  })

  test.each([
    ['%', '100% Maths'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ["'", "Teacher's Aptitude"],
  ])('takes %s for itself', async (mark, title) => {
    await buy('Plain')
    await buy(title)
    expect(await titles({ search: mark })).toEqual([title])
  })
})

test('what the learner owns is told by its ids: expired courses too, and nothing of others', async () => {
  const active = await buy('Active')
  const over = await buy('Over', { validFor: -DAY })
  await buy('Of another', { user: (await api.learner()).user })
  const { data } = (await api.call(listOwnedCourses, {}, learner)).body
  expect([...data].sort((a, b) => a - b)).toEqual([active.id, over.id])
})
