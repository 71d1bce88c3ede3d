import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { packImporter } from '../../../../tests/support/packs/pack.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import { listWorkouts, logWorkout } from '../workouts.contract.ts'

let api: TestApi
let alpha: number
let active: TestLearner
let expired: TestLearner
let nobody: TestLearner

beforeAll(async () => {
  api = await testApi()
  await packImporter(api.database)(learningPack())
  const { db } = api.services
  alpha = (await db.selectFrom('courses').select('id').where('key', '=', 'alpha').executeTakeFirstOrThrow()).id
  ;[active, expired, nobody] = [await enrolled(alpha, DAY), await enrolled(alpha, -1), await api.learner()]
})

afterAll(() => api.close())

async function enrolled(courseId: number, validFor: number): Promise<TestLearner> {
  const learner = await api.learner()
  await seedEnrolment(api.services.db, { userId: learner.user.id, courseId, validFor })
  return learner
}

const list = (learner: TestLearner, id = alpha, query = {}) =>
  api.call(listWorkouts, { params: { id }, query }, learner)
const log = (learner: TestLearner, id: number) => api.call(logWorkout, { params: { id } }, learner)
const file = (ending: string) => expect.stringMatching(new RegExp(`^/files/[0-9a-f]{32}\\.${ending}\\?`)) as string

async function seedWorkouts(count: number): Promise<number> {
  const { id } = await seedCourse(api.services.db, { title: `${count} workouts` })
  const workouts = Array.from({ length: count }, (_, index) => ({
    course_id: id,
    key: `w${index}`,
    contenttype: 'plain' as const,
    title: `Workout ${index}`,
    content: 'Text',
    filename: '',
    published_at: TEST_START - index * MINUTE,
    published_rule: null,
  }))
  await api.services.db.insertInto('daily_workouts').values(workouts).execute()
  return id
}

describe('daily workouts', () => {
  test('come newest first, each in its form, with links that open their files', async () => {
    const { body } = await list(active)
    expect(
      body.workouts.data.map(({ contenttype, content, filename, viewed }) => [contenttype, content, filename, viewed]),
    ).toEqual([
      ['documents', file('pdf'), 'notes.pdf', false],
      ['audios', file('mp3'), 'warm-up.mp3', false],
      ['richtext', expect.stringContaining('<em>rich</em>'), '', false],
      ['images', file('svg'), 'map.svg', false],
    ])
    expect(body.workouts.data[0]!.created_at).toBe(TEST_START - 90 * MINUTE)
    const audio = await api.request(body.workouts.data[1]!.content, { headers: { range: 'bytes=0-2' } })
    expect([audio.status, audio.headers.get('content-type'), await audio.text()]).toEqual([206, 'audio/mpeg', 'ID3'])
  })

  test('show from the moment they are published', async () => {
    const hidden = await api.services.db
      .selectFrom('daily_workouts')
      .select(['id', 'published_at'])
      .where('key', '=', 'by-hand')
      .executeTakeFirstOrThrow()
    expect((await log(active, hidden.id)).status).toBe(404)
    const learner = await enrolled(alpha, 3 * DAY)
    const start = api.clock.now()
    api.clock.set(hidden.published_at)
    const { body } = await list(learner)
    expect(body.workouts.data[0]).toMatchObject({
      id: hidden.id,
      contenttype: 'plain',
      content: 'Two lines\nof <text>',
    })
    api.clock.set(start)
  })

  test('are given to nobody whose course is not active, with the reason', async () => {
    const { id } = (await list(active)).body.workouts.data[0]!
    for (const answer of [await list(expired), await log(expired, id)]) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        403,
        'expired',
        'This course has expired. Please renew to continue.',
      ])
    }
    for (const answer of [await list(nobody), await log(nobody, id)]) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        403,
        'not_purchased',
        'This feature is available for purchased course',
      ])
    }
    expect((await list(active, 99_999)).status).toBe(404)
    const noted = await api.services.db
      .selectFrom('activity_log')
      .selectAll()
      .where('user_id', 'in', [expired.user.id, nobody.user.id])
      .execute()
    expect(noted).toEqual([])
  })

  test('are noted as viewed once, for the learner who opened them', async () => {
    const learner = await enrolled(alpha, DAY)
    const { id } = (await list(learner)).body.workouts.data[0]!
    expect([(await log(learner, id)).status, (await log(learner, id)).status]).toEqual([200, 200])
    const viewed = async (who: TestLearner) => (await list(who)).body.workouts.data.map((workout) => workout.viewed)
    expect(await viewed(learner)).toEqual([true, false, false, false])
    expect(await viewed(active)).toEqual([false, false, false, false])
    const rows = api.services.db
      .selectFrom('activity_log')
      .select(['kind', 'target_id'])
      .where('user_id', '=', learner.user.id)
    expect(await rows.execute()).toEqual([{ kind: 'workout', target_id: id }])
    expect((await log(learner, 99_999)).status).toBe(404)
  })

  test('come ten a page, and a page leads to its neighbours', async () => {
    const id = await seedWorkouts(23)
    const learner = await enrolled(id, DAY)
    const first = (await list(learner, id)).body.workouts
    expect([first.data.length, first.total, first.last_page, first.current_page]).toEqual([10, 23, 3, 1])
    expect([first.prev_page_url, first.next_page_url]).toEqual([
      null,
      `/api/v1/user/courses/dailyworkout/${id}?per_page=10&page=2`,
    ])
    const seen = [first.data]
    for (const page of [2, 3]) {
      const next = await api.request(
        seen.length === 1 ? first.next_page_url! : `/api/v1/user/courses/dailyworkout/${id}?page=${page}&per_page=10`,
        {
          headers: { authorization: `Bearer ${learner.token}` },
        },
      )
      seen.push(((await next.json()) as { workouts: typeof first }).workouts.data)
    }
    expect(seen.flat().map(({ title }) => title)).toEqual(Array.from({ length: 23 }, (_, index) => `Workout ${index}`))
    expect((await list(learner, id, { page: 4 })).body.workouts.data).toEqual([])
  })

  test('take the same statements however many there are', async () => {
    const [few, many] = [await seedWorkouts(1), await seedWorkouts(200)]
    const counts = []
    for (const id of [few, many]) {
      const learner = await enrolled(id, DAY)
      counts.push(await statementsOf(api, () => list(learner, id, { per_page: 100 })))
    }
    expect(counts).toEqual([4, 4])
  })
})
