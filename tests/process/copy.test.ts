import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { importPack } from '#content/import/import-pack.ts'
import { readPack } from '#content/read/read-pack.ts'
import { compareWithPostgres, copyToPostgres } from '#backup/copy/copy.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import { fillPath, servicePaths } from '#lib/both/calls/endpoint.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { fillEmptyTables } from '../support/servers/fill-tables.ts'
import { runCommand } from '../support/api/command.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { databaseUrl, onServer, query } from '../support/api/prepare-database.ts'
import { startS3, type S3Server } from '../support/outside/s3-server.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** A data folder with the demo's content and learners, and at least one row in every table. */
const { folder, remove } = temporaryFolder()
let postgres: EngineData
let bucket: S3Server
let token: string

beforeAll(async () => {
  ;[postgres, bucket] = await Promise.all([dataOn('postgres', { durable: false }), startS3(), populate()])
})

afterAll(async () => {
  await Promise.all([postgres.remove(), bucket.close()])
  remove()
})

async function populate(): Promise<void> {
  const opened = await openDatabase({ dataDir: folder })
  await migrate(opened)
  const { db } = opened
  const now = Date.now()
  const pack = await readPack('src/content/demo', now)
  await importPack(db, pack, { files: folderStore({ dataDir: folder }), now, learners: true })
  const { id } = await db.selectFrom('users').select('id').where('phone', '=', '9000000001').executeTakeFirstOrThrow()
  token = await createSession(db, { userId: id, device: 'web', userAgent: 'test', now })
  await opened.close()
  onFile((database) => {
    // A row that refers to a later one of its table.
    database.exec('update discussions set parent_id = (select max(id) from discussions) where id = 1')
    // A server that starts works out again what the pack gives as so long from now.
    const rules = database.prepare(
      `select m.name as "table", c.name as rule from sqlite_schema m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name like '%\\_rule' escape '\\'`,
    )
    for (const { table, rule } of rules.all()) database.exec(`update ${String(table)} set ${String(rule)} = null`)
  })
}

const file = () => path.join(folder, 'padavu.db')

function onFile<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file())
  try {
    return work(database)
  } finally {
    database.close()
  }
}

let made = 0
/** Another empty database of the same server. */
async function emptyDatabase(): Promise<string> {
  const name = `padavu_copy_${process.pid}_${Date.now()}_${++made}`
  await onServer(postgres.databaseUrl!, (client) => client.query(`create database ${name}`))
  return databaseUrl(postgres.databaseUrl!, name)
}

const data = (url: string, args: string[], settings: Record<string, string> = {}) =>
  runCommand({ dataDir: folder, databaseUrl: url }, 'src/backup/cli.ts', args, settings)

/** Indexes, constraints and defaults, as PostgreSQL writes them down. */
const schemaOf = (url: string) =>
  query(
    url,
    `select indexdef as thing from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || is_identity
       from information_schema.columns where table_schema = 'public'
     order by 1`,
  )

