import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { numbers } from '../../../../../tests/load/seed/numbers.ts'
import { testApi, TEST_START, type TestApi } from '../../../../../tests/support/api/api.ts'
import { sentBy } from '../../../../../tests/support/api/statements.ts'
import { blindReads, takeStatistics } from '../../../../../tests/support/code/plans.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import type { ListedLearner } from './find-learners.ts'
import { listSorts, listStatuses } from '../learner-lists.rules.ts'
import type { ListFilters } from './list-filters.ts'
import { allLearners, listLearners, type LearnerList } from './list-learners.ts'

let api: TestApi
const now = TEST_START
const courses: number[] = []
const seenOn = [now - 40 * DAY, now - DAY, null, now - 9 * DAY]
const names = ['Asha', 'binu', 'അനിൽ', null, 'Asha']

/** Enough for several pages; who is alike in something is so often. */
const learners = Array.from({ length: 70 }, (_, at) => ({
  country_code: '91',
  phone: String(9_000_000_000 + at),
  name: at % 7 === 0 ? `Name ${at}` : names[at % names.length]!,
  registration_completed: at % 6 === 0 ? 0 : 1,
  last_logged_on: seenOn[at % seenOn.length]!,
  blocked_at: at % 23 === 0 ? now - DAY : null,
  muted_at: at % 11 === 0 ? now - DAY : null,
  deleted_at: at % 17 === 0 ? now - DAY : null,
  created_at: now - 90 * DAY + at,
}))
/** Until when somebody has a course. */
const until = (at: number, course: number) =>
  [now, now - 1, undefined, now + DAY, undefined, undefined][(at + course * 2 + (at >> 3)) % 6]

let ids: number[]

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  for (const title of ['One', 'Other']) courses.push((await seedCourse(db, { title })).id)
  const rows = await db.insertInto('users').values(learners).returning('id').execute()
  ids = rows.map(({ id }) => id).sort((one, other) => one - other)
  const enrolments = ids.flatMap((user_id, at) =>
    courses.flatMap((course_id, course) => {
      const valid_until = until(at, course)
      if (valid_until === undefined) return []
      return [{ user_id, course_id, payment_status: 'closedpymnt' as const, valid_until, created_at: now }]
    }),
  )
  await db.insertInto('enrolments').values(enrolments).execute()
})

afterAll(() => api.close())

/** Who should be on a list, in its order. */
function expected({ courseId, status, seenSince = 0, seenBefore = Infinity, sort }: LearnerList): number[] {
  const seen = (at: number) => learners[at]!.last_logged_on ?? 0
  const isOn = (at: number) => {
    const { deleted_at, blocked_at, muted_at, registration_completed } = learners[at]!
    const ends = courses.flatMap((id, course) => (courseId === undefined || id === courseId ? [until(at, course)] : []))
    const had = ends.filter((end) => end !== undefined)
    const has = {
      active: had.some((end) => end >= now),
      expired: had.length > 0 && had.every((end) => end < now),
      blocked: blocked_at !== null,
      muted: muted_at !== null,
      incomplete: registration_completed === 0,
      'never-bought': had.length === 0,
    }
    return (
      deleted_at === null &&
      (status === undefined || has[status]) &&
      (courseId === undefined || had.length > 0) &&
      seen(at) >= seenSince &&
      seen(at) < seenBefore
    )
  }
  const name = (at: number) => Buffer.from(learners[at]!.name?.toLowerCase() ?? '\u{10ffff}')
  const orders = {
    newest: (one: number, other: number) => other - one,
    seen: (one: number, other: number) => seen(other) - seen(one) || other - one,
    name: (one: number, other: number) => Buffer.compare(name(one), name(other)) || one - other,
  }
  return [...learners.keys()]
    .filter(isOn)
    .sort(orders[sort])
    .map((at) => ids[at]!)
}

async function pagesOf(list: LearnerList): Promise<ListedLearner[][]> {
  const { db, engine } = api.services
  const pages: ListedLearner[][] = []
  let cursor: string | undefined
  do {
    const page = await listLearners(db, engine, { ...list, cursor })
    pages.push(page.learners)
    cursor = page.next
  } while (cursor !== undefined)
  return pages
}

async function readAll(list: LearnerList): Promise<number[]> {
  const found: number[] = []
  for await (const { id } of allLearners(api.services.db, api.services.engine, list)) found.push(id)
  return found
}

