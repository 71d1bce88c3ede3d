import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { findLearners } from '#features/auth/staff/server/find-learners.ts'
import { listSorts, listStatuses } from '#features/auth/staff/learner-lists.rules.ts'
import { listLearners, type LearnerList } from '#features/auth/staff/server/list-learners.ts'
import { writePlace } from '#features/auth/staff/server/list-places.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { databaseUrl, onServer } from '../../support/api/prepare-database.ts'
import type { Data } from '../candidates.ts'
import { cell, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import { FIRST_PHONE } from '../seed/learners.ts'
import { seedDatabase, settle } from '../seed/seed.ts'

const LEARNERS = 1_000_000
/** Searches of each kind, and pages of each list. */
const TIMES = 100
/** Milliseconds within which 95 of them are answered. */
const LIMIT = 100
const DATABASE = 'padavu_staff_search'

/** What staff type, for one learner after another. */
const searches: Record<string, (learner: number, order: number) => string> = {
  phone: (learner) => String(FIRST_PHONE + learner),
  'phone with country code': (learner) => `+91 ${FIRST_PHONE + learner}`,
  'beginning of a phone': (learner) => String(FIRST_PHONE + learner).slice(0, 3 + (learner % 6)),
  'last four digits of a phone': (learner) => String(learner).padStart(4, '0').slice(-4),
  name: (learner) => `Learner ${learner}`,
  'beginning of a name': (learner) => `learn ${String(learner).slice(0, 3)}`,
  'words that nobody has together': (learner) => `learner ${learner} ${learner + 1}`,
  email: (learner) => `learner${learner}@example.com`,
  'beginning of an email': (learner) => `learner${learner}@ex`,
  order: (_, order) => `load-${order}`,
  transaction: (_, order) => `#${order}`,
  receipt: (_, order) => `LOAD/${order}`,
}

/** What fits everybody, or means to be slow. */
const general = [
  'le',
  'learner',
  'l 1',
  'learner le l 1',
  '1 2 3 4 5 6 7 8',
  'learner 1 2 3',
  '60',
  '6000',
  '+91',
  '0000',
  'learner1@',
  'l@ e@ a@',
  '%a% _b_',
  `"le* OR ' & | ! (1`,
  'learner '.repeat(1250),
  'a'.repeat(10_000),
  'aa bb cc dd ee ff gg hh ii jj kk ll',
]

/**
 * How long staff wait for learners whom they look for, and for pages of their lists, among a million: the functions themselves, on
 * the data of `npm run load:seed`, which take minutes to be made.
 */
export const staffSearch: Section = {
  name: 'staff-search',
  title: `Staff look for learners (ms of ${TIMES} each)`,
  engines: ['sqlite', 'postgres'],
  onRequest: true,
  run: ({ folder }, engine, { data, learners = LEARNERS }) =>
    onData(engine, { folder: data ?? folder, keep: data !== undefined }, learners),
}

/** @param place where the data are made, and whether they stay: on PostgreSQL only in the server of TEST_DATABASE_URL */
async function onData(engine: Engine, place: { folder: string; keep: boolean }, learners: number): Promise<Result[]> {
  const { folder, keep } = place
  const dataDir = path.join(folder, `staff-search-${engine}`)
  mkdirSync(dataDir, { recursive: true })
  if (engine === 'sqlite') return measured({ dataDir, databaseUrl: undefined }, learners)
  const given = process.env.TEST_DATABASE_URL
  const started = given === undefined ? await startPostgres({ durable: true }) : undefined
  const server = started?.url ?? given ?? ''
  try {
    await onServer(server, async (client) => {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (!rowCount) await client.query(`create database ${DATABASE}`)
    })
    return await measured({ dataDir, databaseUrl: databaseUrl(server, DATABASE) }, learners)
  } finally {
    if (!started && !keep)
      await onServer(server, (client) => client.query(`drop database if exists ${DATABASE} with (force)`))
    await started?.stop()
  }
}

async function measured(data: Data, learners: number): Promise<Result[]> {
  const opened = await openDatabase(data)
  try {
    await migrate(opened)
    if (!(await opened.db.selectFrom('users').select('id').limit(1).executeTakeFirst())) {
      const progress = (text: string) => process.stderr.write(`${text}\n`)
      const sizes = { learners, courses: 5000, exams: 50, attempts: 1000, comments: 10_000 }
      await seedDatabase(opened, { share: 1, sizes, progress })
      await settle(opened)
    }
    return [...(await searched(opened, learners)), ...(await listed(opened, learners))]
  } finally {
    await opened.close()
  }
}

async function searched({ db, engine }: OpenDatabase, learners: number): Promise<Result[]> {
  const { orders } = await db
    .selectFrom('payment_orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow()
  const kinds = Object.entries(searches).map(([kind, typed]): [string, (turn: number) => string] => [
    kind,
    (turn) => typed(1 + ((turn * 7919 * 101) % learners), 1 + ((turn * 7919 * 101) % orders)),
  ])
  kinds.push(['what fits everybody, or is hostile', (turn) => general[turn % general.length]!])
  const results: Result[] = []
  for (const [kind, typed] of kinds) {
    const took = await timesOf((turn) =>
      findLearners(db, engine, { words: typed(turn), page: 1 + (turn % 2), roles: everyRole }),
    )
    results.push(...cells(kind, took))
  }
  return results
}

async function listed({ db, engine }: OpenDatabase, learners: number): Promise<Result[]> {
  const now = Date.now()
  const popular = await db
    .selectFrom('enrolments')
    .select('course_id as id')
    .groupBy('course_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()
  const filters: [string, Partial<LearnerList>][] = [
    ['all', {}],
    ['of the most popular course', { courseId: popular.id }],
    ['of it, expired', { courseId: popular.id, status: 'expired' }],
    ['of a course of few', { courseId: popular.id + 4000 }],
    ...listStatuses.map((status): [string, Partial<LearnerList>] => [status, { status }]),
  ]
  const middle = Math.floor(learners / 2)
  const { last_logged_on: seen } = await db
    .selectFrom('users')
    .select('last_logged_on')
    .where('id', '=', middle)
    .executeTakeFirstOrThrow()
  const deep = { newest: middle, seen: seen ?? 0, name: `learner ${middle}` }
  const results: Result[] = []
  for (const sort of listSorts) {
    for (const [name, filter] of filters) {
      // Pages from the first on, and from the middle.
      let cursor: string | undefined
      const took = await timesOf(async (turn) => {
        if (turn === TIMES / 2) cursor = writePlace({ key: deep[sort], id: middle })
        const page = await listLearners(db, engine, { now, sort, ...filter, cursor })
        cursor = page.next
      })
      results.push(...cells(`list by ${sort}: ${name}`, took))
    }
  }
  return results
}

async function timesOf(work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let turn = 0; turn < TIMES; turn += 1) {
    const began = performance.now()
    await work(turn)
    took.push(performance.now() - began)
  }
  return took.sort((one, other) => one - other)
}

function cells(row: string, took: number[]): Result[] {
  const at = (share: number) => took[Math.ceil(share * took.length) - 1]!
  return [cell(row, 'p50', at(0.5)), cell(row, 'p95', at(0.95), { atMost: LIMIT }), cell(row, 'max', at(1))]
}
