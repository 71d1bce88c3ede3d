import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readArchive } from '#backup/archive/archive.ts'
import { readManifest } from '#backup/archive/manifest.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { changeAvatar, getProfile } from '#features/profile/profile.contract.ts'
import { raiseTicket, ticketMessages } from '#features/support/support.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { callsThrough, type Call } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import { runCommand } from '../support/api/command.ts'
import { seedExam } from '../support/scenes/exam-fixture.ts'
import { pictureOf } from '../support/packs/images.ts'
import { seedLearners, type SeededLearner } from '../support/scenes/learners.ts'
import { seeded } from '../support/random.ts'
import { startServer, temporaryFolder } from '../support/servers/server.ts'

const CANDIDATES = 6
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The highest action of each question that a server acknowledged, by attempt and question. */
type Receipts = Map<string, number>

/** The drill of docs/data.md. */
test('a backup of a busy server brings back, on an empty disk, every answer and picture that was acknowledged before it', async () => {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  const dataDir = path.join(folder, 'data')
  const file = path.join(folder, 'backup.padavu')
  const data = (...args: string[]) =>
    runCommand({ dataDir, databaseUrl: undefined }, 'src/backup/cli.ts', [...args, file])

  const { exam, learners } = await prepare(dataDir)
  let server = await startServer(dataDir)
  cleanups.push(() => server.stop('SIGKILL'))
  const call = callsThrough((target, init) => fetch(server.url + target, init))

  // The exam hall, and learners who send pictures.
  const receipts: Receipts = new Map()
  const avatars: string[] = []
  let open = true
  const problems: unknown[] = []
  const load = [
    ...learners.slice(0, CANDIDATES).map(async ({ token }, index) => {
      const random = seeded(index + 1)
      const candidate = candidateOf({ call }, exam, token)
      const { id } = (await candidate.start()).body.data.open_attempt!
      for (let seq = 1; open; seq += 1) {
        const question = random.pick(exam.questions)
        const { status, body } = await candidate.answer(question, random.pick(question.options), {
          attempt_id: id,
          seq,
        })
        expect([status, body.stale]).toEqual([200, false])
        receipts.set(`${id} ${question.qid}`, seq)
      }
    }),
    (async () => {
      // As many as a learner may send in an hour.
      while (open && avatars.length < changeAvatar.limit!.count)
        avatars.push(await changePicture(call, learners.at(-1)!))
    })(),
    // What the end of the server breaks off is no problem.
  ].map((work) => work.catch((error: unknown) => open && problems.push(error)))
  const ticketId = await raise(call, learners.at(-2)!)
  await expect.poll(() => Math.min(receipts.size, avatars.length * 20)).toBeGreaterThan(50)

  const before = new Map(receipts)
  const picturesBefore = avatars.length
  expect(await data('backup')).toMatchObject({ code: 0, err: '' })
  const during = [...receipts].filter(([key, seq]) => before.get(key) !== seq).length
  expect(during, 'answers saved while the backup was made').toBeGreaterThan(0)

  open = false
  await server.stop('SIGKILL')
  await Promise.all(load)
  expect(problems).toEqual([])
  rmSync(dataDir, { recursive: true })
  expect(await data('restore')).toMatchObject({ code: 0, err: '' })

  // Byte by byte what the backup says it holds.
  for (const { name, sha256 } of (await manifestOf(file)).entries) {
    expect(
      createHash('sha256')
        .update(readFileSync(path.join(dataDir, name)))
        .digest('hex'),
      name,
    ).toBe(sha256)
  }
  const restored = await receiptsIn(dataDir)
  for (const [key, seq] of before) expect(restored.get(key), key).toBeGreaterThanOrEqual(seq)

  server = await startServer(dataDir)
  for (const { token, name } of learners) {
    const { status, body } = await call(getProfile, {}, { token })
    expect([status, body.data.user.name]).toEqual([200, name])
  }
  const [candidate] = learners
  const kept = (await candidateOf({ call }, exam, candidate!.token).detail()).body.data.open_attempt!
  expect(kept.responses.length).toBeGreaterThan(0)
  const { avatar } = (await call(getProfile, {}, { token: learners.at(-1)!.token })).body.data.user
  expect(avatars.indexOf(avatar!)).toBeGreaterThanOrEqual(picturesBefore - 1)
  const messages = await call(ticketMessages, { params: { ticketId } }, { token: learners.at(-2)!.token })
  for (const address of [avatar!, messages.body.ticketMessages[0]!.attach!]) {
    const picture = await fetch(new URL(address, server.url))
    expect([picture.status, picture.headers.get('content-type')], address).toEqual([200, 'image/webp'])
  }
})

async function prepare(dataDir: string) {
  const opened = await openDatabase({ dataDir })
  try {
    await migrate(opened)
    const now = Date.now()
    const exam = await seedExam(opened.db, {
      sections: [8, 8],
      minutes: 180,
      opensAt: now - HOUR,
      closesAt: now + 10 * HOUR,
    })
    return { exam, learners: await seedLearners(opened.db, CANDIDATES + 2) }
  } finally {
    await opened.close()
  }
}

async function changePicture(call: Call, { token }: SeededLearner): Promise<string> {
  const avatar = new File([new Uint8Array(await pictureOf('png'))], 'me.png', { type: 'image/png' })
  const { status, body } = await call(changeAvatar, { body: { avatar } }, { token })
  expect(status).toBe(200)
  return body.user.avatar!
}

async function raise(call: Call, { token }: SeededLearner): Promise<number> {
  const attachment = new File([new Uint8Array(await pictureOf('png'))], 'screen.png', { type: 'image/png' })
  const body = { title: 'A question', ticket_category_id: 1, content_id: '', msg: 'Here is what I see', attachment }
  const raised = await call(raiseTicket, { body }, { token })
  expect([raised.status, raised.body]).toEqual([200, expect.anything()])
  return raised.body.ticket_id
}

async function manifestOf(file: string) {
  const texts = new Map<string, string>()
  await readArchive(file, async ({ name }, body) => {
    if (!name.startsWith('manifest')) return
    const parts: Buffer[] = []
    for await (const part of body) parts.push(part)
    texts.set(name, Buffer.concat(parts).toString())
  })
  return readManifest(texts.get('manifest.json')!, texts.get('manifest.sha256')!)
}

async function receiptsIn(dataDir: string): Promise<Receipts> {
  const { db, close } = await openDatabase({ dataDir })
  const rows = await db.selectFrom('responses').select(['attempt_id', 'question_id', 'seq']).execute()
  await close()
  return new Map(rows.map(({ attempt_id, question_id, seq }) => [`${attempt_id} ${question_id}`, seq]))
}
