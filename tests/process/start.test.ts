import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Migrator } from 'kysely/migration'
import { afterEach, describe, expect, test } from 'vitest'
import * as firstMigration from '#db/migrations/0001-accounts.ts'
import { openDatabase } from '#db/open.ts'
import { runServer, startServer, temporaryFolder, type RunningServer, type Settings } from '../support/server.ts'

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
  test.each([
    ['PORT', 'http', /^PORT must be a port/],
    ['PORT', '70000', /^PORT must be a port/],
    ['DATABASE_URL', 'mysql://localhost/padavu', /^DATABASE_URL must look like postgres:/],
    ['SITE_URL', 'learn', /^SITE_URL must be a web address/],
    ['OTP_SENDER', 'pigeon', /^OTP_SENDER must be outbox, /],
    ['OTP_SENDER', 'twilio', /^TWILIO_\w+ must be set when OTP_SENDER is twilio/],
    ['PAYMENT_PROVIDER', 'cash', /^PAYMENT_PROVIDER must be /],
    ['TRUSTED_PROXIES', '1', /^TRUSTED_PROXIES must be /],
    ['HOST', '0.0.0.0', /^OTP_SENDER=outbox .* HOST must be a loopback address/],
    ['HOST', '::', /^OTP_SENDER=outbox .* HOST must be a loopback address/],
    ['SITE_URL', 'https://learn.example.org', /^OTP_SENDER=outbox .* SITE_URL must be a loopback address/],
  ])('%s=%s', async (name, value, line) => {
    expect(await refusalOf({ DATA_DIR: folder(), PORT: '0', [name]: value })).toMatch(line)
  })

  test('a site that others reach, of which nobody said that it takes play money', async () => {
    const codes = { OTP_SENDER: 'msg91', MSG91_AUTHKEY: 'key', MSG91_TEMPLATE_ID: 'template' }
    expect(await refusalOf({ DATA_DIR: folder(), PORT: '0', ...codes, SITE_URL: 'https://learn.example.org' })).toMatch(
      /^PAYMENT_PROVIDER must be set where others reach the site .* or sandbox, which takes no money/,
    )
  })

  test('a port that another program holds', async () => {
    const { port } = await start(folder())
    expect(await refusalOf({ DATA_DIR: folder(), PORT: String(port) })).toBe(
      `PORT: ${port} is taken. Stop the other program or set PORT`,
    )
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
    await (await start(dataDir)).stop()
    const { db, close } = await openDatabase({ dataDir })
    await db
      .$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-future', timestamp: new Date().toISOString() })
      .execute()
    await close()
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: '0' })).toMatch(
      /written by a newer version of Padavu.*9999-future/,
    )
  })

  test('a data folder that another server uses', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: '0' })).toBe(`DATA_DIR: another server is running on ${dataDir}`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })
})

describe('data survive the server', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('ended by %s', async (signal) => {
    const dataDir = folder()
    const first = await start(dataDir)
    const before = await sendCode(first)
    await first.stop(signal)
    const second = await start(dataDir)
    const after = await sendCode(second)
    expect(after.user_id).toBe(before.user_id)
  })

  test('a database whose migration was cut off is brought up to date', async () => {
    const dataDir = folder()
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

  test('a file that was left half written does no harm', async () => {
    const dataDir = folder()
    mkdirSync(path.join(dataDir, 'media'))
    writeFileSync(path.join(dataDir, 'media', 'upload.png.1234.part'), 'half')
    const server = await start(dataDir)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

async function sendCode({ url }: RunningServer): Promise<{ user_id: number }> {
  const response = await fetch(`${url}/api/v1/user/registerorlogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: '9876543210', device: 'web', country_code: '91', include_watsup_otp: 'N' }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { user_id: number }
}
