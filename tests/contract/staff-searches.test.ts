import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SEARCHED, sweepSearches } from '#core/calls/note-search.ts'
import { callName } from '#core/calls/call-limits.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { findLearners } from '#features/auth/staff/learners.contract.ts'
import { countReach } from '#features/notifications/staff/compose.contract.ts'
import { listQueue } from '#features/support/staff/tickets.contract.ts'
import { routes } from '#http/routes.ts'
import { SEARCH_LIMIT, searchKind } from '#lib/both/calls/search.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../support/api/api.ts'

const ofStaff = routes.map(({ endpoint }) => endpoint).filter(({ access }) => access === 'staff')

const shapeOf = (schema: z.core.$ZodType) =>
  (schema._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape ?? {}

/** Texts of queries that are chosen or come from the reply before, not typed. */
const chosen: Record<string, string> = {
  after: 'the place that the page before told',
  provider: 'one of the providers of payments, chosen',
  category: 'one of the categories of news, chosen',
  action: 'one of the actions of the audit log, chosen',
  file: 'the name of a stored file',
}

/** Fields of bodies by which learners are looked up. */
const looksUp = ['csv', 'mobile']

/** Calls whose `mobile` names no learner to be found. */
const sets: Record<string, string> = {
  'POST /staff/learners/{id}/phone/code': 'the new phone of a learner; sending codes has limits of its own',
  'POST /staff/learners/{id}/phone': 'the same',
  'POST /staff/team/add': 'the phone of a new member of the staff',
  'POST /staff/team/phone/code': 'the new phone of a member of the staff; sending codes has limits of its own',
  'POST /staff/team/phone': 'the same',
}

describe('searches of staff', () => {
  test('are declared by every call in which something is typed to find it', () => {
    const undeclared = ofStaff.flatMap((endpoint) => {
      const asked = Object.entries(shapeOf(endpoint.query))
        .filter(([name, schema]) => z.safeParse(schema, 'asha 98 @').success && !(name in chosen))
        .map(([name]) => name)
      const looked = looksUp.filter((name) => name in shapeOf(endpoint.body) && !(callName(endpoint) in sets))
      return [...asked, ...looked]
        .filter((name) => !endpoint.search?.fields.includes(name))
        .map((name) => `${callName(endpoint)}: ${name}`)
    })
    expect(undeclared).toEqual([])
  })

  test('have the limit of all searches, and name fields that the call takes', () => {
    const declared = ofStaff.filter(({ search }) => search)
    expect(declared.length).toBeGreaterThan(10)
    for (const endpoint of declared) {
      expect([callName(endpoint), endpoint.limit]).toEqual([callName(endpoint), SEARCH_LIMIT])
      const fields = Object.keys({ ...shapeOf(endpoint.query), ...shapeOf(endpoint.body) })
      expect([callName(endpoint), fields]).toEqual([
        callName(endpoint),
        expect.arrayContaining([...endpoint.search!.fields]),
      ])
    }
  })

  test.each([
    ['98470 12345', 'phone'],
    ['+91 (98470)-12345', 'phone'],
    ['2345', 'phone'],
    ['phone\n9847012345', 'phone list'],
    ['asha@ex', 'email'],
    ['menon asha@', 'email'],
    ['#12', 'number'],
    ['# 12', 'number'],
    ['RCPT-2026-0001', 'number'],
    ['asha menon', 'words'],
    ['അനി', 'words'],
  ])('are of a kind: %j', (typed, kind) => {
    expect(searchKind(typed)).toBe(kind)
  })
})

describe('a search of staff', () => {
  let api: TestApi
  const written: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void written.push(JSON.parse(line) as Record<string, unknown>) })
  beforeAll(async () => {
    api = await testApi({}, log)
  })
  afterAll(() => api.close())

  const find = (staff: TestStaff, words: string, page = 1) =>
    api.call(findLearners, { query: { words, page } }, { staff })
  const entriesOf = async (staff: TestStaff) =>
    (await listWork(api.services.db, { staffId: staff.id, action: SEARCHED, page: 1 })).entries
      .map(({ subject, after }) => [subject, after.different, after.searches])
      .reverse()

  test('for learners is in the audit log by its kind, at the 1st, 10th and 100th different one of a day', async () => {
    const staff = await api.staff('support')
    const typed = Array.from({ length: 100 }, (_, at) => `98470${10_000 + at}`)
    for (const words of typed) expect((await find(staff, words)).status).toBe(200)
    expect(await entriesOf(staff)).toEqual([
      ['by phone', 1, 1],
      ['by phone', 10, 10],
      ['by phone', 100, 100],
    ])
    api.clock.advance(SEARCH_LIMIT.span)
    const next = await api.staff('support')
    for (const words of ['asha@ex', 'asha', 'ASHA ', 'asha']) await find(next, words)
    await find(next, 'asha', 2)
    await api.call(countReach, { body: { audience: 'list', csv: 'phone\n9847012345\n' } }, { staff: next })
    expect(await entriesOf(next)).toEqual([
      ['by email', 1, 1],
      ['by words', 1, 1],
      ['by phone list', 1, 1],
    ])
  })

  test('is counted once each where many come at the same moment', async () => {
    const staff = await api.staff('support')
    const typed = Array.from({ length: 12 }, (_, at) => `81290${10_000 + at}`)
    await Promise.all([...typed, ...typed].map((words) => find(staff, words)))
    const entries = await entriesOf(staff)
    expect(entries.map(([, different]) => different)).toEqual([1, 10])
    const { different, searches } = await api.services.db
      .selectFrom('staff_search_counts')
      .selectAll()
      .where('staff_id', '=', staff.id)
      .executeTakeFirstOrThrow()
    expect([different, searches]).toEqual([12, 24])
  })

  test('of content is a line of the log, and none where nothing was typed', async () => {
    const staff = await api.staff('support')
    const before = written.length
    await api.call(listQueue, { query: { text: 'refund' } }, { staff })
    await api.call(listQueue, { query: {} }, { staff })
    const searched = written.slice(before).filter(({ msg }) => msg === 'staff searched')
    expect(searched).toMatchObject([{ staff: staff.id, call: 'GET /staff/tickets', kind: 'words' }])
    expect(await entriesOf(staff)).toEqual([])
  })

  test('that is refused is logged as well', async () => {
    const mentor = await api.staff('mentor')
    expect((await find(mentor, '98470 12345')).status).toBe(422)
    expect(await entriesOf(mentor)).toEqual([['by phone', 1, 1]])
  })

  test('leaves its words in no log and no table, and its counts are gone the day after', async () => {
    const { db, engine } = api.services
    const staff = await api.staff('support')
    const secrets = ['7012345678', 'qadira.beevi@mail.example', 'Zulekha']
    for (const words of secrets) await find(staff, words)
    const stored = JSON.stringify([
      written,
      await db.selectFrom('audit_log').selectAll().execute(),
      await db.selectFrom('audit_details').selectAll().execute(),
      await db.selectFrom('staff_search_counts').selectAll().execute(),
      await db.selectFrom('staff_searched_words').selectAll().execute(),
    ])
    for (const secret of secrets) expect([engine, stored.includes(secret)]).toEqual([engine, false])
    api.clock.advance(DAY)
    await sweepSearches(api.services)
    expect(await db.selectFrom('staff_searched_words').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('staff_search_counts').selectAll().execute()).toEqual([])
  })

  test('counts against the limit, and a list that is read without one does not', async () => {
    const staff = await api.staff('support')
    const { count } = SEARCH_LIMIT
    const call = callName(listQueue)
    await api.services.db
      .insertInto('staff_call_counts')
      .values({ staff_id: staff.id, call, since: api.clock.now(), calls: count })
      .execute()
    expect((await api.call(listQueue, { query: { text: 'refund' } }, { staff })).status).toBe(429)
    expect((await api.call(listQueue, { query: {} }, { staff })).status).toBe(200)
    api.clock.advance(10 * MINUTE)
    expect((await api.call(listQueue, { query: { text: 'refund' } }, { staff })).status).toBe(200)
  })
})
