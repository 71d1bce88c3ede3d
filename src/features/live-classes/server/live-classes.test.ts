import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, indianTime, isoTime, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { readCalendar } from '../../../../tests/support/packs/calendar.ts'
import { seedCourse, seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import * as contract from '../live-classes.contract.ts'

let api: TestApi
let asha: TestLearner
let courseId: number

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

beforeEach(async () => {
  api.clock.set(TEST_START)
  asha = await api.learner()
  courseId = (await seedCourse(api.services.db, { title: 'Arithmetic' })).id
  await seedEnrolment(api.services.db, { userId: asha.user.id, courseId, validFor: 90 * DAY })
})

let made = 0

async function seedClass(startsAt: number, given: { courseId?: number; endsAt?: number; title?: string } = {}) {
  made += 1
  const row = {
    course_id: given.courseId ?? courseId,
    key: `class-${made}`,
    title: given.title ?? `Class ${made}`,
    tutor_name: 'Dr. Anil Kumar',
    join_url: `https://meet.example.org/${made}?a=1,2`,
    starts_at: startsAt,
    ends_at: given.endsAt ?? startsAt + HOUR,
  }
  return api.services.db.insertInto('live_classes').values(row).returningAll().executeTakeFirstOrThrow()
}

const retire = (id: number) =>
  api.services.db.updateTable('live_classes').set({ retired: 1 }).where('id', '=', id).execute()

const list = (livedate: string, { token }: TestLearner = asha) =>
  api.call(contract.listLiveClasses, { query: { livedate } }, { token })

const titles = async (livedate: string, learner?: TestLearner) =>
  (await list(livedate, learner)).body.map(({ title }) => title)

describe('the classes of a day', () => {
  test('say what, when in Indian time, with whom and where', async () => {
    const row = await seedClass(indianTime(2026, 3, 2, 18, 30), { title: 'Percentages' })
    const { status, body } = await list('2026-03-02')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: row.id,
        uid: `live-class-${row.id}@localhost:4321`,
        title: 'Percentages',
        content_title: 'Arithmetic',
        date: '2026-03-02 18:30:00',
        start_time: '2026-03-02 18:30:00',
        end_time: '2026-03-02 19:30:00',
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        start_time_iso: isoTime(row.starts_at),
        end_time_iso: isoTime(row.ends_at),
        tutor_name: 'Dr. Anil Kumar',
        meeting_join_url: row.join_url,
      },
    ])
  })

  test('are those that start between two midnights in India, earliest first', async () => {
    const midnight = indianTime(2026, 3, 3)
    await seedClass(midnight + DAY, { title: 'next midnight' })
    await seedClass(midnight + DAY - 1000, { title: 'last second' })
    await seedClass(midnight, { title: 'midnight' })
    await seedClass(midnight - 1000, { title: 'the evening before' })
    expect(await titles('2026-03-03')).toEqual(['midnight', 'last second'])
    expect(await titles('2026-03-02')).toEqual(['the evening before'])
    expect(await titles('2026-03-04')).toEqual(['next midnight'])
    expect(await titles('2026-03-05')).toEqual([])
  })

  test("are of the learner's active courses alone", async () => {
    const other = (await seedCourse(api.services.db, { title: 'Other' })).id
    const expired = (await seedCourse(api.services.db, { title: 'Expired' })).id
    await seedEnrolment(api.services.db, { userId: asha.user.id, courseId: expired, validFor: -1 })
    const start = TEST_START + HOUR
    await seedClass(start, { title: 'mine' })
    await seedClass(start, { title: 'not bought', courseId: other })
    await seedClass(start, { title: 'expired', courseId: expired })
    await retire((await seedClass(start, { title: 'called off' })).id)
    expect(await titles('2026-03-02')).toEqual(['mine'])
    expect(await titles('2026-03-02', await api.learner())).toEqual([])
    api.clock.advance(89 * DAY + 23 * HOUR)
    expect(await titles('2026-03-02')).toEqual(['mine'])
  })

  test.each(['2026-02-29', '2026-13-01', '2026-04-31', '02-03-2026', '2026-3-2', '', '2026-03-02 10:00', "1' or 1"])(
    'of %j are refused by the name of the field',
    async (day) => {
      const { status, body } = await list(day)
      expect(status).toBe(422)
      expect(body.errors).toEqual({ livedate: 'Must be a day and look like 2026-01-31' })
    },
  )
})

