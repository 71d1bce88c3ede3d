import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEARCHED } from '#core/calls/note-search.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { exportLearners } from '#features/auth/staff/learners.contract.ts'
import { learnersListed } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { extendedUntil, validUntil } from '#features/purchases/purchases.rules.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, TEST_START, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../../../tests/support/scenes/catalogue-fixture.ts'
import { grantCourses } from '../bulk.contract.ts'

let api: TestApi
let staff: TestStaff
let courseId: number
beforeAll(async () => {
  api = await testApi()
  staff = await api.staff('support')
  courseId = (await seedCourse(api.services.db, { title: 'Polity & more' })).id
})
afterAll(() => api.close())

type Body = CallInput<typeof grantCourses>['body']
type Asked = Partial<Body>
const send = (body: Body) => api.call(grantCourses, { body }, { staff })
const bulk = (csv: string, given: Asked = {}) =>
  send({ course_id: courseId, csv, days: 30, dry_run: false, reason: 'Scheme', ...given })
const check = async (csv: string, given: Asked = {}) => (await bulk(csv, { dry_run: true, ...given })).body
const untilOf = async (userId: number, of = courseId) =>
  (
    await api.services.db
      .selectFrom('enrolments')
      .select('valid_until')
      .where('user_id', '=', userId)
      .where('course_id', '=', of)
      .executeTakeFirst()
  )?.valid_until
const learners = (count: number) => Promise.all(Array.from({ length: count }, async () => (await api.learner()).user))
const stored = async () => {
  const { db } = api.services
  const count = async (table: 'enrolments' | 'notifications') =>
    (await db.selectFrom(table).select('id').execute()).length
  const acts = await db.selectFrom('audit_log').select('id').where('action', '!=', SEARCHED).execute()
  return [await count('enrolments'), await count('notifications'), acts.length]
}

