import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { typeCommand } from '../../tests/support/api/command.ts'
import { freshDatabase, type FreshDatabase } from '../../tests/support/api/database.ts'
import { smallPack, writePack } from '../../tests/support/packs/pack.ts'
import { content } from '#content/content.ts'
import { staff } from '../staff/staff.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { startRefusal } from './start-error.ts'

/** Rights in the database that a server and its commands lack: one line says which, and what to do. */

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(async () => {
  if (isPostgres) await sql.raw(`drop role if exists "${userName()}"`).execute(opened.db)
  await opened.close()
})

/** A user for this database alone: users belong to the whole PostgreSQL. */
const userName = () => `limited_${path.basename(new URL(opened.databaseUrl!).pathname)}`

const PASSWORD = 'secret'
const isPostgres = process.env.TEST_ENGINE === 'postgres'

type Where = { dataDir: string; databaseUrl: string | undefined }
interface Case {
  what: string
  /** Takes rights away. */
  arrange: () => Promise<Where>
  line: RegExp
}

/** Adds a user to PostgreSQL, for whom it is given the rest of the statement. */
async function withUser(rights: string, change: (url: URL) => void = () => {}): Promise<Where> {
  await sql.raw(`create role "${userName()}" ${rights}`).execute(opened.db)
  const url = new URL(opened.databaseUrl!)
  url.username = userName()
  url.password = PASSWORD
  change(url)
  return { dataDir: opened.dataDir, databaseUrl: url.href }
}

/** An empty schema, and a user who owns nothing. */
async function withoutTables(rights: string): Promise<Where> {
  for (const statement of ['drop schema public cascade', 'create schema public', rights])
    await sql.raw(statement).execute(opened.db)
  return withUser(`login password '${PASSWORD}'`)
}

const onPostgres: Case[] = [
  {
    what: 'a user who owns nothing',
    arrange: () => withUser(`login password '${PASSWORD}'`),
    line: /^DATABASE_URL: PostgreSQL refuses a right to this user \(permission denied for \w+ \w+\)\. Grant it/,
  },
  {
    what: 'a user who may make no tables',
    arrange: () => withoutTables('grant usage on schema public to public'),
    line: /^DATABASE_URL: PostgreSQL refuses a right to this user \(permission denied for schema public\)\. Grant it/,
  },
  {
    what: 'a user without a schema',
    arrange: () => withoutTables('revoke all on schema public from public'),
    line: /^DATABASE_URL: PostgreSQL has no schema that this user may use \(.*\)\. Make the user the owner/,
  },
  {
    what: 'a user who may not log in',
    arrange: () => withUser(`nologin password '${PASSWORD}'`),
    line: /^DATABASE_URL: PostgreSQL does not let this user log in \(.*\)\. Give the user LOGIN/,
  },
  {
    what: 'a wrong password',
    arrange: () => withUser(`login password '${PASSWORD}'`, (url) => (url.password = 'wrong')),
    line: /^DATABASE_URL: PostgreSQL does not accept the password \(.*\)\. Check user and password/,
  },
  {
    what: 'no such database',
    arrange: () => withUser(`login password '${PASSWORD}'`, (url) => (url.pathname = '/padavu_none')),
    line: /^DATABASE_URL: PostgreSQL has no such database \(.*\)\. Create it/,
  },
]

async function inFolder(name: string, arrange: (file: string) => void): Promise<Where> {
  const dataDir = path.join(opened.dataDir, name)
  mkdirSync(dataDir)
  arrange(path.join(dataDir, 'padavu.db'))
  return { dataDir, databaseUrl: undefined }
}

const onSqlite: Case[] = [
  {
    what: 'a file that is no database',
    arrange: () => inFolder('other', (file) => writeFileSync(file, 'x'.repeat(4096))),
    line: /^DATA_DIR: \S+\/padavu\.db is not a SQLite database\. Put the right file in its place/,
  },
  {
    what: 'a folder in the place of the file',
    arrange: () => inFolder('folder', (file) => mkdirSync(file)),
    line: /^DATA_DIR: \S+\/padavu\.db is a folder, where a database must be\. Move it away/,
  },
  {
    what: 'a data folder below one that takes no folders',
    arrange: async () => ({ dataDir: '/proc/padavu/data', databaseUrl: undefined }),
    line: /^DATA_DIR: cannot write to \/proc\/padavu\/data: .*ENOENT/,
  },
]

test.each(isPostgres ? onPostgres : onSqlite)('$what: the start and commands say so in one line', async (one) => {
  const where = await one.arrange()
  const failure = await openDatabase(where)
    .then((found) =>
      migrate(found)
        .then(() => found.db.selectFrom('meta').select('key').execute())
        .finally(found.close),
    )
    .catch((error: unknown) => error)
  expect(startRefusal(failure)).toMatch(one.line)
  const imported = await typeCommand(where, content, ['import', writePack(smallPack())])
  expect(imported).toMatchObject({ code: 1, out: '' })
  expect(imported.err).toMatch(new RegExp(`${one.line.source}[^\n]*\n$`))
  if (!where.dataDir.startsWith('/proc')) {
    const asked = await typeCommand(where, staff, ['tickets'])
    expect(asked).toMatchObject({ code: 1, out: '' })
    expect(asked.err).toMatch(new RegExp(`${one.line.source}[^\n]*\n$`))
  }
})
