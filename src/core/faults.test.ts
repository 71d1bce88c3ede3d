import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeAvatar } from '#features/profile/profile.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { registry } from './metrics/metrics.ts'
import { TEST_START, testApi, type TestApi } from '../../tests/support/api/api.ts'
import { newCandidate, type Candidate } from '../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededQuestion } from '../../tests/support/scenes/exam-fixture.ts'
import { fillDisk } from '../../tests/support/servers/full-disk.ts'
import { fileOf, photo } from '../../tests/support/packs/images.ts'
import { repeat } from './background/repeat.ts'

interface Line {
  level: number
  msg: string
  err?: { message: string; code?: string }
}

let api: TestApi
let lines: Line[]
let candidate: Candidate
let seq = 0

beforeEach(async () => {
  lines = []
  const log = pino({ level: 'error', base: null }, { write: (line) => void lines.push(JSON.parse(line) as Line) })
  api = await testApi({}, log)
  const exam = await seedExam(api.database.db, {
    sections: [300],
    opensAt: TEST_START - HOUR,
    closesAt: TEST_START + HOUR,
  })
  candidate = await newCandidate(api, exam)
  await candidate.start()
})

afterEach(() => api.close())

const ready = async () => {
  const reply = await api.request('/readyz')
  return { status: reply.status, ...((await reply.json()) as object) }
}
/** What the log says, but for the requests themselves. */
const said = () => lines.filter(({ msg }) => msg !== 'request')

async function unwritable(kind: string): Promise<number | undefined> {
  const { values } = await registry.getSingleMetric('padavu_data_unwritable')!.get()
  return values.find(({ labels }) => labels.kind === kind)?.value
}

/** Saves answers until one is refused: the first ones go into room that the database has already. */
async function refused() {
  for (const question of candidate.exam.questions) {
    const reply = await save(question)
    if (reply.status !== 200) return reply
  }
  throw new Error('Everything is stored')
}

async function save({ qid, right }: SeededQuestion): Promise<Response> {
  const body = JSON.stringify({ exam_id: candidate.exam.id, qid, answer_option_id: right, seq: ++seq })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${candidate.token}` }
  return api.request('/api/v1/user/courses/exam/update/answer', { method: 'POST', headers, body })
}

describe('when the disk is full', () => {
  test('what cannot be stored is answered 507 with a code and a time to wait', async () => {
    await fillDisk(api.database)
    const reply = await refused()
    expect(reply.status).toBe(507)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await reply.json()).toMatchObject({ status: false, code: 'storage_full' })
  })

  test('the log says so once, with the first error, however many requests meet it', async () => {
    await fillDisk(api.database)
    await refused()
    await Promise.all(Array.from({ length: 20 }, refused))
    expect(said()).toHaveLength(1)
    expect(said()[0]!.msg).toContain('disk full')
    expect(said()[0]!.err!.message).toMatch(/full|No space left/)
  })

  test('/readyz says no until something was written, and so do the metrics', async () => {
    expect(await ready()).toEqual({ status: 'ready' })
    const makeRoom = await fillDisk(api.database)
    // Nobody has been refused anything yet, and /readyz writes nothing while all is well.
    expect(await ready()).toMatchObject({ status: 'ready' })
    await refused()
    expect(await ready()).toEqual({ status: 'storage_full' })
    expect(await unwritable('full')).toBe(1)
    await makeRoom()
    await expect.poll(ready).toEqual({ status: 'ready' })
    expect(await unwritable('full')).toBe(0)
    expect((await save(candidate.exam.questions.at(-1)!)).status).toBe(200)
    expect(await api.database.db.selectFrom('meta').select('key').where('key', 'like', '%trial%').execute()).toEqual([])
  })

  test('of files alone, an upload is answered 507, and the server stays ready', async () => {
    api.services.files.put = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const avatar = fileOf(await photo())
    const reply = await api.call(changeAvatar, { body: { avatar } }, { token: candidate.token })
    expect(reply).toMatchObject({ status: 507, body: { code: 'storage_full' } })
    expect(await ready()).toEqual({ status: 'ready' })
  })

  test('background work that fails adds no line of its own', async () => {
    const makeRoom = await fillDisk(api.database)
    await refused()
    const failure = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    const stop = repeat(api.services, 'a pass', HOUR, () => Promise.reject(failure))
    await stop()
    expect(said().filter(({ msg }) => msg === 'a pass failed')).toEqual([])
    await makeRoom()
  })
})

test('of damaged data the log says what to do, and learners are asked to try again', async () => {
  const failure = Object.assign(new Error('invalid page in block 7'), { code: 'XX001' })
  api.services.files.put = () => Promise.reject(failure)
  const avatar = fileOf(await photo())
  const reply = await api.call(changeAvatar, { body: { avatar } }, { token: candidate.token })
  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(said().map(({ msg }) => msg)).toEqual([expect.stringMatching(/damaged.*restore a backup/)])
})

describe('when the server stops as planned', () => {
  const requestsOf = async (status: string) => {
    const { values } = await registry.getSingleMetric('padavu_http_requests_total')!.get()
    return values.find(({ labels }) => labels.route === '/readyz' && labels.status === status)?.value ?? 0
  }

  test('503 at /readyz is neither an error of the log nor one of the metrics', async () => {
    const before = { stopping: await requestsOf('stopping'), '5xx': await requestsOf('5xx') }
    api.services.readiness.leave()
    expect(await ready()).toMatchObject({ status: 'leaving' })
    expect((await api.request('/readyz')).status).toBe(503)
    expect(lines).toEqual([])
    expect({ stopping: await requestsOf('stopping'), '5xx': await requestsOf('5xx') }).toEqual({
      stopping: before.stopping + 2,
      '5xx': before['5xx'],
    })
  })

  test('a request that outlasts the database is no fault, other faults are', async () => {
    const closed = new Error('driver has already been destroyed')
    const { faults, readiness } = api.services
    expect(faults.note(closed)).toMatchObject({ status: 503 })
    expect(said()).toHaveLength(1)
    readiness.leave()
    expect(faults.note(closed)).toMatchObject({ status: 503 })
    expect(said()).toHaveLength(1)
    expect(faults.note(Object.assign(new Error('denied'), { code: '42501' }))).toMatchObject({ status: 503 })
    expect(said()).toHaveLength(2)
  })
})
