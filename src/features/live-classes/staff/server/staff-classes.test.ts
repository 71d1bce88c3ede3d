import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMarks } from '#core/content/content-changes.ts'
import { readWork } from '#core/staff/staff-log.ts'
import { listNotifications, readAllNotifications } from '#features/notifications/notifications.contract.ts'
import { deliverPushes } from '#features/notifications/server/deliver.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { DAY, HOUR, indianTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { remindOfClasses } from '../../server/reminders.ts'
import * as learners from '../../live-classes.contract.ts'
import * as contract from '../classes.contract.ts'
import { CLASSES_PAGE } from '../classes.contract.ts'
import { SLIP } from '../classes.rules.ts'

let api: TestApi
let author: TestStaff
let [polity, algebra] = [0, 0]
let [asha, babu, chitra]: TestLearner[] = []

beforeEach(async () => {
  api = await testApi()
  const { db } = api.services
  author = await api.staff('author')
  ;[polity, algebra] = [(await seedCourse(db, { title: 'Polity' })).id, (await seedCourse(db, { title: 'Algebra' })).id]
  ;[asha, babu, chitra] = [await api.learner(), await api.learner(), await api.learner()]
  await seedEnrolment(db, { userId: asha.user.id, courseId: polity, validFor: 90 * DAY })
  await seedEnrolment(db, { userId: babu.user.id, courseId: algebra, validFor: 90 * DAY })
  // The course of this one has ended.
  await seedEnrolment(db, { userId: chitra.user.id, courseId: polity, validFor: -DAY })
})
afterEach(() => api.close())

const evening = indianTime(2026, 3, 3, 18)
const doubts = (given: Partial<CallInput<typeof contract.makeClasses>['body']> = {}) => ({
  ...{ course_id: polity, title: 'Doubts & more', mentor: 'Lekha Varma', join_url: 'https://meet.example.org/polity' },
  ...{ starts_at: evening, ends_at: evening + HOUR, ...given },
})

const make = (given?: Parameters<typeof doubts>[0], staff = author) =>
  api.call(contract.makeClasses, { body: doubts(given) }, { staff })
const list = async (query: CallInput<typeof contract.listClasses>['query'] = {}, staff = author) =>
  (await api.call(contract.listClasses, { query }, { staff })).body
const found = async (id: number) => (await list({ list: 'all' })).data.find((row) => row.id === id)!
/** Changes a class from what the list says of it. */
const change = async (id: number, given: Parameters<typeof doubts>[0], version?: number) => {
  const row = await found(id)
  const { title, mentor, join_url, starts_at, ends_at } = row
  const body = {
    id,
    version: version ?? row.version,
    course_id: row.course.id,
    title,
    mentor,
    join_url,
    starts_at,
    ends_at,
  }
  return api.call(contract.changeClass, { body: { ...body, ...given } }, { staff: author })
}
const move = (id: number, starts_at: number) => change(id, { starts_at, ends_at: starts_at + HOUR })
const cancel = async (id: number) =>
  api.call(contract.cancelClass, { body: { id, version: (await found(id)).version } }, { staff: author })
const restore = (id: number) => api.call(contract.restoreClass, { body: { id } }, { staff: author })

/** Some time later, when whoever was logged in has to log in anew. */
const at = async (instant: number) => {
  api.clock.set(instant)
  author = await api.staff('author')
}

const told = async ({ token }: TestLearner) =>
  (await api.call(listNotifications, {}, { token })).body.data.map(({ title }) => title)
const calendar = async ({ token }: TestLearner, livedate: string) =>
  (await api.call(learners.listLiveClasses, { query: { livedate } }, { token })).body.map(({ title }) => title)
const log = () => readWork(api.services.db, {}, { count: 50 })

