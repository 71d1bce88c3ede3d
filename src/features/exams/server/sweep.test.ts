import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { newCandidate } from '../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { startExamSweep, sweepOverdue } from './sweep.ts'

let api: TestApi
let exam: SeededExam

beforeAll(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db)
})

beforeEach(() => api.clock.set(TEST_START))

afterEach(() => vi.restoreAllMocks())

afterAll(() => api.close())

async function started() {
  const candidate = await newCandidate(api, exam)
  const { body } = await candidate.start()
  return { ...candidate, id: body.data.open_attempt!.id }
}

const attempt = (id: number) =>
  api.services.db.selectFrom('attempts').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

describe('the sweep of overdue attempts', () => {
  test('finishes an attempt whose browser never came back, with what was saved', async () => {
    const { id, answer } = await started()
    await answer(exam.questions[0]!, exam.questions[0]!.right)
    await answer(exam.questions[1]!, exam.questions[1]!.wrong)
    api.clock.advance(40 * MINUTE)
    expect(await sweepOverdue(api.services)).toBe(1)
    expect(await attempt(id)).toMatchObject({
      status: 'completed',
      finished_by: 'deadline',
      submitted_at: TEST_START + 30 * MINUTE,
      correct_count: 1,
      incorrect_count: 1,
      score_units: 2,
    })
    expect(await sweepOverdue(api.services)).toBe(0)
  })

  test('leaves an attempt alone until its deadline and the grace have passed', async () => {
    const { id } = await started()
    api.clock.advance(30 * MINUTE + 5 * SECOND)
    expect(await sweepOverdue(api.services)).toBe(0)
    expect((await attempt(id)).status).toBe('open')
    api.clock.advance(1)
    expect(await sweepOverdue(api.services)).toBe(1)
  })

  test('leaves the end of a submitted attempt as it was', async () => {
    const { id, submit } = await started()
    api.clock.advance(MINUTE)
    await submit()
    const before = await attempt(id)
    api.clock.advance(60 * MINUTE)
    await sweepOverdue(api.services)
    expect(await attempt(id)).toEqual(before)
  })

  test('finishes a whole hall at once', async () => {
    const ids: number[] = []
    for (let count = 0; count < 60; count += 1) ids.push((await started()).id)
    api.clock.advance(40 * MINUTE)
    expect(await sweepOverdue(api.services)).toBe(60)
    const open = await api.services.db
      .selectFrom('attempts')
      .where('id', 'in', ids)
      .where('status', '=', 'open')
      .select('id')
      .execute()
    expect(open).toEqual([])
  })

  test('goes on with the others when one cannot be finished, and says so in the log', async () => {
    const broken = await started()
    const sound = await started()
    const error = vi.fn()
    vi.spyOn(api.services.db, 'transaction').mockReturnValueOnce({
      execute: () => Promise.reject(new Error('disk full')),
    } as never)
    api.clock.advance(40 * MINUTE)
    expect(await sweepOverdue({ ...api.services, log: { error } as never })).toBe(1)
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempt: broken.id }), expect.any(String))
    expect((await attempt(sound.id)).status).toBe('completed')
    expect(await sweepOverdue(api.services)).toBe(1)
    expect((await attempt(broken.id)).status).toBe('completed')
  })

  test('at the start finishes what became overdue while no server ran', async () => {
    const { id } = await started()
    api.clock.advance(40 * MINUTE)
    const stop = startExamSweep(api.services)
    await vi.waitFor(async () => expect((await attempt(id)).status).toBe('completed'), 10_000)
    await stop()
  })

  test('that cannot reach the database is logged, ends nothing, and stops when told', async () => {
    const error = vi.fn()
    vi.spyOn(api.services.db, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('connection lost')
    })
    const stop = startExamSweep({ ...api.services, log: { error } as never })
    await stop()
    expect(error).toHaveBeenCalledOnce()
  })

  test('stops only when the pass under way is done', async () => {
    const { id } = await started()
    api.clock.advance(40 * MINUTE)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let reached = () => {}
    const finishing = new Promise<void>((resolve) => (reached = resolve))
    const { db } = api.services
    const transaction = db.transaction()
    vi.spyOn(db, 'transaction').mockReturnValueOnce({
      execute: async (work: never) => {
        reached()
        await held
        return transaction.execute(work)
      },
    } as never)
    const stop = startExamSweep(api.services)
    await finishing
    let stopped = false
    const stopping = stop().then(() => (stopped = true))
    await Promise.resolve()
    expect(stopped).toBe(false)
    letGo()
    await stopping
    expect((await attempt(id)).status).toBe('completed')
  })
})