/** What every call that only reads answers to a learner, without what is of its moment. */
async function repliesOf({ url }: RunningServer): Promise<Map<string, unknown>> {
  // Of ends that were moved those that have not come yet are told. Tables that are filled before the copy bring a subscription.
  const passing = ['server_time', 'last_seen_at', 'request_id', 'moved', 'subscribed']
  const replies = new Map<string, unknown>()
  for (const { endpoint } of routes) {
    if (endpoint.method !== 'GET') continue
    // Tables that are filled before the copy bring a refund whose credit note is no document.
    if (endpoint.path.includes('/credit-note')) continue
    const target = servicePaths[endpoint.service ?? 'v1'] + fillPath(endpoint.path, new Proxy({}, { get: () => '1' }))
    const reply = await fetch(url + target, { headers: { authorization: `Bearer ${token}` } })
    const body: unknown = JSON.parse(await reply.text(), (key, value: unknown) => {
      if (passing.includes(key)) return undefined
      // Each server stands at an address of its own.
      return typeof value === 'string' ? value.replace(url, '').replace(/(\/files\/[^?"]*)\?[^"]*/g, '$1') : value
    })
    replies.set(target, { status: reply.status, body })
  }
  return replies
}

const silent = { rows: () => {}, table: () => {}, step: () => {} }

describe('npm run data -- copy', () => {
  test('takes every table and file along: PostgreSQL answers every reading call as SQLite did, and goes on counting', async () => {
    const url = postgres.databaseUrl!
    const onSqlite = await startServer(folder)
    const before = await repliesOf(onSqlite)
    await expect(copyToPostgres(folder, url, silent)).rejects.toThrow(`a server is running on ${folder}; stop it first`)
    await onSqlite.stop()

    const last = onFile((database) => {
      expect(fillEmptyTables(database)).toEqual([])
      // The highest id was given, and is gone.
      database.exec(`insert into discussions (panel_id, user_id, content_html, created_at) values (1, 1, '', 0)`)
      const { id } = database.prepare('select max(id) as id from discussions').get() as { id: number }
      database.exec(`delete from discussions where id = ${id}`)
      return id
    })
    const copied = await data(url, ['copy', '--files'], bucket.settings)
    expect(copied).toMatchObject({ code: 0, err: '' })
    expect(copied.out).toMatch(/\nCopied and compared \d+ tables with [\d,]+ rows in .*\n/)
    expect(copied.out).toMatch(/\nCopied and compared \d+ files, \d+\.\d MB, in .*\n$/)

    const fresh = await emptyDatabase()
    const opened = await openDatabase({ databaseUrl: fresh, dataDir: folder })
    await migrate(opened)
    await opened.close()
    expect(await schemaOf(url)).toEqual(await schemaOf(fresh))
    const onPostgres = await startServer(postgres.dataDir, { DATABASE_URL: url, ...bucket.settings })
    const after = await repliesOf(onPostgres)
    await onPostgres.stop()
    expect([...after.values()].filter((reply) => (reply as { status: number }).status === 200).length).toBeGreaterThan(
      25,
    )
    for (const [target, reply] of before) expect(after.get(target), target).toEqual(reply)
    const [added] = await query<{ id: number }>(
      url,
      `insert into discussions (panel_id, user_id, content_html, created_at) values (1, 1, '', 0) returning id`,
    )
    expect(added!.id).toBe(last + 1)
    await expect(copyToPostgres(folder, url, silent)).rejects.toThrow(
      /^The PostgreSQL database is not empty: .* rows in/,
    )
  })

  test('is told of every row that is not the same', async () => {
    const url = await emptyDatabase()
    const { rows } = await copyToPostgres(folder, url, silent)
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
    expect(await compareWithPostgres(folder, url)).toEqual({ same: all, different: 0, told: [] })
    await query(
      url,
      `update users set name = 'Another' where id = 2;
       update practice_cards set stability = stability + 1e-16, due_at = due_at - 1 where question_id = 73;
       delete from meta where key = 'site';
       insert into meta values ('zz', 'more')`,
    )
    const { code, err } = await data(url, ['compare'])
    expect(code).toBe(1)
    expect(err.split('\n')).toEqual([
      'meta site: is missing on PostgreSQL',
      'meta zz: is not on SQLite',
      expect.stringMatching(/^practice_cards \d+, \d+: due_at, stability differ$/),
      'users 2: name differ',
      `4 differences, ${(all - 3).toLocaleString('en-GB')} rows the same`,
      '',
    ])
  })

  test('that is killed leaves nothing, and can be begun anew', async () => {
    const url = await emptyDatabase()
    // It ends itself in the middle, so that the moment is always the same.
    const script = `
      import { copyToPostgres } from './src/backup/copy/copy.ts'
      const table = (name) => name === 'users' && process.kill(process.pid, 'SIGKILL')
      await copyToPostgres(${JSON.stringify(folder)}, ${JSON.stringify(url)}, { step() {}, rows() {}, table })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await query(url, 'select 1 from courses')).toEqual([])
    expect((await copyToPostgres(folder, url, silent)).rows.users).toBeGreaterThan(1)
  })

  test('names what PostgreSQL cannot hold, and copies nothing', async () => {
    const url = await emptyDatabase()
    onFile((database) => {
      const change = (column: string, value: string | number | Uint8Array, id: number) =>
        database.prepare(`update users set ${column} = ? where id = ?`).run(value, id)
      change('name', 'a\0b', 1)
      change('marketing_splash_id', 2 ** 31, 2)
      change('verified_at', 'yesterday', 3)
      change('city', new Uint8Array([1]), 4)
    })
    const text = 'is not text, or has a NUL in it, which PostgreSQL cannot hold'
    await expect(copyToPostgres(folder, url, silent)).rejects.toThrow(
      [
        `users 1: name ${text}`,
        'users 2: marketing_splash_id is not a whole number of 32 bits',
        'users 3: verified_at is not a whole number of 53 bits',
        `users 4: city ${text}`,
        'nothing was copied',
      ].join('\n'),
    )
    onFile((database) =>
      database.exec(`
        update users set name = 'a', marketing_splash_id = null, verified_at = null, city = null;
        pragma foreign_keys = off;
        update sessions set user_id = 999`),
    )
    await expect(copyToPostgres(folder, url, silent)).rejects.toThrow(
      /^PostgreSQL refuses: .*Key \(user_id\)=\(999\) is not present in table "users".*nothing was copied$/,
    )
    expect(await query(url, 'select 1 from users')).toEqual([])
  })

  test('leaves a database alone that another program uses', async () => {
    const url = await emptyDatabase()
    await query(url, 'create table theirs (id integer)')
    await expect(copyToPostgres(folder, url, silent)).rejects.toThrow('is not empty: it has a table theirs')
    expect(await query(url, `select tablename from pg_tables where schemaname = 'public'`)).toHaveLength(1)
  })
})