describe('a live class', () => {
  test('is made, and stands in the calendar, on the dashboard and in the feed of those who have its course', async () => {
    const { status, body } = await make()
    expect([status, body.message]).toEqual([200, 'The class is made'])
    const [id] = body.ids
    expect((await list()).data).toEqual([
      expect.objectContaining({
        ...{ id, title: 'Doubts & more', mentor: 'Lekha Varma', state: 'upcoming', follows_day: false },
        ...{ course: { id: polity, title: 'Polity', withdrawn: false }, starts_at: evening, ends_at: evening + HOUR },
      }),
    ])
    expect(await calendar(asha!, '2026-03-03')).toEqual(['Doubts & more'])
    expect(await calendar(babu!, '2026-03-03')).toEqual([])
    const caller = { token: asha!.token }
    const ahead = (await api.call(learners.listUpcomingLiveClasses, {}, caller)).body
    expect(ahead.upcoming_live_classes_grouped[0]!.live_classes[0]).toMatchObject({ starts_at: evening })
    const { url } = (await api.call(learners.makeCalendarFeed, {}, caller)).body
    const feed = async () => (await api.request(new URL(url!).pathname)).text()
    expect(await feed()).toContain('DTSTART:20260303T123000Z')
    await move(id!, evening + DAY)
    expect(await feed()).toContain('DTSTART:20260304T123000Z')
    expect(await calendar(asha!, '2026-03-03')).toEqual([])
    // Nobody is told that there is a class: it is announced before it starts.
    expect((await log()).map(({ action, subject, after }) => [action, subject, after.told])).toEqual([
      ['live class changed', `live class ${id}`, 1],
      ['live class made', `live class ${id}`, undefined],
    ])
    expect(await readMarks(api.services.db)).toMatchObject([{ kind: 'live_class', fields: ['made', 'starts', 'ends'] }])
  })

  test('is repeated in one act, all of them or none, and once where it is sent twice', async () => {
    const weekly = { rhythm: 'weekly', times: 60 } as const
    const { body } = await make(weekly)
    expect(body.ids).toHaveLength(60)
    const { data } = await list({ from: '2026-03-03', to: '2026-03-10' })
    expect(data.map(({ id, starts_at }) => [id, starts_at])).toEqual([
      [body.ids[0], evening],
      [body.ids[1], evening + 7 * DAY],
    ])
    const entries = await log()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ action: 'live classes made', after: { rhythm: 'weekly' } })
    expect(await readMarks(api.services.db)).toHaveLength(60)
    expect((await make({ ...weekly, times: 61 })).body.errors).toEqual({ times: 'Must be from 1 to 60' })
    const named = { staff: author, headers: { 'idempotency-key': 'one-click-of-the-author' } }
    const again = async () =>
      (await api.call(contract.makeClasses, { body: doubts({ title: 'Once' }) }, named)).body.ids
    expect(await again()).toEqual(await again())
    expect((await list({ words: 'once' })).data).toHaveLength(1)
  })

  test('is refused by the field that is wrong', async () => {
    const now = api.clock.now()
    const retired = (await seedCourse(api.services.db, { title: 'Gone', retired: true })).id
    const wrong: [Parameters<typeof doubts>[0], string, string][] = [
      [{ title: ' ' }, 'title', 'Please enter a title'],
      [{ title: 'x'.repeat(161) }, 'title', 'At most 160 characters'],
      [{ mentor: '' }, 'mentor', 'Please say who teaches'],
      [{ ends_at: evening }, 'ends_at', 'Must be after the start'],
      [{ ends_at: evening + DAY + 1 }, 'ends_at', 'A class has at most 24 hours'],
      [{ starts_at: now - MINUTE, ends_at: now + HOUR }, 'starts_at', 'This is in the past'],
      [{ course_id: 999 }, 'course_id', 'Please choose a course from the list'],
      [{ course_id: retired }, 'course_id', 'Please choose a course from the list'],
      [
        { join_url: 'http://meet.example.org' },
        'join_url',
        'Must be an address with https://, such as https://meet.example.org/polity',
      ],
    ]
    for (const [given, field, words] of wrong) {
      const { status, body } = await make(given)
      expect([status, body.errors]).toEqual([422, { [field]: words }])
    }
    expect((await list({ list: 'all' })).data).toEqual([])
    const id = (await make()).body.ids[0]!
    expect(Object.keys((await change(id, { course_id: retired })).body.errors!)).toEqual(['course_id'])
    // A form knows no seconds.
    await at(evening + 40 * SECOND)
    expect((await make()).status).toBe(200)
  })

  test('is changed by one, and the second who has read the same is told what it says now', async () => {
    const id = (await make()).body.ids[0]!
    const { version } = await found(id)
    expect((await change(id, { title: 'Mine' }, version)).body).toMatchObject({ told: 0, version: version + 1 })
    const second = await change(id, { title: 'Yours' }, version)
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'edited',
      errors: { title: 'Mine', starts_at: String(evening), version: String(version + 1), changed_by: author.name },
    })
    expect((await change(id, { title: 'Yours' }, version + 1)).status).toBe(200)
    expect((await api.call(contract.cancelClass, { body: { id, version } }, { staff: author })).body.code).toBe(
      'edited',
    )
    expect((await api.call(contract.restoreClass, { body: { id: 999 } }, { staff: author })).status).toBe(404)
    // A name, a link or a mentor is nothing that anybody must be told of.
    await change(id, { mentor: 'Nimmi', join_url: 'https://meet.example.org/other' })
    expect(await told(asha!)).toEqual([])
  })

  test('that is over is put right in its words, keeps its times, and may be held again', async () => {
    const id = (await make()).body.ids[0]!
    await at(evening + 2 * HOUR)
    expect((await change(id, { title: 'Doubts' })).status).toBe(200)
    expect((await move(id, evening - HOUR)).body.errors).toEqual({ starts_at: 'This is in the past' })
    expect((await cancel(id)).body.code).toBe('ended')
    expect((await change(id, { course_id: algebra })).body.told).toBe(0)
    await change(id, { course_id: polity })
    expect([await told(asha!), await told(babu!)]).toEqual([[], []])
    expect((await move(id, evening + DAY)).body).toMatchObject({ told: 1, message: 'Saved: 1 learner is told' })
    expect(await told(asha!)).toEqual(['Live class moved to 4 Mar 2026, 6:00 PM IST'])
  })

  test('whose times are words of a pack keeps them until a time is changed', async () => {
    const id = (await make()).body.ids[0]!
    const { db } = api.services
    const rules = { starts_rule: 'today+1d 18:00', ends_rule: 'today+1d 19:00' }
    await db.updateTable('live_classes').set(rules).where('id', '=', id).execute()
    const stored = () => db.selectFrom('live_classes').select(['starts_rule', 'ends_rule']).executeTakeFirstOrThrow()
    await change(id, { title: 'Others' })
    expect([await stored(), (await found(id)).follows_day]).toEqual([rules, true])
    // One of two that stayed while the other moves with the day would leave it.
    expect((await change(id, { ends_at: evening + 2 * HOUR })).body.told).toBe(0)
    expect(await stored()).toEqual({ starts_rule: null, ends_rule: null })
  })
})