describe('a file of phones', () => {
  test('is looked through without doing anything, each line that cannot be used with its number and why', async () => {
    const [asha, babu] = await learners(2)
    const before = await stored()
    const csv = `\ufeffName,"Mobile, of the learner",Town\r
Asha,+91 ${asha!.phone.slice(0, 5)} ${asha!.phone.slice(5)},"Kollam
by the lake"\r
Babu,0${babu!.phone},\r
Again,'${asha!.phone},\r
,,\r
Nobody,9999999999,\r
Short,12345,\r
Excel,9.84701E+09,\r
Empty,,\r
Words,=HYPERLINK("x"),\r
`
    expect(await check(csv)).toMatchObject({
      dry_run: true,
      phones: 2,
      granted: 2,
      extended: 0,
      skipped: 0,
      bad: [
        { line: 5, phone: `'${asha!.phone}`, why: 'twice', first_line: 2 },
        { line: 7, phone: '9999999999', why: 'no_account', first_line: null },
        { line: 8, phone: '12345', why: 'not_a_phone' },
        { line: 9, phone: '9.84701E+09', why: 'shortened' },
        { line: 10, phone: '', why: 'not_a_phone' },
        { line: 11, phone: '=HYPERLINK("x")', why: 'not_a_phone' },
      ],
    })
    const { status, body } = await bulk(csv)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ csv: '6 lines cannot be used, the first is line 5. Nothing was done.' })
    expect(await stored()).toEqual(before)
  })

  test('is granted to all, with one entry about all of them, and each of them hears of it', async () => {
    const users = await learners(3)
    const abroad = (await api.learner({ country_code: '971', phone: '501234567' })).user
    const [enrolments, notifications, entries] = await stored()
    const all = [...users, abroad]
    const csv = `phone\n${users.map(({ phone }) => phone).join('\n')}\n+971 50 123 4567\n`
    expect((await bulk(csv)).body).toMatchObject({ phones: 4, granted: 4, extended: 0, skipped: 0, bad: [] })
    const end = validUntil(TEST_START, 30)
    expect(await Promise.all(all.map(({ id }) => untilOf(id)))).toEqual([end, end, end, end])
    expect(await stored()).toEqual([enrolments! + 4, notifications! + 4, entries! + 1])
    for (const { id } of all) {
      const [entry] = (await listWork(api.services.db, { userId: id, page: 1 })).entries
      expect(entry).toMatchObject({
        action: 'access granted to many',
        subject: `course ${courseId}`,
        learners: 4,
        reason: 'Scheme',
        after: { granted: 4, extended: 0, skipped: 0, days: 30 },
      })
    }
    const told = await api.services.db
      .selectFrom('notifications')
      .select(['title', 'message_html', 'user_id'])
      .where('user_id', '=', abroad.id)
      .execute()
    expect(told).toEqual([
      {
        user_id: abroad.id,
        title: 'A course is now open for you',
        message_html: '<p><strong>Polity &amp; more</strong> is open for you until 1 Apr 2026.</p>',
      },
    ])
  })

  test.each([
    ['days', { days: 10 }, (old: number) => extendedUntil(old, TEST_START, 10)],
    ['a day', { days: undefined, until: '2026-05-31' }, () => validUntil(Date.UTC(2026, 4, 30, 20), 0)],
  ])('keeps or extends what learners have, by %s as one by one, and never shortens it', async (_, span, ended) => {
    const of = (await seedCourse(api.services.db, { title: 'Extended' })).id
    const users = await learners(4)
    const ends = [-40 * DAY + 1, 3 * DAY + 7, 400 * DAY]
    for (const [at, validFor] of ends.entries())
      await seedEnrolment(api.services.db, { userId: users[at]!.id, courseId: of, validFor })
    const csv = users.map(({ phone }) => phone).join('\n')
    const asked = { course_id: of, ...span }
    const state = () => Promise.all(users.map(({ id }) => untilOf(id, of)))
    const before = await state()
    expect((await bulk(csv, asked)).body).toMatchObject({ granted: 1, extended: 0, skipped: 3 })
    const [, , , given] = await state()
    expect(await state()).toEqual([...before.slice(0, 3), given])
    expect(await check(csv, { ...asked, existing: 'extend' })).toMatchObject({ granted: 0, skipped: 0, extended: 4 })
    await bulk(csv, { ...asked, existing: 'extend' })
    const longer = [...ends.map((validFor) => TEST_START + validFor), given!]
    expect(await state()).toEqual(longer.map((old) => Math.max(old, ended(old))))
    if (!('until' in span)) return
    expect((await bulk(csv, { ...asked, existing: 'extend' })).body.message).toBe(
      'All of them have the course, and none would have it for longer',
    )
  })

  test('that was exported here names the learners that it was written from, of every country', async () => {
    const title = (await seedCourse(api.services.db, { title: 'Abroad' })).id
    // Foreign phones with ten digits, like Indian ones; the last is also the Indian phone of another learner.
    for (const [country_code, phone] of [
      ['65', '81234567'],
      ['1', '6505551234'],
      ['971', '501234999'],
      ['91', '9847011111'],
    ]) {
      const { user } = await api.learner({ country_code: country_code!, phone: phone! })
      await seedEnrolment(api.services.db, { userId: user.id, courseId: title, validFor: DAY })
    }
    await api.learner({ country_code: '91', phone: '6505551234' })
    await api.learner({ country_code: '91', phone: '6581234567' })
    const { csv } = (await api.call(exportLearners, { query: { course_id: title } }, { staff })).body
    const found = await learnersListed(api.services.db, csv)
    const expected = await api.services.db
      .selectFrom('enrolments')
      .select('user_id')
      .where('course_id', '=', title)
      .execute()
    expect([found.learners, found.bad]).toEqual([
      expected.map(({ user_id }) => user_id).sort((one, other) => one - other),
      [],
    ])
    const ranks =
      'Rank,Name,Country code,Phone\r\n1,Asha,65,81234567\r\n2,Binu,1,6505551234\r\n3,Devi,971,501234999\r\n4,Elsa,91,9847011111'
    expect(await learnersListed(api.services.db, ranks)).toEqual(found)
  })

  test('of two at once gives each learner the course once', async () => {
    const of = (await seedCourse(api.services.db, { title: 'Twice' })).id
    const users = await learners(20)
    const csv = users.map(({ phone }) => phone)
    const both = await Promise.all([
      bulk(csv.join('\n'), { course_id: of }),
      bulk([...csv].reverse().join('\n'), { course_id: of }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)!.body.granted).toBe(20)
  })

  test.each([
    ['nothing', '', 'csv'],
    ['no phones', 'phone,name\n', 'csv'],
    ['more than 5,000', '9999999999\n'.repeat(5001), 'csv'],
    ['more than a megabyte', 'x'.repeat(1024 * 1024 + 1), 'csv'],
  ])('with %s is refused', async (_, csv, field) => {
    const { status, body } = await bulk(csv, { dry_run: true })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  test('is of a course that is there, and until a day that has not passed', async () => {
    const [user] = await learners(1)
    expect((await bulk(user!.phone, { course_id: 2_000_000_000 })).status).toBe(404)
    expect((await bulk(user!.phone, { days: undefined, until: '2026-01-01' })).status).toBe(409)
    expect((await bulk(user!.phone, { days: 3, until: '2027-01-01' })).body.errors).toHaveProperty('until')
  })

  test('of 5,000 phones lets others have their turn all the time', async () => {
    const { db } = api.services
    const of = (await seedCourse(db, { title: 'Thousands' })).id
    const phones = Array.from({ length: 5000 }, (_, at) => String(7_000_000_000 + at))
    for (let from = 0; from < phones.length; from += 1000) {
      const rows = phones.slice(from, from + 1000).map((phone) => ({ country_code: '91', phone, created_at: 1 }))
      await db.insertInto('users').values(rows).execute()
    }
    let turns = 0
    const work = { over: false }
    const others = (async () => {
      for (; !work.over; turns += 1) await setImmediate()
    })()
    const { body } = await bulk(phones.join('\n'), { course_id: of })
    work.over = true
    await others
    expect(body).toMatchObject({ granted: 5000 })
    // Ten statements each that look and that store, and the phones, 500 at a time.
    expect(turns).toBeGreaterThan(40)
  })
})
