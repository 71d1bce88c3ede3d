import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import type { Db } from '../database.ts'
import { openDatabase, type OpenDatabase } from '../open.ts'

let database: FreshDatabase
/** Another program with the same data: a command beside the server. */
let other: OpenDatabase

beforeEach(async () => {
  database = await freshDatabase()
  other = await openDatabase(database)
  // It waits in this process, so what holds it up would never end.
  if (other.engine === 'sqlite') await sql`pragma busy_timeout = 0`.execute(other.db)
})

afterEach(async () => {
  await other.close()
  await database.close()
})

const insert = (db: Db, key: string) => db.insertInto('meta').values({ key, value: 'x' }).execute()
const keys = async (db: Db) => (await db.selectFrom('meta').select('key').execute()).map(({ key }) => key)

test('a transaction that has read may write, whatever another program wrote or tried to write meanwhile', async () => {
  await database.db.transaction().execute(async (tx) => {
    await keys(tx)
    await insert(other.db, 'theirs').catch(() => {})
    await insert(tx, 'ours')
  })
  expect(await keys(other.db)).toContain('ours')
})