describe('the learners of a course are told', () => {
  test('of another time once, in the place of what they were told before, and reminded of the new one', async () => {
    const id = (await make()).body.ids[0]!
    await at(evening - 10 * MINUTE)
    await remindOfClasses(api.services)
    expect(await told(asha!)).toEqual(['Live class at 6:00 PM IST'])
    await move(id, evening + HOUR)
    expect(await told(asha!)).toEqual(['Live class moved to 3 Mar 2026, 7:00 PM IST'])
    expect((await move(id, evening + 2 * HOUR)).body.told).toBe(1)
    expect(await told(asha!)).toEqual(['Live class moved to 3 Mar 2026, 8:00 PM IST'])
    expect([await told(babu!), await told(chitra!)]).toEqual([[], []])
    expect(await remindOfClasses(api.services)).toBe(0)
    await at(evening + 110 * MINUTE)
    expect(await remindOfClasses(api.services)).toBe(1)
    const [reminder, moved] = (await api.call(listNotifications, {}, { token: asha!.token })).body.data
    expect(reminder!.title).toBe('Live class at 8:00 PM IST')
    expect(moved).toMatchObject({
      kind: 'live_classes',
      message:
        '<p><strong>Doubts &amp; more</strong> with Lekha Varma now takes place on 3 Mar 2026, 8:00 PM – 9:00 PM IST.</p><p>Polity</p>',
      action: { href: '/live-classes?date=2026-03-03' },
    })
    await at(evening + 3 * HOUR)
    expect(await told(asha!)).toEqual([])
  })

  test('of another course in both of them', async () => {
    const id = (await make()).body.ids[0]!
    expect((await change(id, { course_id: algebra })).body.told).toBe(2)
    expect(await told(asha!)).toEqual(['Live class on 3 Mar 2026: not in this course'])
    expect(await told(babu!)).toEqual(['New live class: 3 Mar 2026, 6:00 PM IST'])
    await change(id, { course_id: polity })
    expect(await told(asha!)).toEqual(['New live class: 3 Mar 2026, 6:00 PM IST'])
    expect(await told(babu!)).toEqual(['Live class on 3 Mar 2026: not in this course'])
  })

  test('that it is cancelled; a slip is taken back before it is pushed, and of nothing else they are told', async () => {
    const id = (await make()).body.ids[0]!
    await subscribe(asha!)
    await move(id, evening + HOUR)
    await deliverPushes(api.services)
    const pushed = () => api.push.sent.length
    expect(pushed()).toBe(1)
    expect((await cancel(id)).body).toMatchObject({ told: 1, message: 'Cancelled: 1 learner is told' })
    const moved = 'Live class moved to 3 Mar 2026, 7:00 PM IST'
    expect(await told(asha!)).toEqual(['Live class on 3 Mar 2026 cancelled', moved])
    expect(await calendar(asha!, '2026-03-03')).toEqual([])
    expect((await list({ list: 'cancelled' })).data.map(({ state }) => state)).toEqual(['cancelled'])
    expect((await change(id, { title: 'x' })).body.code).toBe('conflict')
    api.clock.advance(SLIP - SECOND)
    await deliverPushes(api.services)
    expect((await restore(id)).body).toMatchObject({ told: 0, message: 'The class takes place' })
    api.clock.advance(MINUTE)
    await deliverPushes(api.services)
    expect([await told(asha!), pushed()]).toEqual([[moved], 1])
    expect(await calendar(asha!, '2026-03-03')).toEqual(['Doubts & more'])
  })

  test.each([
    ['it was pushed', async () => api.clock.advance(SLIP)],
    [
      'somebody read it',
      async () => {
        const { token } = asha!
        const { data } = (await api.call(listNotifications, {}, { token })).body
        await api.call(readAllNotifications, { body: { last_id: data[0]!.id } }, { token })
      },
    ],
  ])('that it takes place after all, where %s', async (_, meanwhile) => {
    const id = (await make()).body.ids[0]!
    await cancel(id)
    await meanwhile()
    expect((await restore(id)).body.told).toBe(1)
    expect(await told(asha!)).toEqual(['Live class on 3 Mar 2026 takes place'])
    await cancel(id)
    expect(await told(asha!)).toEqual(['Live class on 3 Mar 2026 cancelled'])
    const acts = (await log()).map(({ action, after }) => [action, after.title, after.told])
    expect(acts.slice(0, 2)).toEqual([
      ['live class cancelled', 'Doubts & more', 1],
      ['live class brought back', 'Doubts & more', 1],
    ])
  })
})