describe('joining', () => {
  const join = (live_class_id: number, { token }: TestLearner = asha) =>
    api.call(contract.joinLiveClass, { query: { live_class_id } }, { token })
  const joins = (id: number) =>
    api.services.db
      .selectFrom('activity_log')
      .select(['user_id', 'created_at'])
      .where('kind', '=', 'live_class')
      .where('target_id', '=', id)
      .execute()

  test('is noted once, before the start and until the end', async () => {
    const { id, ends_at } = await seedClass(TEST_START + HOUR)
    expect((await join(id)).body).toEqual({ status: true, success: true, message: 'Joined' })
    api.clock.set(ends_at)
    expect((await join(id)).status).toBe(200)
    expect(await joins(id)).toEqual([{ user_id: asha.user.id, created_at: TEST_START }])
    const babu = await api.learner()
    await seedEnrolment(api.services.db, { userId: babu.user.id, courseId, validFor: 90 * DAY })
    expect((await join(id, babu)).status).toBe(200)
    expect(await joins(id)).toHaveLength(2)
  })

  test('is refused after the end', async () => {
    const { id, ends_at } = await seedClass(TEST_START + HOUR)
    api.clock.set(ends_at + 1)
    const { status, body } = await join(id)
    expect([status, body.code]).toEqual([409, 'ended'])
    expect(await joins(id)).toEqual([])
  })

  test('is refused without an active course, and for classes that are not', async () => {
    const { id } = await seedClass(TEST_START + HOUR)
    expect((await join(id, await api.learner())).status).toBe(403)
    const late = await api.learner()
    await seedEnrolment(api.services.db, { userId: late.user.id, courseId, validFor: -MINUTE })
    expect((await join(id, late)).status).toBe(403)
    expect((await join(2_000_000_000)).status).toBe(404)
    await retire(id)
    expect((await join(id)).status).toBe(404)
    expect(await joins(id)).toEqual([])
  })
})

