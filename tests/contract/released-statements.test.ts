import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { migrationNames, migrations } from '#db/migrate.ts'
import type { EngineMigration } from '#db/migrating/bring-up-to-date.ts'
import { createIndexOnline } from '#db/migrating/online.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../support/api/database.ts'
import { problemsOf } from './released/problems.ts'
import { releasedStatements } from './released/statements.ts'

/** While servers are updated one after the other, those of the release before go on beside the tables of this one. */

/** Rules that those servers keep without knowing them, as the tables have them. Each with its reason. */
const keptAnyway: string[] = []

let database: FreshDatabase

describe('servers of the release before', () => {
  beforeEach(async () => {
    database = await emptyDatabase()
  })
  afterEach(() => database.close())

  test('can do all that they do, after each migration that they do not know', async () => {
    const { lastMigration, statements } = releasedStatements(database.engine)
    expect(statements.length).toBeGreaterThan(300)
    const from = migrationNames.indexOf(lastMigration) + 1
    expect(await problemsOf(database, statements, migrations, from, keptAnyway)).toEqual([])
  })
})

describe('a migration is refused', () => {
  beforeEach(async () => {
    database = await freshDatabase()
  })
  afterEach(() => database.close())

  /** What a migration after all others would do to servers that know this folder's. */
  async function problems(up: EngineMigration['up'], online = false): Promise<string[]> {
    const { statements } = releasedStatements(database.engine)
    const list = { ...migrations, '9001-next.expand': { up, online } }
    return problemsOf(database, statements, list, migrationNames.length)
  }

  test.each<[string, EngineMigration['up'], RegExp]>([
    [
      'that renames a column',
      (db) => db.schema.alterTable('responses').renameColumn('saved_at', 'answered_at').execute(),
      /^9001-next.expand: .*saved_at.*: insert into "responses"/,
    ],
    [
      'that drops one',
      (db) => db.schema.alterTable('users').dropColumn('city').execute(),
      /^9001-next.expand: .*city.*"users"/,
    ],
    ['that drops a table', (db) => db.schema.dropTable('call_counts').execute(), /^9001-next.expand: .*call_counts/],
    [
      'that wants a value of which they know nothing',
      async (db, engine) => {
        if (engine === 'postgres')
          return db.schema
            .alterTable('staff_log')
            .addColumn('tool', 'text', (of) => of.notNull())
            .execute()
        // SQLite adds none to a table, empty or not.
        await db.schema.dropTable('staff_log').execute()
        await sql`create table staff_log (id integer primary key autoincrement, at bigint not null, who text not null,
          action text not null, subject text not null, user_id integer, reason text not null, before text not null,
          after text not null, tool text not null)`.execute(db)
      },
      /^9001-next.expand: "tool" of "staff_log" has no default and must not be null: insert into "staff_log"/,
    ],
    [
      'that lets a value be there once alone',
      (db, engine) =>
        createIndexOnline(db, engine, 'users_email', (index) => index.unique().on('users').columns(['email'])),
      /^9001-next.expand: servers of the release before know nothing of a rule of "users": .*email/i,
    ],
  ])('%s', async (_, up, problem) => {
    expect(await problems(up)).toContainEqual(expect.stringMatching(problem))
  })

  test('that has a rule which they do not know', async () => {
    const found = await problems(async (db, engine) => {
      if (engine === 'postgres')
        await sql`alter table users add constraint named check (name <> '') not valid`.execute(db)
      else await sql`alter table users add column named integer check (name <> '')`.execute(db)
    })
    expect(found).toEqual([expect.stringMatching(/^9001-next.expand: .* a rule of "users": check \(.*name.*<> ''/i)])
  })

  const addTo = (db: Kysely<Database>, table: string): Promise<void> =>
    db.schema.alterTable(table).addColumn('more', 'text').execute()

  test.each<[string, EngineMigration, RegExp | undefined]>([
    [
      'by an index that is made while nobody may write',
      { up: (db) => db.schema.createIndex('users_city').on('users').column('city').execute() },
      /^9001-next.expand: users: .*createIndexOnline/,
    ],
    [
      'by rows that are locked with the table',
      { up: async (db) => void (await sql`update users set city = ''`.execute(db)) },
      /^9001-next.expand: users: changes rows while it holds locks/,
    ],
    [
      'but not by rows alone',
      { up: async (db) => void (await sql`update users set city = ''`.execute(db)), online: true },
      undefined,
    ],
    [
      'by two tables at a time',
      { up: (db) => addTo(db, 'users').then(() => addTo(db, 'attempts')) },
      /^9001-next.expand: users and attempts: one table a migration/,
    ],
    [
      'by a lock without a bound',
      { up: (db) => addTo(db, 'users'), online: true },
      /^9001-next.expand: users: .* wait for its lock without a bound/,
    ],
  ])('that keeps servers waiting on PostgreSQL, %s', async (_, { up, online = false }, problem) => {
    const expected = problem && database.engine === 'postgres' ? [expect.stringMatching(problem)] : []
    expect(await problems(up, online)).toEqual(expected)
  })

  test('unless it only adds what they need not know', async () => {
    const found = await problems(async (db, engine) => {
      await db.schema
        .alterTable('users')
        .addColumn('language', 'text', (column) => column.notNull().defaultTo('ml'))
        .execute()
      await db.schema
        .createTable('languages')
        .addColumn('name', 'text', (column) => column.notNull().primaryKey())
        .execute()
      if (engine === 'postgres')
        await sql`alter table users add constraint known check (language in ('ml', 'en')) not valid`.execute(db)
    })
    expect(found).toEqual([])
  })
})
