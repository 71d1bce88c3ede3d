import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countData, type Counts } from '#backup/count/count.ts'
import { verifyData } from '#backup/verify/verify-data.ts'
import { readConfig } from '#core/config.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { changeAvatar, getProfile, removePicture } from '#features/profile/profile.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { dataGauges } from '#server/metrics/data-gauges.ts'
import { callsThrough } from '../support/api/calls.ts'
import { readExposition, valueOf } from '../support/api/exposition.ts'
import { runCommand } from '../support/api/command.ts'
import { pictureOf } from '../support/packs/images.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import { query } from '../support/api/prepare-database.ts'
import { seedCourse } from '../support/scenes/catalogue-fixture.ts'
import { seedExam, type SeededExam } from '../support/scenes/exam-fixture.ts'
import { seedLearners, type SeededLearner } from '../support/scenes/learners.ts'
import { orderCourse, payInSandbox } from '../support/scenes/sandbox-till.ts'
import { startArchivingPostgres, type ArchivingPostgres } from '../support/servers/archiving-postgres.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** The drills of docs/data.md, with the scripts of deploy/postgres. */

const { folder, remove } = temporaryFolder()
const dataDir = path.join(folder, 'data')
let postgres: ArchivingPostgres
let databaseUrl: string
let server: RunningServer
let courseId: number
let exam: SeededExam
let early: SeededLearner
let late: SeededLearner
let leaving: SeededLearner
let coming: SeededLearner
/** Right before the mistake. */
let noted: Moment

const call = callsThrough((target, init) => fetch(server.url + target, init))

beforeAll(async () => {
  postgres = await startArchivingPostgres()
  databaseUrl = postgres.url('padavu')
  await query(postgres.url('postgres'), 'create database padavu')
  const opened = await openDatabase({ databaseUrl, dataDir })
  await migrate(opened)
  courseId = (await seedCourse(opened.db, { title: 'Course' })).id
  const now = Date.now()
  exam = await seedExam(opened.db, { opensAt: now - HOUR, closesAt: now + 10 * HOUR })
  const learners = await seedLearners(opened.db, 4)
  ;[early, late, leaving, coming] = learners as [SeededLearner, SeededLearner, SeededLearner, SeededLearner]
  await opened.close()
  server = await serve(databaseUrl)
})

afterAll(async () => {
  await server.stop('SIGKILL')
  await postgres.remove()
  remove()
})

const serve = (url: string) => startServer(dataDir, { DATABASE_URL: url, WEB_CONCURRENCY: '1', OTP_SENDER: 'outbox' })
const data = (url: string, ...args: string[]) => runCommand({ dataDir, databaseUrl: url }, 'src/backup/cli.ts', args)

/** Buys the course, and has it. */
async function buy(buyer: SeededLearner): Promise<void> {
  const { order_id } = await orderCourse(call, courseId, buyer)
  await payInSandbox(server.url, order_id, { webhook: 'now' })
  const status = async () =>
    (await call(checkPurchaseStatus, { query: { id: courseId } }, { token: buyer.token })).body.course_status
  await expect.poll(status).toBe('Active')
}

/** @returns where the server has the picture */
async function changePicture({ token }: SeededLearner): Promise<string> {
  const avatar = new File([new Uint8Array(await pictureOf('png'))], 'me.png', { type: 'image/png' })
  const { status, body } = await call(changeAvatar, { body: { avatar } }, { token })
  expect(status).toBe(200)
  return new URL(body.user.avatar!, server.url).pathname
}

interface Moment {
  counts: Counts
  /** Holds the counts. */
  file: string
  /** Between two commits, in UTC, and what it is called. */
  time: string
  point: string
}

/** Counts that stand still around a moment, whatever the server does by itself. */
async function noteMoment(): Promise<Moment> {
  for (;;) {
    const before = await countData({ dataDir, databaseUrl })
    const point = `before it's done, ${Date.now()}`
    const [moment] = await query<{ time: string }>(
      databaseUrl,
      `select pg_create_restore_point($$${point}$$), clock_timestamp()::text as time`,
    )
    const counts = await countData({ dataDir, databaseUrl })
    if (JSON.stringify(before) !== JSON.stringify(counts)) continue
    const file = path.join(folder, `${point}.json`)
    writeFileSync(file, JSON.stringify(counts))
    return { counts, file, time: moment!.time, point }
  }
}

const restoreTo = (name: string, ...target: string[]) => {
  const places = ['backups', 'archive'].map((place) => `--${place}=${postgres.at(place)}`)
  return postgres.run('restore-to', [...target, ...places, `--data=${postgres.at(name)}`])
}