describe('the calendar feed', () => {
  const make = async ({ token }: TestLearner = asha) => {
    const { body } = await api.call(contract.makeCalendarFeed, {}, { token })
    return new URL(body.url!).pathname
  }
  const get = ({ token }: TestLearner = asha) => api.call(contract.getCalendarFeed, {}, { token })
  const revoke = () => api.call(contract.revokeCalendarFeed, {}, { token: asha.token })
  const events = async (path: string) => readCalendar(await (await api.request(path)).text()).events

  test('is made on demand; its address is shown once and stored as a hash', async () => {
    expect((await get()).body).toMatchObject({ url: null, created_at: null })
    const { body } = await api.call(contract.makeCalendarFeed, {}, { token: asha.token })
    expect(body.url).toMatch(/^http:\/\/localhost:4321\/calendar\/[\w-]{43}\.ics$/)
    expect(body.created_at).toBe(TEST_START)
    expect((await get()).body).toMatchObject({ url: null, created_at: TEST_START })
    const rows = await api.services.db.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(/calendar\/([\w-]+)/.exec(body.url!)![1])
  })

  test('holds the last week and the next 60 days of active courses, without a bearer token', async () => {
    const other = (await seedCourse(api.services.db, { title: 'Other' })).id
    await seedClass(TEST_START, { courseId: other })
    await seedClass(TEST_START - 7 * DAY - 1000, { title: 'too old' })
    await seedClass(TEST_START - 7 * DAY, { title: 'a week ago' })
    const soon = await seedClass(TEST_START + DAY, { title: 'Ratios; part 1, again' })
    await seedClass(TEST_START + 60 * DAY - 1000, { title: 'in 60 days' })
    await seedClass(TEST_START + 60 * DAY, { title: 'too far' })
    await retire((await seedClass(TEST_START, { title: 'called off' })).id)
    const response = await api.request(await make())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const { properties, events: found } = readCalendar(await response.text())
    expect(properties['X-WR-CALNAME']).toBe('Learning site: live classes')
    expect(found.map(({ SUMMARY }) => SUMMARY)).toEqual(['a week ago', 'Ratios; part 1, again', 'in 60 days'])
    expect(found[1]).toMatchObject({
      UID: `live-class-${soon.id}@localhost:4321`,
      DTSTART: '20260303T043000Z',
      DTEND: '20260303T053000Z',
      URL: soon.join_url,
    })
  })

  test('follows changes and the learner who loses the course', async () => {
    const { id } = await seedClass(TEST_START + DAY, { title: 'Old title' })
    const path = await make()
    await api.services.db.updateTable('live_classes').set({ title: 'New title' }).where('id', '=', id).execute()
    expect((await events(path)).map(({ SUMMARY }) => SUMMARY)).toEqual(['New title'])
    await api.services.db
      .updateTable('enrolments')
      .set({ valid_until: TEST_START - 1 })
      .where('user_id', '=', asha.user.id)
      .execute()
    expect(await events(path)).toEqual([])
  })

  test('is answered with 304 until it changes', async () => {
    await seedClass(TEST_START + DAY)
    const path = await make()
    const etag = (await api.request(path)).headers.get('etag') ?? ''
    const again = (tag: string) => api.request(path, { headers: { 'if-none-match': tag } })
    api.clock.advance(HOUR)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const same = await again(tag)
      expect(same.status).toBe(304)
      expect(same.headers.get('etag')).toBe(etag)
      expect(await same.text()).toBe('')
    }
    await seedClass(TEST_START + 2 * DAY)
    expect((await again(etag)).status).toBe(200)
  })

  test('ends with a new one, and when it is revoked', async () => {
    const first = await make()
    const second = await make()
    expect((await api.request(first)).status).toBe(404)
    expect((await api.request(second)).status).toBe(200)
    expect((await revoke()).status).toBe(200)
    expect((await revoke()).status).toBe(200)
    expect((await api.request(second)).status).toBe(404)
    expect((await get()).body).toMatchObject({ url: null, created_at: null })
  })

  test.each([
    'x.ics',
    'x',
    `${'a'.repeat(43)}.ics`,
    `${'a'.repeat(43)}`,
    '..%2f..%2fetc.ics',
    `${'a'.repeat(9000)}.ics`,
  ])('at /calendar/%s is not found', async (file) => {
    const response = await api.request(`/calendar/${file}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('upcoming classes', () => {
  const upcoming = async (learner = asha) =>
    (await api.call(contract.listUpcomingLiveClasses, {}, { token: learner.token })).body.upcoming_live_classes_grouped

  test('are those from today on, by course, with their times in India', async () => {
    api.clock.set(indianTime(2026, 3, 2, 12))
    const other = (await seedCourse(api.services.db, { title: 'English' })).id
    await seedEnrolment(api.services.db, { userId: asha.user.id, courseId: other, validFor: 90 * DAY })
    await seedClass(indianTime(2026, 3, 1, 23, 59))
    const later = await seedClass(indianTime(2026, 3, 9, 18), { title: 'Later' })
    const sooner = await seedClass(indianTime(2026, 3, 2, 0, 0), { title: 'This morning', courseId: other })
    const gone = await seedClass(indianTime(2026, 3, 3, 18))
    await retire(gone.id)
    const found = await upcoming()
    expect(found.map(({ course_title }) => course_title)).toEqual(['English', 'Arithmetic'])
    expect(found[0]!.live_classes).toEqual([
      {
        liveclass_id: sooner.id,
        live_class_title: 'This morning',
        live_class_date: '2026-03-02',
        start_time: '2026-03-02 00:00:00',
        end_time: '2026-03-02 01:00:00',
        starts_at: sooner.starts_at,
        ends_at: sooner.ends_at,
        start_time_iso: isoTime(sooner.starts_at),
        end_time_iso: isoTime(sooner.ends_at),
        mentor_name: 'Dr. Anil Kumar',
        join_url: sooner.join_url,
      },
    ])
    expect(found[1]!.live_classes.map(({ liveclass_id }) => liveclass_id)).toEqual([later.id])
  })

  test('keep one that goes on after midnight', async () => {
    const late = await seedClass(indianTime(2026, 3, 1, 23, 30))
    const ids = async () => (await upcoming()).flatMap((group) => group.live_classes.map((live) => live.liveclass_id))
    api.clock.set(indianTime(2026, 3, 2, 0, 10))
    expect(await ids()).toEqual([late.id])
    api.clock.set(indianTime(2026, 3, 2, 0, 31))
    expect(await ids()).toEqual([])
  })

  test('are nobody else’s', async () => {
    await seedClass(TEST_START + HOUR)
    expect(await upcoming(await api.learner())).toEqual([])
  })
})
