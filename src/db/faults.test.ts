import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { fillDisk } from '../../tests/support/servers/full-disk.ts'
import { faultOf, markDatabaseError, mayBeStored } from './faults.ts'
import { groupCommit } from './statements/group-commit.ts'
import { openDatabase } from './open.ts'
import { startRefusal } from './start-error.ts'

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})

afterEach(() => database.close())

const keys = async () =>
  (await database.db.selectFrom('meta').select('key').orderBy('key').execute()).map((row) => row.key)

const insert = (db: Pick<FreshDatabase['db'], 'insertInto'>, key: string, value = 'x') =>
  db.insertInto('meta').values({ key, value }).execute()

const big = 'x'.repeat(3_000_000)
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a full disk', () => {
  test('is known as such, whatever fails after it in the same transaction', async () => {
    await fillDisk(database)
    const failure = await failureOf(
      database.db.transaction().execute(async (tx) => {
        await insert(tx, 'a')
        await insert(tx, 'b', big)
      }),
    )
    expect(faultOf(failure)).toBe('full')
    expect(await keys()).toEqual([])
  })

  test('stores nothing of a transaction that goes on after it', async () => {
    await fillDisk(database)
    const failure = await failureOf(
      database.db.transaction().execute(async (tx) => {
        await insert(tx, 'a')
        await insert(tx, 'b', big).catch(() => {})
        await insert(tx, 'c').catch(() => {})
      }),
    )
    expect(failure).toBeDefined()
    expect(await keys()).toEqual([])
  })

  test('stores none of the writes that it refuses, and those that come when there is room again', async () => {
    const write = groupCommit(database.db, database.engine)
    const makeRoom = await fillDisk(database)
    const outcomes = await Promise.allSettled([
      write((db) => insert(db, 'a', big)),
      write((db) => insert(db, 'b', big), 'several'),
    ])
    for (const outcome of outcomes) expect(faultOf(outcome.status === 'rejected' && outcome.reason)).toBe('full')
    expect(await keys()).toEqual([])
    await makeRoom()
    await write((db) => insert(db, 'c', big), 'several')
    expect(await keys()).toEqual(['c'])
  })
})

test('a database that only reads is known as such', async () => {
  const failure = await failureOf(whileReadOnly((db) => insert(db, 'a')))
  expect(faultOf(failure)).toBe('unwritable')
})

async function whileReadOnly(work: (db: FreshDatabase['db']) => Promise<unknown>): Promise<unknown> {
  if (database.engine === 'sqlite') {
    await sql`pragma query_only = on`.execute(database.db)
    return work(database.db)
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  await sql`alter database ${sql.id(rows[0]!.name)} set default_transaction_read_only = on`.execute(database.db)
  // It holds for connections that are made from now on.
  const { db, close } = await openDatabase(database)
  return work(db).finally(close)
}

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['no code at all', new Error('x'), undefined],
  ['a value that there is already', Object.assign(new Error('x'), { code: '23505' }), undefined],
  ['a program that stands still', new TypeError('x is not a function'), undefined],
  ['something that is no error', 'full', undefined],
  ['a disk of files that is full', Object.assign(new Error('x'), { code: 'ENOSPC' }), 'full'],
  ['a disk of PostgreSQL that is full', Object.assign(new Error('x'), { code: '53100' }), 'full'],
  ['too many connections', Object.assign(new Error('x'), { code: '53300' }), 'away'],
  ['a server that stops', Object.assign(new Error('x'), { code: '57P01' }), 'away'],
  ['a right that the user of PostgreSQL lacks', withCode('42501'), 'denied'],
  ['a lock that was not had in time', Object.assign(new Error('x'), { code: '55P03' }), 'away'],
  ['a database where nobody listens', markDatabaseError(withCode('ECONNREFUSED')), 'away'],
  ['a database that resets a connection', markDatabaseError(withCode('ECONNRESET')), 'away'],
  [
    'a connection to the database that ends',
    markDatabaseError(new Error('Connection terminated unexpectedly')),
    'away',
  ],
  ['no connection in time', markDatabaseError(new Error('timeout exceeded when trying to connect')), 'away'],
  ['a closed database', new Error('driver has already been destroyed'), 'away'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].map(
    (code) => [`${code} of another connection`, withCode(code), undefined] as const,
  ),
  ['another connection that ends', new Error('Connection terminated'), undefined],
  ['a mistake in a statement', markDatabaseError(withCode('42601')), undefined],
  ['a failing disk', Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 778 }), 'unwritable'],
  [
    'no room for the index of the log',
    Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 4874 }),
    'full',
  ],
  ['a damaged page', Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 779 }), 'damaged'],
  ['a file that is no database', Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 26 }), 'damaged'],
  ['a damaged page of PostgreSQL', Object.assign(new Error('x'), { code: 'XX001' }), 'damaged'],
  ['a constraint of SQLite', Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 }), undefined],
] as const)('of %s the fault is known', (_, error, fault) => {
  expect(faultOf(error)).toBe(fault)
})

test.each([
  ['an ended connection to the database', markDatabaseError(withCode('ECONNRESET')), true],
  ['an ended connection to a client or a provider', withCode('ECONNRESET'), false],
  ['a statement without an answer', markDatabaseError(new Error('Query read timeout')), true],
  ['a server that stops', withCode('57P01'), true],
  ['a value that there is already', markDatabaseError(withCode('23505')), false],
])('after %s a commit may be stored: %s', (_, error, isPossible) => {
  expect(mayBeStored(error)).toBe(isPossible)
})

test('of a full disk who starts something is told to make room, and nothing of backups', () => {
  const failure = (errcode: number) =>
    startRefusal(Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode }))
  for (const errcode of [13, 4874])
    expect(failure(errcode)).toBe('The disk of the data is full (disk I/O error): make room')
  expect(failure(778)).toContain('mend the disk')
})
