import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { seedLearners } from '../../../../tests/support/scenes/learners.ts'
import { secondServer, type SecondServer } from '../../../../tests/support/api/second-server.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { addAnnouncement } from '../staff/server/write-announcement.ts'
import { sendNotification } from './send-notification.ts'

/** Servers on the same data each look for what is due; the database alone decides whose it is. */

let api: TestApi
let servers: SecondServer[]
const clock = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))

beforeAll(async () => {
  api = await testApi()
  servers = await Promise.all([secondServer(api.database, clock), secondServer(api.database, clock)])
  clock[0] = TEST_START
  api.clock.set(TEST_START)
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await api.close()
})

test('two servers that push at the same time push each message once', async () => {
  const { db } = api.services
  const { user } = await api.learner()
  const session = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  const browsers = Array.from({ length: 150 }, (_, index) => ({
    user_id: user.id,
    session_id: session.id,
    endpoint: `https://push.example.org/${index}`,
    p256dh: 'key',
    auth: 'secret',
    created_at: TEST_START,
  }))
  await db.insertInto('push_subscriptions').values(browsers).execute()
  for (let round = 0; round < 8; round += 1) {
    await sendNotification(
      { db, now: api.clock.now },
      { to: { userId: user.id }, kind: 'announcements', title: `Round ${round}`, message: 'Words' },
    )
    const pushed = await Promise.all(servers.map((server) => server.push()))
    expect(pushed[0]! + pushed[1]!).toBe(browsers.length)
    expect(await db.selectFrom('push_deliveries').select('id').execute()).toEqual([])
  }
})

test('two servers that send what is due at the same time tell each learner once', async () => {
  const { db } = api.services
  const learners = await seedLearners(db, 1200, TEST_START)
  const phones = await db.selectFrom('users').select('phone').where('phone', 'like', '7%').execute()
  const csv = phones.map(({ phone }) => phone).join('\n')
  const words = {
    title: 'Round',
    message: 'Words',
    format: 'markdown',
    image: null,
    action: null,
    target: null,
  } as const
  const ids: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const list = { audience: 'list', course_id: null, csv, mobile: '', send_at: TEST_START + MINUTE } as const
    const added = await db
      .transaction()
      .execute((tx) => addAnnouncement(tx, testWork(TEST_START), { ...words, ...list, roles: ['support'] }))
    ids.push(added.id)
  }
  clock[0] = TEST_START + MINUTE
  const sent = await Promise.all(servers.map((server) => server.tell()))
  expect(sent[0]! + sent[1]!).toBe(ids.length)
  for (const id of ids) {
    const told = await db
      .selectFrom('notifications')
      .select('user_id')
      .where('key', 'like', `announcement:${id}:%`)
      .execute()
    expect(new Set(told.map(({ user_id }) => user_id)).size).toBe(learners.length)
    expect(told).toHaveLength(learners.length)
  }
  clock[0] = TEST_START
})

test('two servers that remind of classes at the same time tell of each class once', async () => {
  const { db } = api.services
  const course = await seedCourse(db, { title: 'Prelims' })
  const classes = Array.from({ length: 20 }, (_, index) => ({
    course_id: course.id,
    key: `class-${index}`,
    title: `Class ${index}`,
    tutor_name: 'Lekha Varma',
    join_url: 'https://example.org/join',
    starts_at: TEST_START + 10 * MINUTE,
    ends_at: TEST_START + HOUR,
    starts_rule: null,
    ends_rule: null,
  }))
  await db.insertInto('live_classes').values(classes).execute()
  await Promise.all(servers.map((server) => server.remind()))
  const told = await db.selectFrom('notifications').select('target_id').where('kind', '=', 'live_classes').execute()
  expect(told).toHaveLength(classes.length)
  expect(new Set(told.map(({ target_id }) => target_id)).size).toBe(classes.length)
})

test('two servers that remind of a webinar at the same time tell each learner once', async () => {
  const { db } = api.services
  const { id } = await db
    .insertInto('webinars')
    .values({
      ...{ key: 'plan', title: 'A plan', summary: 'Short', about_html: '<p>Long</p>', presenter: 'Lekha Varma' },
      ...{ image: '/media/a.svg', alt: 'A desk', join_url: 'https://meet.example.org/plan' },
      ...{ starts_at: TEST_START + 10 * MINUTE, ends_at: TEST_START + HOUR },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const learners = await seedLearners(db, 250, TEST_START)
  await db
    .insertInto('webinar_registrations')
    .values(learners.map((learner) => ({ webinar_id: id, user_id: learner.id, created_at: TEST_START })))
    .execute()
  const reminded = await Promise.all(servers.map((server) => server.remind()))
  expect(reminded[0]! + reminded[1]!).toBe(learners.length)
  const told = await db.selectFrom('notifications').select('user_id').where('key', 'like', 'webinar:%').execute()
  expect(new Set(told.map(({ user_id }) => user_id)).size).toBe(learners.length)
  expect(told).toHaveLength(learners.length)
})