/** Everything that was written so far comes into the archive, as it does after a minute by itself. */
async function archiveAll(): Promise<void> {
  const [written] = await query<{ file: string }>(databaseUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
  await expect.poll(() => existsSync(postgres.at('archive', `${written!.file}.gz`))).toBe(true)
}

test('a dump, restored into an empty database, has every row and every paisa', async () => {
  await buy(early)
  const now = await noteMoment()
  expect(now.counts).toMatchObject({ 'payments granted: rows': 1, 'payments granted: paise': 118_000 })
  const dump = postgres.at('padavu.dump')
  expect(await postgres.run('dump', [dump], { PGDATABASE: 'padavu' })).toEqual({ code: 0, out: '', err: '' })

  // The role of the servers, which may not make databases.
  const superuser = postgres.url('postgres')
  await query(superuser, `create role site login password '${new URL(superuser).password}'`)
  await query(superuser, `create database restored owner site encoding 'UTF8' template template0`)
  const restore = () => postgres.run('restore-dump', [dump], { PGDATABASE: 'restored', PGUSER: 'site' })
  expect(await restore()).toEqual({ code: 0, out: '', err: '' })
  const restoredUrl = postgres.url('restored').replace('//padavu:', '//site:')
  const compared = await data(restoredUrl, 'count', `--compare=${now.file}`)
  expect(compared).toMatchObject({ code: 0, err: '', out: expect.stringContaining(', all as in ') })
  const onRestored = await serve(restoredUrl)
  expect(await onRestored.stop()).toEqual({ code: 0, signal: null })
  expect(await restore()).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^restore-dump: PGDATABASE: restored has \d+ tables\. Give it an empty one: .*\n$/),
  })
})

test('a base backup and the archive bring back the moment before a mistake: rows, money, answers, and files of the older copy', async () => {
  // Before the base backup: an exam that is handed in, and pictures.
  const first = candidateOf({ call }, exam, early.token)
  const handedIn = (await first.start()).body.data.open_attempt!.id
  await first.answer(exam.questions[0]!, exam.questions[0]!.right)
  await first.submit(handedIn)
  const [replaced, removed] = [await changePicture(early), await changePicture(leaving)]
  const base = await postgres.run('base-backup', [postgres.at('backups'), postgres.at('archive')])
  expect(base).toMatchObject({ code: 0, out: expect.stringMatching(/\/base-\S+Z is good, \d+ MB\n$/) })
  // The database first, then the files.
  const copied = path.join(folder, 'copied')
  cpSync(path.join(dataDir, 'media'), copied, { recursive: true })

  // After it: another purchase, an exam that is open, another picture.
  await buy(late)
  const second = candidateOf({ call }, exam, late.token)
  await second.start()
  for (const question of exam.questions) await second.answer(question, question.wrong)
  const kept = await changePicture(early)
  noted = await noteMoment()
  expect(noted.counts).toMatchObject({ 'payments granted: paise': 236_000, 'rows of responses': 5 })

  // The mistake, and what others do until it is seen.
  await query(databaseUrl, `delete from responses; update payments set amount_paise = 0; delete from enrolments`)
  const later = await changePicture(coming)
  expect((await call(removePicture, { body: { picture: 'avatar' } }, { token: leaving.token })).status).toBe(200)
  const inFolder = (picture: string) => existsSync(path.join(dataDir, picture))
  await expect.poll(() => [replaced, removed, kept, later].map(inFolder)).toEqual([false, false, true, true])
  const now = await countData({ dataDir, databaseUrl })
  expect(now).toMatchObject({ 'rows of responses': 0, 'payments granted: paise': 0 })

  await server.stop()
  await archiveAll()
  expect(await restoreTo('restored', `--time=${noted.time}`)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining(`/restored is restored to ${noted.time}; the last that was committed: 20`),
  })
  const restored = postgres.url('padavu', await postgres.start(postgres.at('restored')))
  expect(await data(restored, 'count', `--compare=${noted.file}`)).toMatchObject({ code: 0, err: '' })
  // Never into the archive that it came from.
  expect(await query(restored, 'show archive_mode')).toEqual([{ archive_mode: 'off' }])

  // A file that a row of then names and that has gone since comes from the older copy; one of later is in nobody's way.
  expect(await data(restored, 'verify')).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`^Missing: ${removed.slice(1)}\n0 files damaged, 1 missing\\. `)),
  })
  cpSync(copied, path.join(dataDir, 'media'), { recursive: true, force: false })
  const state = await verifyData({ dataDir, databaseUrl: restored }, folderStore({ dataDir }))
  expect(state).toMatchObject({ damaged: [], missing: [] })
  expect(readdirSync(path.join(dataDir, 'media'))).toContain(path.basename(later))

  server = await serve(restored)
  expect((await first.result(handedIn)).body.data).toMatchObject({ correct_answer_count: 1 })
  expect((await second.detail()).body.data.open_attempt!.responses).toHaveLength(exam.questions.length)
  for (const { token } of [early, late]) {
    expect((await call(checkPurchaseStatus, { query: { id: courseId } }, { token })).body.course_status).toBe('Active')
  }
  const { avatar } = (await call(getProfile, {}, { token: leaving.token })).body.data.user
  const picture = await fetch(new URL(avatar!, server.url))
  expect([picture.status, picture.headers.get('content-type'), new URL(picture.url).pathname]).toEqual([
    200,
    'image/webp',
    removed,
  ])
})