describe.each(listSorts)('a list of learners by %s', (sort) => {
  const filters: Omit<ListFilters, 'now' | 'courseId'>[] = [
    {},
    ...listStatuses.map((status) => ({ status })),
    { seenSince: now - 9 * DAY },
    { seenBefore: now - 9 * DAY },
    { seenSince: now - 9 * DAY, seenBefore: now - DAY, status: 'active' },
  ]

  it.each(filters)('has those whom it is about, each once, twenty a page: %j', async (filter) => {
    for (const courseId of filter.status === 'never-bought' ? [undefined] : [undefined, courses[0], courses[1]]) {
      const list = { now, sort, courseId, ...filter }
      const pages = await pagesOf(list)
      const wanted = expected(list)
      expect(pages.flat().map(({ id }) => id)).toEqual(wanted)
      expect(pages.map((page) => page.length)).toEqual(
        Array.from({ length: Math.max(1, Math.ceil(wanted.length / 20)) }, (_, page) =>
          Math.min(20, wanted.length - page * 20),
        ),
      )
      expect(await readAll(list)).toEqual(wanted)
    }
  })

  it.each([
    '',
    'x',
    'W10',
    'WzEsMiwzXQ',
    'W251bGwsMV0',
    'WyJhIiwtMV0',
    'WzFlOTksMV0',
    'WyJcdTAwMDAiLDFd',
    'eyJhIjoxfQ',
  ])('does not go on after what is none of its places: %s', async (cursor) => {
    const { db, engine } = api.services
    await expect(listLearners(db, engine, { now, sort, cursor })).rejects.toMatchObject({
      status: 422,
      errors: { after: 'Must be the next of a page of the same list' },
    })
  })
})

it('of a course has nobody who never had one', async () => {
  const { db, engine } = api.services
  const list = { now, sort: 'newest' as const, courseId: courses[0], status: 'never-bought' as const }
  await expect(listLearners(db, engine, list)).rejects.toMatchObject({
    errors: { status: expect.any(String) as string },
  })
})

it('shows of a learner what staff need and no more', async () => {
  const { db, engine } = api.services
  const { learners: found } = await listLearners(db, engine, { now, sort: 'newest' })
  expect(Object.keys(found[0]!).sort()).toEqual(
    ['id', 'name', 'country_code', 'phone', 'email', 'role']
      .concat(['blocked_at', 'muted_at', 'last_logged_on', 'created_at'])
      .sort(),
  )
})

describe('among very many learners', () => {
  const MANY = 12_500

  beforeAll(async () => {
    await sql`insert into users (country_code, phone, registration_completed, created_at)
      select '92', cast(n as text), 1, 1 from ${numbers(1, MANY)} as made`.execute(api.services.db)
  })

  it.each(listSorts)('a page looks at some of them, and the next goes on, by %s', async (sort) => {
    const list = { now, sort, status: 'active' as const }
    const pages = await pagesOf(list)
    expect(pages.flat().map(({ id }) => id)).toEqual(expected(list))
    expect(pages.length).toBeLessThan(8)
    expect(await readAll(list)).toEqual(expected(list))
  })

  it('a page of a few of them has all twenty at once', async () => {
    const list = { now, sort: 'newest' as const, courseId: courses[0] }
    expect((await pagesOf(list)).map((page) => page.length)[0]).toBe(Math.min(20, expected(list).length))
  })

  it.each(listSorts)('a page is read along an index that has its order, by %s', async (sort) => {
    const { db, engine } = api.services
    if (engine === 'postgres') await takeStatistics(db)
    const { next } = await listLearners(db, engine, { now, sort })
    const sent = await sentBy(api, () => listLearners(db, engine, { now, sort, status: 'active', cursor: next }))
    const read: string[] = []
    for (const statement of sent) {
      if (engine === 'postgres') {
        read.push(...(await blindReads(engine, db, statement)).map(({ table, index }) => `${table}, ${index}`))
        continue
      }
      const plan = { ...statement, sql: `explain query plan ${statement.sql}` }
      const { rows } = await db.executeQuery<{ detail: string }>(plan)
      // It scans what it has read of them, under the same name.
      const lines = rows.map(({ detail }) => detail).filter((line) => !/^SCAN users$/.test(line))
      read.push(lines.find((line) => /^(SCAN|SEARCH) users/.test(line)) ?? 'SCAN users')
    }
    const index = { newest: '(users_pkey|PRIMARY KEY)', seen: 'users_seen', name: 'users_by_name' }[sort]
    const along = new RegExp(`^(users, ${index}|SEARCH users USING (INTEGER|INDEX|COVERING INDEX) ${index} \\(.*)$`)
    expect(read.filter((line) => !along.test(line))).toEqual([])
    expect(sent.length).toBeGreaterThan(0)
  })
})