test('lists of classes are narrowed by all that an address says, and go on from a place', async () => {
  await make({ rhythm: 'daily', times: 60 })
  await make({
    course_id: algebra,
    title: 'Sums_1',
    mentor: 'Harish',
    starts_at: evening + DAY,
    ends_at: evening + DAY + HOUR,
  })
  await at(evening + 30 * MINUTE)
  const first = await list()
  expect(first.data).toHaveLength(CLASSES_PAGE)
  expect(first.data.slice(0, 3).map(({ title, state }) => [title, state])).toEqual([
    ['Doubts & more', 'live'],
    ['Doubts & more', 'upcoming'],
    ['Sums_1', 'upcoming'],
  ])
  const second = await list({ after: first.next! })
  expect([second.data.length, second.next]).toEqual([11, null])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(61)
  for (const query of [{ words: 's_1' }, { words: 'HARISH' }, { course: algebra }] as const)
    expect((await list(query)).data.map(({ title }) => title)).toEqual(['Sums_1'])
  expect((await list({ words: '%' })).data).toEqual([])
  await at(evening + 3 * DAY)
  const past = (await list({ list: 'past', from: '2026-03-04', to: '2026-03-05' })).data
  expect(past.map(({ title, starts_at }) => [title, starts_at])).toEqual([
    ['Doubts & more', evening + 2 * DAY],
    ['Sums_1', evening + DAY],
    ['Doubts & more', evening + DAY],
  ])
  const { courses } = (await api.call(contract.classChoices, {}, { staff: await api.staff('mentor') })).body
  expect(courses.map(({ title }) => title)).toEqual(['Algebra', 'Polity'])
})

/** A browser that notifications are pushed to. */
async function subscribe({ user }: TestLearner): Promise<void> {
  const { db } = api.services
  const { id } = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  const keys = { p256dh: 'a', auth: 'b', endpoint: 'https://push.example.org/1' }
  await db
    .insertInto('push_subscriptions')
    .values({ user_id: user.id, session_id: id, ...keys, created_at: 1 })
    .execute()
}
