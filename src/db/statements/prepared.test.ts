import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { prepared } from './prepared.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
  const facts = ['a', 'b', 'c'].map((key) => ({ key, value: `${key}!` }))
  await database.db.insertInto('meta').values(facts).execute()
})

afterAll(() => database.close())

test('a prepared query runs each time with its own values, and keeps those that are fixed', async () => {
  const { db } = database
  const find = prepared<{ key: string; value: string }, { value: string }>((slot) =>
    db
      .selectFrom('meta')
      .select('value')
      .where('value', '!=', slot('value'))
      .where('key', 'in', [slot('key'), 'c'])
      .where('value', '!=', slot('value'))
      .where('key', '!=', 'b')
      .orderBy('key'),
  )
  expect(await find(db, { key: 'a', value: '' })).toEqual([{ value: 'a!' }, { value: 'c!' }])
  expect(await find(db, { key: 'a', value: 'c!' })).toEqual([{ value: 'a!' }])
  expect(await find(db, { key: 'b', value: '' })).toEqual([{ value: 'c!' }])
})

test('a prepared query runs inside a transaction', async () => {
  const { db } = database
  const add = prepared<{ key: string }, { key: string }>((slot) =>
    db
      .insertInto('meta')
      .values({ key: slot('key'), value: '' })
      .returning('key'),
  )
  const undone = db.transaction().execute(async (tx) => {
    expect(await add(tx, { key: 'd' })).toEqual([{ key: 'd' }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await db.selectFrom('meta').select('key').where('key', '=', 'd').execute()).toEqual([])
})

test('PostgreSQL keeps a prepared query with its plan, under a name of its own for each', async () => {
  const { db, engine } = database
  // SQLite's statements are kept by the driver.
  if (engine === 'sqlite') return
  const find = (order: 'key' | 'value') =>
    prepared<{ key: string }, { value: string }>((slot) =>
      db.selectFrom('meta').select('value').where('key', '=', slot('key')).orderBy(order),
    )
  await db.transaction().execute(async (tx) => {
    for (const run of [find('key'), find('value')]) {
      for (const key of ['a', 'b', 'a']) expect(await run(tx, { key })).toEqual([{ value: `${key}!` }])
    }
    const kept = sql<{ count: number }>`
      select count(distinct name) as count from pg_prepared_statements where statement like '%order by%'`
    expect((await kept.execute(tx)).rows[0]!.count).toBeGreaterThanOrEqual(2)
  })
})

test('a prepared query names its columns, so that it lives through a new one', async () => {
  const { db } = database
  const all = [
    () => db.selectFrom('meta').selectAll(),
    () => db.selectFrom('meta').innerJoin('leases', 'name', 'key').select('value').selectAll('leases'),
    () => db.updateTable('meta').set({ value: '' }).returningAll(),
  ]
  for (const build of all) expect(() => prepared(build)).toThrow('must name its columns')
  const count = prepared(() => db.selectFrom('meta').select(({ fn }) => fn.countAll<number>().as('rows')))
  expect((await count(db, {}))[0]!.rows).toBeGreaterThan(0)
})