test('a point that was set beforehand is come back to by its name', async () => {
  expect(await restoreTo('point', `--point=${noted.point}`)).toMatchObject({ code: 0, err: '' })
  const point = postgres.url('padavu', await postgres.start(postgres.at('point')))
  expect(await countData({ dataDir, databaseUrl: point })).toEqual(noted.counts)
})

test('an archive that cannot be written to is told to whoever watches, until it can be again', async () => {
  const { db, engine, close } = await openDatabase({ dataDir, databaseUrl })
  // Nothing that was read is kept: every look asks.
  const failing = async () => {
    const { registry, refresh } = dataGauges({ db, engine, config: readConfig({ DATA_DIR: dataDir }), now: Date.now })
    await refresh()
    return valueOf(readExposition(await registry.metrics()), 'padavu_log_archive_failing')
  }
  /** Something new to archive, which wakes PostgreSQL's archiver. */
  const write = async () => {
    await query(
      databaseUrl,
      `insert into meta values ('watched', '1') on conflict (key) do update set value = excluded.value`,
    )
    await query(databaseUrl, 'select pg_switch_wal()')
  }
  try {
    expect(await failing()).toBe(0)
    renameSync(postgres.at('archive'), postgres.at('elsewhere'))
    await write()
    await expect.poll(failing).toBe(1)
    renameSync(postgres.at('elsewhere'), postgres.at('archive'))
    await write()
    await expect.poll(failing).toBe(0)
  } finally {
    await close()
  }
})

test('what the archive does not have yet comes from the log of the server that ended', async () => {
  await query(databaseUrl, `insert into meta values ('drill', 'archived')`)
  await archiveAll()
  await query(databaseUrl, `update meta set value = 'the last that was written' where key = 'drill'`)
  const counts = await countData({ dataDir, databaseUrl })
  await postgres.end(postgres.at('data'), 'immediate')
  const wal = `--wal=${postgres.at('data/pg_wal')}`
  expect(await restoreTo('newest', '--latest', wal)).toMatchObject({ code: 0, err: '' })
  const newest = postgres.url('padavu', await postgres.start(postgres.at('newest')))
  expect(await countData({ dataDir, databaseUrl: newest })).toEqual(counts)
  expect(await query(newest, `select value from meta where key = 'drill'`)).toEqual([
    { value: 'the last that was written' },
  ])
})

test('a restore that cannot come to its moment says so, and leaves an empty folder', async () => {
  const fails = async (line: RegExp, ...target: string[]) => {
    expect(await restoreTo('failed', ...target)).toMatchObject({ code: 1, err: expect.stringMatching(line) })
    expect(readdirSync(postgres.at('failed'))).toEqual([])
  }
  const ended = /^restore-to: not recovered: recovery ended before configured recovery target was reached; .*\n$/
  await fails(ended, '--time=2099-01-01 00:00:00Z')
  const archived = readdirSync(postgres.at('archive'))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .sort()
  expect(archived.length).toBeGreaterThan(2)
  const between = postgres.at('archive', archived[1]!)
  const bytes = readFileSync(between)
  writeFileSync(between, bytes.subarray(0, bytes.length / 2))
  await fails(
    new RegExp(`^restore-to: not recovered: .*/${archived[1]} is damaged; .*failed\\.log says more\n$`),
    '--latest',
  )
  rmSync(between)
  await fails(
    new RegExp(`^restore-to: --archive: one before ${archived.at(-1)!.replace('.gz', '')} is missing in`),
    '--latest',
  )
})
