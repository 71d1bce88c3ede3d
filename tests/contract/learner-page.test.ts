import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { listLearnerCourses } from '#features/course/staff/learner-courses.contract.ts'
import { listLearnerComments } from '#features/discussions/staff/learner-comments.contract.ts'
import { listLearnerNotifications } from '#features/notifications/staff/learner-notifications.contract.ts'
import { listLearnerTickets } from '#features/support/staff/learner-tickets.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { requestFor } from '../support/api/calls.ts'
import { nameOf } from '../support/api/sample.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../support/api/api.ts'
import { logInCalls } from '../support/scenes/log-in-calls.ts'
import { personFixture } from '../support/scenes/person-fixture.ts'

/** What the calls of a learner's page tell of somebody of whom much is known. */

let api: TestApi
let asha: TestLearner
let support: TestStaff
/** A finished attempt of Asha. */
let attemptId: number
const { busyLearner } = personFixture(() => api)
const { send } = logInCalls(() => api)

beforeAll(async () => {
  api = await testApi()
  asha = await busyLearner('asha')
  await busyLearner('other')
  const attempts = api.services.db.selectFrom('attempts').select('id').where('user_id', '=', asha.user.id)
  attemptId = (await attempts.where('status', '=', 'completed').executeTakeFirstOrThrow()).id
  support = await api.staff('support')
})
afterAll(() => api.close())

/** Every call that reads something of one learner, and those that find learners. */
const reads = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path, access }) => method === 'GET' && access === 'staff' && path.startsWith('/staff/learners'))
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))

/** Fields that some of these calls need. */
const query = { words: 'asha', course_id: 1 }

async function textOf(endpoint: Endpoint): Promise<string> {
  const input = { params: { id: asha.user.id, attemptId }, query }
  const response = await api.request(...requestFor(endpoint, input, { staff: await api.staff('owner') }))
  expect(response.status).toBe(200)
  return response.text()
}

describe('a reply about a learner', () => {
  test.each(reads)('has nothing secret and nothing of another: $name', async ({ endpoint }) => {
    const { db } = api.services
    await send(asha.user.phone)
    const values = async (table: 'sessions' | 'known_devices' | 'calendar_feeds' | 'staff_sessions') =>
      (await db.selectFrom(table).select('token_hash').execute()).map((row) => row.token_hash)
    const codes = await db.selectFrom('codes').select('code_hash').execute()
    const secrets = [
      asha.token,
      ...(await values('sessions')),
      ...(await values('known_devices')),
      ...(await values('calendar_feeds')),
      ...(await values('staff_sessions')),
      ...codes.flatMap(({ code_hash }) => [code_hash, ...code_hash.split('.')]),
      'https://push.example.org',
      'asha-submission',
      'token_hash',
      'code_hash',
      'p256dh',
    ]
    const text = await textOf(endpoint)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    if (endpoint.path.includes('{id}')) expect(text).not.toMatch(/\bother\b(?! )/)
  })
})

describe('the tabs of a learner', () => {
  const params = () => ({ params: { id: asha.user.id } })
  const as = () => ({ staff: support })

  test('have tickets, with whether anybody has answered', async () => {
    const { db } = api.services
    const { data } = (await api.call(listLearnerTickets, params(), as())).body
    expect(data).toMatchObject([{ title: 'asha needs help', category: 'Account and log-in', state: 'answered' }])
    await db
      .insertInto('ticket_messages')
      .values({
        ticket_id: data[0]!.id,
        mode: 'user',
        body: 'Still not',
        created_at: 1,
        staff_name: null,
        attachment: null,
        request_key: null,
      })
      .execute()
    expect((await api.call(listLearnerTickets, params(), as())).body.data).toMatchObject([{ state: 'waiting' }])
    await db.updateTable('tickets').set({ mode: 'closed' }).where('id', '=', data[0]!.id).execute()
    expect((await api.call(listLearnerTickets, params(), as())).body.data).toMatchObject([{ state: 'closed' }])
  })

  test('have comments, also those that staff have hidden, and none that the learner has deleted', async () => {
    const comments = async () => (await api.call(listLearnerComments, params(), as())).body.data
    const [comment] = await comments()
    expect(comment).toMatchObject({ content: '<p>asha asks &amp; wonders</p>', hidden: false, reports: 1 })
    const change = (deleted_at: number | null, hidden_at: number | null) =>
      api.services.db.updateTable('discussions').set({ deleted_at, hidden_at }).where('id', '=', comment!.id).execute()
    await change(5, 5)
    expect(await comments()).toMatchObject([{ hidden: true }])
    await change(5, null)
    expect(await comments()).toEqual([])
  })

  test('have what they were told, alone and together with others, and whether they have read it', async () => {
    await api.services.db
      .insertInto('notifications')
      .values({
        user_id: null,
        course_id: null,
        kind: 'announcements',
        title: 'To all',
        message_html: '<p>Hello</p>',
        image: null,
        click_action: 'general',
        target_id: null,
        key: null,
        created_at: api.clock.now(),
        expires_at: api.clock.now() + DAY,
      })
      .execute()
    const { data } = (await api.call(listLearnerNotifications, params(), as())).body
    expect(data).toMatchObject([
      { title: 'To all', to: 'all', read: false },
      { title: 'Hello', to: 'learner', read: true, message: 'Dear asha' },
    ])
  })

  test('have courses with how far the learner has come, and what is left to pay for those who see money', async () => {
    await api.services.db
      .updateTable('enrolments')
      .set({ renewal_paise: 50_000 })
      .where('user_id', '=', asha.user.id)
      .execute()
    const courses = async (staff: TestStaff) => (await api.call(listLearnerCourses, params(), { staff })).body.data
    const [course] = await courses(support)
    expect(course).toMatchObject({ open: true, watched: 1, renewal_paise: 50_000, last_viewed_at: api.clock.now() })
    expect(course!.progress).toBe(Math.round(100 / course!.chapters))
    expect(await courses(await api.staff('mentor'))).toMatchObject([{ renewal_paise: null }])
    expect(await courses(await api.staff('mentor', 'accountant'))).toMatchObject([{ renewal_paise: 50_000 }])
  })

  test.each(reads.filter(({ endpoint }) => endpoint.path.includes('{id}') && !endpoint.path.endsWith('/log')))(
    'are there of no learner who is not: $name',
    async ({ endpoint }) => {
      const input = { params: { id: 2_000_000_000, attemptId }, query }
      const staff = await api.staff('owner')
      expect((await api.request(...requestFor(endpoint, input, { staff }))).status).toBe(404)
    },
  )
})
