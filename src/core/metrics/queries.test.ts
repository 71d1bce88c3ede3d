import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { asCaller, requestScope } from '../calls/request-scope.ts'
import { groupCommit } from '#db/statements/group-commit.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import type { QueryEvent } from '#db/statements/query-event.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { slowQueries } from './slow-queries.ts'

interface Line {
  req?: string
  ms: number
  sql: string
  msg: string
}

const lines: Line[] = []
const events: QueryEvent[] = []
const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(JSON.parse(line) as Line) })
const slow = slowQueries(log, 200)
let database: FreshDatabase
let opened: OpenDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const { databaseUrl, dataDir } = database
  // Every statement is as slow as the test wants it.
  const onQuery = (event: QueryEvent) => {
    events.push(event)
    slow({ ...event, ms: 250 })
  }
  opened = await openDatabase({ databaseUrl, dataDir, onQuery })
})

beforeEach(() => {
  lines.length = 0
  events.length = 0
})

afterAll(async () => {
  await opened.close()
  await database.close()
})

const inRequest = <T>(requestId: string, run: () => Promise<T>) => requestScope.run({ requestId, span: undefined }, run)

test('a slow statement is logged with its time and its request, without its values', async () => {
  await inRequest('request-1', () =>
    opened.db.selectFrom('users').where('phone', '=', '9812345670').select('id').execute(),
  )
  expect(lines).toMatchObject([{ req: 'request-1', ms: 250, msg: 'slow query' }])
  expect(lines[0]!.sql).toMatch(/^select "id" from "users" where "phone" = (\?|\$1)$/)
  expect(JSON.stringify(lines)).not.toContain('9812345670')
})

test('a statement of no request is logged too; a quick one is not', () => {
  slow({ sql: 'select 1', ms: 200, failed: false })
  slow({ sql: 'select 2', ms: 199.9, failed: false })
  expect(lines.map(({ sql, req }) => [sql, req])).toEqual([['select 1', undefined]])
})

test('writes that share a commit are told of under the request of each', async () => {
  const commit = groupCommit(opened.db, opened.engine, asCaller)
  const put = (key: string) =>
    inRequest(key, () => commit((tx) => tx.insertInto('meta').values({ key, value: key }).execute()))
  await Promise.all(['request-a', 'request-b', 'request-c'].map(put))
  const inserts = lines.filter(({ sql }) => sql.startsWith('insert'))
  expect(inserts.map(({ req }) => req).sort()).toEqual(['request-a', 'request-b', 'request-c'])
})

test('a statement that fails is told of as failed', async () => {
  const twice = { key: 'twice', value: '' }
  await opened.db.insertInto('meta').values(twice).execute()
  await expect(opened.db.insertInto('meta').values(twice).execute()).rejects.toThrow()
  expect(events.map(({ failed }) => failed)).toEqual([false, true])
})
