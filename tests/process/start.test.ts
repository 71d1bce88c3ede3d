import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Migrator } from 'kysely/migration'
import { afterEach, describe, expect, test } from 'vitest'
import * as firstMigration from '#db/migrations/0001-accounts.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import {
  runServer,
  startServer,
  temporaryFolder,
  type RunningServer,
  type Settings,
} from '../support/servers/server.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function folder(): string {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  return folder
}

async function start(dataDir: string, settings?: Settings): Promise<RunningServer> {
  const server = await startServer(dataDir, settings)
  cleanups.push(() => server.stop('SIGKILL'))
  return server
}

/** What the person who starts it reads: one line, and the exit code of a failure. */
async function refusalOf(settings: Settings): Promise<string> {
  const { code, output } = await runServer(settings)
  expect(output.trimEnd().split('\n'), output).toHaveLength(1)
  expect(output).toMatch(/^Padavu cannot start\. /)
  expect(code).toBe(1)
  return output.trim().replace('Padavu cannot start. ', '')
}

describe('a server that cannot start says in one line what to mend', () => {
  // One for all: src/core/config.test.ts has them.
  test('a setting that is wrong', async () => {
    expect(await refusalOf({ DATA_DIR: folder(), PORT: 'http' })).toMatch(/^PORT must be a port/)
  })

  test('a port that another program holds, and a data folder that another server uses', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    expect(await refusalOf({ DATA_DIR: folder(), PORT: String(first.port) })).toBe(
      `PORT: ${first.port} is taken. Stop the other program or set PORT`,
    )
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: '0' })).toBe(`DATA_DIR: another server is running on ${dataDir}`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('a data folder that cannot be written', async () => {
    const file = path.join(folder(), 'file')
    writeFileSync(file, '')
    expect(await refusalOf({ DATA_DIR: path.join(file, 'data'), PORT: '0' })).toMatch(/^DATA_DIR: cannot write to \//)
  })

  test('a PostgreSQL that does not answer', async () => {
    expect(
      await refusalOf({ DATA_DIR: folder(), PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    ).toMatch(/^DATABASE_URL: cannot reach PostgreSQL/)
  })

  test('a folder of content that is not there', async () => {
    expect(await refusalOf({ DATA_DIR: folder(), PORT: '0', CONTENT: '/no/such/pack' })).toMatch(/^CONTENT\b/)
  })

  test('data of a newer version', async () => {
    const dataDir = folder()
    const opened = await openDatabase({ dataDir })
    await migrate(opened)
    await opened.db
      .$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-future', timestamp: new Date().toISOString() })
      .execute()
    await opened.close()
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: '0' })).toMatch(
      /written by a newer version of Padavu.*9999-future/,
    )
  })
})

describe('data survive the server', () => {
  test('however it is ended', async () => {
    const dataDir = folder()
    let server = await start(dataDir)
    // Each end meets a learner who has come since the last one, and finds those of before.
    const known = new Map<string, number>()
    for (const [index, signal] of (['SIGTERM', 'SIGINT', 'SIGKILL'] as const).entries()) {
      const phone = `987654321${index}`
      known.set(phone, (await sendCode(server, phone)).user_id)
      await server.stop(signal)
      server = await start(dataDir)
      expect((await sendCode(server, phone)).user_id, signal).toBe(known.get(phone))
    }
    expect(new Set(known.values()).size).toBe(3)
  })

  test('a database whose migration was cut off is brought up to date, and a file left half written does no harm', async () => {
    const dataDir = folder()
    mkdirSync(path.join(dataDir, 'media'))
    writeFileSync(path.join(dataDir, 'media', 'upload.png.1234.part'), 'half')
    const { db, engine, close } = await openDatabase({ dataDir })
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => ({ '0001-accounts': { up: (tx) => firstMigration.up(tx, engine) } }) },
    }).migrateToLatest()
    expect(error).toBeUndefined()
    await close()
    const server = await start(dataDir)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/v1/category`)).status).toBe(200)
  })
})

async function sendCode({ url }: RunningServer, mobile: string): Promise<{ user_id: number }> {
  const response = await fetch(`${url}/api/v1/user/registerorlogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, device: 'web', country_code: '91', include_watsup_otp: 'N' }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { user_id: number }
}
