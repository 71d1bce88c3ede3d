import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { groupCommit } from './group-commit.ts'

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})

afterEach(() => database.close())

const keys = async () =>
  (await database.db.selectFrom('meta').select('key').orderBy('key').execute()).map((row) => row.key)

test('writes that arrive together are all stored, and each caller gets its own answer', async () => {
  const write = groupCommit(database.db, database.engine)
  const names = Array.from({ length: 600 }, (_, index) => `key ${String(index).padStart(3, '0')}`)
  const answers = await Promise.all(
    names.map((key) =>
      write((db) => db.insertInto('meta').values({ key, value: 'x' }).returning('key').executeTakeFirstOrThrow()),
    ),
  )
  expect(answers.map((answer) => answer.key)).toEqual(names)
  expect(await keys()).toEqual(names)
})

test('a write that fails is refused alone', async () => {
  const write = groupCommit(database.db, database.engine)
  const insert = (key: string) => write((db) => db.insertInto('meta').values({ key, value: 'x' }).execute())
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map(insert))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('a write that comes after a failed one still works', async () => {
  const write = groupCommit(database.db, database.engine)
  await expect(write(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await write((db) => db.insertInto('meta').values({ key: 'later', value: 'x' }).execute())
  expect(await keys()).toEqual(['later'])
})

test('a write of several statements is stored whole or not at all, whatever becomes of its neighbours', async () => {
  const write = groupCommit(database.db, database.engine)
  const insert = (...names: string[]) =>
    write(async (db) => {
      for (const key of names) await db.insertInto('meta').values({ key, value: 'x' }).execute()
      return names.length
    }, 'several')
  const outcomes = await Promise.allSettled([insert('a', 'b'), insert('c', 'a'), insert('d', 'e')])
  // On PostgreSQL both of those that want 'a' are under way at once, and either may have it.
  const [first, second, other] = outcomes.map((outcome) => outcome.status)
  expect([first, second].sort()).toEqual(['fulfilled', 'rejected'])
  expect(other).toBe('fulfilled')
  expect(await keys()).toEqual(first === 'fulfilled' ? ['a', 'b', 'd', 'e'] : ['a', 'c', 'd', 'e'])
})

test('writes that come one turn of the event loop after the other share a commit on SQLite', async () => {
  const commit = groupCommit(database.db, database.engine)
  const { db } = database
  let commits = 0
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    commits += 1
    return transaction()
  }
  const written: Promise<unknown>[] = []
  for (const turn of [['a', 'b'], ['c'], ['d']]) {
    for (const key of turn) written.push(commit((tx) => tx.insertInto('meta').values({ key, value: 'x' }).execute()))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(written)
  expect(commits).toBe(database.engine === 'sqlite' ? 1 : 0)
  expect(await keys()).toEqual(['a', 'b', 'c', 'd'])
})
