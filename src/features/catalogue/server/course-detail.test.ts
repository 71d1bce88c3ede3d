import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import {
  announceContent,
  seedCourse,
  seedEnrolment,
  type SeededCourse,
} from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { checkPurchaseStatus, getCourse } from '../catalogue.contract.ts'

let api: TestApi
let learner: TestLearner
let course: SeededCourse
let retired: SeededCourse

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  learner = await api.learner()
  course = await seedCourse(db, {
    title: 'Polity',
    place: 'psc/degree',
    pricePaise: 499_900,
    offerPaise: 399_900,
    sections: [[20, 15], [30]],
    demo: [0],
  })
  retired = await seedCourse(db, { title: 'Gone', retired: true })
  await announceContent(db)
})

afterAll(() => api.close())

const status = async (id: number) => (await api.call(checkPurchaseStatus, { query: { id } }, learner)).body
const detail = async (id: number) => (await api.call(getCourse, { params: { id } }, learner)).body.page_content

describe('a course for sale', () => {
  test('shows its sections and chapters, which of them are open, and what it costs', async () => {
    const { course_details: details, course_status } = await detail(course.id)
    expect(course_status).toBe('Not Purchased')
    expect(details).toMatchObject({
      title: 'Polity',
      content: '<p>Polity</p>',
      category: { group: 'psc', group_title: 'PSC', slug: 'degree', label: 'DEGREE' },
      no_lessons: 3,
      total_minutes: 65,
      validity_days: 365,
      price: 3999,
      gst: 18,
      pricegst: 4718.82,
      original_pricegst: 5898.82,
    })
    expect(
      details?.sections.map(({ demo, chapters }) => [
        demo,
        chapters.map(({ title, duration }) => `${title} ${duration}`),
      ]),
    ).toEqual([
      ['1', ['Chapter 1 20', 'Chapter 2 15']],
      ['0', ['Chapter 3 30']],
    ])
  })

  test('leaves out sections and chapters that were withdrawn', async () => {
    const { db } = api.services
    const other = await seedCourse(db, { title: 'Shrunk', sections: [[10, 20], [40]] })
    await announceContent(db)
    api.clock.advance(2000)
    await db.updateTable('chapters').set({ retired: 1 }).where('id', '=', other.chapterIds[0]!).execute()
    await db
      .updateTable('course_sections')
      .set({ retired: 1 })
      .where('course_id', '=', other.id)
      .where('position', '=', 1)
      .execute()
    const { course_details: details } = await detail(other.id)
    expect(details?.total_minutes).toBe(20)
    expect(details?.sections.map(({ chapters }) => chapters.map(({ title }) => title))).toEqual([['Chapter 2']])
  })

  test('is null for an unknown and for a withdrawn course', async () => {
    expect(await detail(999_999)).toEqual({ course_details: null, course_status: 'Not Purchased' })
    expect((await detail(retired.id)).course_details).toBeNull()
  })
})

describe('the purchase status', () => {
  test('of a course that was not bought says what buying costs', async () => {
    expect(await status(course.id)).toEqual({
      status: true,
      success: true,
      course_status: 'Not Purchased',
      course_details: {
        id: course.id,
        title: 'Polity',
        thumbnail: '/media/thumb.svg',
        price: 3999,
        gst: 18,
        pricegst: 4718.82,
      },
    })
  })

  test('is Active to the last instant of the validity and Expired after it', async () => {
    const { db } = api.services
    await seedEnrolment(db, { userId: learner.user.id, courseId: course.id, validFor: DAY })
    api.clock.set(TEST_START + DAY)
    expect((await status(course.id)).course_status).toBe('Active')
    api.clock.advance(1)
    expect((await status(course.id)).course_status).toBe('Expired')
    expect((await detail(course.id)).course_status).toBe('Expired')
  })

  test('is that of the learner who asks', async () => {
    const other = await api.learner()
    const { body } = await api.call(checkPurchaseStatus, { query: { id: course.id } }, other)
    expect(body.course_status).toBe('Not Purchased')
  })

  test('of a withdrawn course says whether it is owned, and sells nothing', async () => {
    expect(await status(retired.id)).toMatchObject({ course_status: 'Not Purchased', course_details: null })
    await seedEnrolment(api.services.db, { userId: learner.user.id, courseId: retired.id, validFor: 900 * DAY })
    expect(await status(retired.id)).toMatchObject({ course_status: 'Active', course_details: null })
  })

  test('needs an id', async () => {
    for (const query of [{ id: 'x' }, { id: 0 }, {} as { id: number }]) {
      const { status, body } = await api.call(checkPurchaseStatus, { query }, learner)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['id']])
    }
  })
})
