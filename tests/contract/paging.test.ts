import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { Paged } from '#lib/both/calls/paging.ts'
import { testApi, type TestApi, type TestLearner } from '../support/api/api.ts'
import { requestFor } from '../support/api/calls.ts'
import { seedCourse, seedEnrolment } from '../support/scenes/catalogue-fixture.ts'
import { seedExam } from '../support/scenes/exam-fixture.ts'
import { learnerAfter } from '../support/scenes/practice.ts'
import { nameOf, schemaOf, type JsonSchema } from '../support/api/sample.ts'
import { supportFixture } from '../support/scenes/support-fixture.ts'

/** Rows of each list at least: three pages of two, the last of them with one. */
const ROWS = 5

let api: TestApi
let learner: TestLearner
/** Whose workouts are listed. */
let course: number

const { asker } = supportFixture(() => api)

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  const exam = await seedExam(db, { sections: [3, 2] })
  learner = await learnerAfter(
    api,
    exam,
    exam.questions.map(() => 'wrong'),
  )
  const user_id = learner.user.id
  const prices = { price_paise: 100, offer_paise: 100, gst_percent: 18, total_paise: 118 }
  const paid = { ...prices, payment_status: 'closedpymnt', sale_staff: null } as const
  const ticket = await asker()
  for (let number = 1; number <= ROWS; number += 1) {
    await seedExam(db)
    const { id } = await seedCourse(db, { title: `Kerala history ${number}` })
    await seedEnrolment(db, { userId: user_id, courseId: id, validFor: DAY })
    await db
      .insertInto('purchases')
      .values({ user_id, course_id: id, ...paid, created_at: number })
      .execute()
    course ??= id
    const text = { contenttype: 'plain', content: 'Text', filename: '', published_rule: null } as const
    await db
      .insertInto('daily_workouts')
      .values({ course_id: course, key: `w${number}`, title: 'Workout', ...text, published_at: number })
      .execute()
    await ticket.raise({ title: `Ticket ${number}`, request_key: `ticket-${number}` })
  }
  await db.updateTable('tickets').set({ user_id }).execute()
})
afterAll(() => api.close())

/** What each paged call is asked, as a client would; and where in its reply the page stands. */
const asked: Record<string, () => { input: object; pageOf: (reply: never) => Paged<object> }> = {
  'GET /api/v1/user/courses': () => ({
    input: { query: { search: 'history', sort: 'rating', per_page: 2 } },
    pageOf: (reply: Paged<object>) => reply,
  }),
  'POST /api/v1/user/courses/my/course': () => ({
    input: { query: { search: 'kerala', sort: 'new', per_page: 2 } },
    pageOf: (reply: Paged<object>) => reply,
  }),
  'POST /api/v1/user/listmockexams': () => ({
    input: { body: { status: 'all', per_page: 2 } },
    pageOf: ({ exams }: { exams: Paged<object> }) => exams,
  }),
  'POST /api/v1/user/listauthmockexams': () => ({
    input: { body: { status: 'all', per_page: 2 } },
    pageOf: ({ exams }: { exams: Paged<object> }) => exams,
  }),
  'GET /api/v1/user/customerpurchasehistorylist/{userId}': () => ({
    input: { params: { userId: learner.user.id }, query: { perPage: 2 } },
    pageOf: (reply: Paged<object>) => reply,
  }),
  'GET /api/v1/user/ticket/listuserticket': () => ({
    input: { query: { per_page: 2 } },
    pageOf: ({ tickets }: { tickets: Paged<object> }) => tickets,
  }),
  'GET /api/v1/user/courses/dailyworkout/{id}': () => ({
    input: { params: { id: course }, query: { content_id: course, per_page: 2 } },
    pageOf: ({ workouts }: { workouts: Paged<object> }) => workouts,
  }),
  'GET /api/v1/user/practice/notebook': () => ({
    input: { query: { show: 'learning', per_page: 2 } },
    pageOf: ({ data }: { data: Paged<object> }) => data,
  }),
}

/** Whether a reply, or a part of it, has pages. */
function isPaged({ properties = {} }: JsonSchema): boolean {
  return 'next_page_url' in properties || Object.values(properties).some((part) => isPaged(part))
}

const paged = routes.filter(({ endpoint }) => isPaged(schemaOf(endpoint.reply)))

test('every paged call is known here', () => {
  expect(paged.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(Object.keys(asked).sort())
})

test('no list of staff has links: the console knows where it is', () => {
  expect(paged.filter(({ endpoint }) => endpoint.access === 'staff').map(({ endpoint }) => nameOf(endpoint))).toEqual(
    [],
  )
})

test.each(paged.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint })))(
  'the links of $name lead from the first page to the last and back, past each row once',
  async ({ name, endpoint }) => {
    const { input, pageOf } = asked[name]!()
    const [address, init] = requestFor(endpoint, input, { token: learner.token })
    // A link says all: nothing is sent with it that was said in a body.
    const [, bare] = requestFor(endpoint, {}, { token: learner.token })
    const follow = async (link: string, how: RequestInit) => {
      const response = await api.request(link, how)
      expect(response.status, link).toBe(200)
      return pageOf((await response.json()) as never)
    }
    const pages = [await follow(address, init)]
    const { total, last_page } = pages[0]!
    expect(total).toBeGreaterThanOrEqual(ROWS)
    while (pages.at(-1)!.next_page_url !== null) pages.push(await follow(pages.at(-1)!.next_page_url!, bare))
    expect(pages.map(({ current_page }) => current_page)).toEqual(pages.map((_, index) => index + 1))
    expect(pages).toHaveLength(last_page)
    const rows = pages.flatMap(({ data }) => data.map((row) => JSON.stringify(row)))
    expect([rows.length, new Set(rows).size]).toEqual([total, total])

    const back = [pages.at(-1)!]
    while (back.at(-1)!.prev_page_url !== null) back.push(await follow(back.at(-1)!.prev_page_url!, bare))
    expect(back.reverse().map(({ data }) => data)).toEqual(pages.map(({ data }) => data))
  },
)

test('the courses of a learner come as many a page as are asked for, as where they are looked up', async () => {
  const query = { search: '', sort: 'new', category: '', current_page: 1, per_page: 25 } as const
  const { body } = await api.call(listMyCourses, { query }, learner)
  expect([body.data.length, body.last_page, body.next_page_url]).toEqual([ROWS, 1, null])
})
