import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { newCandidate, perform } from '../../../../../tests/support/scenes/candidate.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { giveBack } from '../../server/give-back.ts'
import { sweepOverdue } from '../../server/sweep.ts'
import { finishedLately } from './finished-lately.ts'
import { giveTime } from './extra/give-time.ts'
import { sittingNow } from './sitting-now.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const tab = (letter: string) => letter.repeat(16)

async function begun(exam: Awaited<ReturnType<typeof seedExam>>, writer?: string) {
  const candidate = await newCandidate(api, exam)
  const open = (await candidate.start(writer)).body.data.open_attempt!
  return { ...candidate, open }
}

describe('who sits now', () => {
  test('comes with time left, answers, the last of them, and whether anything was heard within a minute', async () => {
    const exam = await seedExam(api.services.db)
    const [first, second] = exam.questions
    const busy = await begun(exam, tab('a'))
    await busy.answer(first!, first!.right, { writer: tab('a') })
    api.clock.advance(MINUTE)
    const fresh = await begun(exam)
    api.clock.advance(30 * SECOND)
    await busy.answer(second!, second!.right, { writer: tab('a') })
    await busy.clear(first!, { writer: tab('a') })
    await busy.keepTimes(busy.open.id, tab('b'), [{ qid: first!.qid, ms: 5 }])
    const { counts, rows, next, now } = await sittingNow(api.services, { examId: exam.id })
    expect([counts.sitting, next, now]).toEqual([2, undefined, api.clock.now()])
    expect(rows).toMatchObject([
      {
        attempt_id: busy.open.id,
        number: 1,
        started_at: TEST_START,
        left_ms: 28.5 * MINUTE,
        answered: 1,
        saved_at: TEST_START + 90 * SECOND,
        connection: 'here',
        tabs: 2,
      },
      { attempt_id: fresh.open.id, answered: 0, saved_at: null, connection: 'here', tabs: 0, extra_minutes: 0 },
    ])
    api.clock.advance(45 * SECOND)
    const later = await sittingNow(api.services, { examId: exam.id })
    expect(later.rows.map(({ connection }) => connection)).toEqual(['here', 'quiet'])
  })

  test('is counted by what becomes of it, also who waits after a give-back and who is about to be scored', async () => {
    const exam = await seedExam(api.services.db)
    const given = await begun(exam)
    const late = await begun(exam)
    api.clock.advance(31 * MINUTE)
    await sweepOverdue(api.services)
    await giveBack(api.services, given.open.id, { from: TEST_START + 20 * MINUTE, to: api.clock.now() })
    await perform(api, exam, { right: 1, wrong: 1, time: MINUTE })
    const ending = await begun(exam)
    api.clock.advance(31 * MINUTE)
    const { open } = await begun(exam)
    const { counts, rows } = await sittingNow(api.services, { examId: exam.id })
    expect(counts).toEqual({
      sitting: 1,
      waiting: 1,
      ending: 1,
      finished_by_learner: 1,
      finished_by_deadline: 1,
    })
    expect(rows.map(({ attempt_id, connection, left_ms }) => [attempt_id, connection, left_ms])).toEqual([
      [open.id, 'here', 30 * MINUTE],
      [given.open.id, 'waiting', 10 * MINUTE],
    ])
    expect([late.open.id, ending.open.id]).not.toContain(rows[0]!.attempt_id)
  })

  test('comes in pages, those with the least time first, and with what staff gave', async () => {
    const exam = await seedExam(api.services.db)
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.push((await begun(exam)).open.id)
      if (index % 2 === 1) api.clock.advance(SECOND)
    }
    const work = testWork(api.clock.now(), 'Was late')
    await giveTime(api.services, work, { attemptId: ids[0]!, minutes: 7 })
    await giveTime(api.services, work, { attemptId: ids[0]!, minutes: 5 })
    const found = []
    for (let after: string | undefined; ;) {
      const { rows, next } = await sittingNow(api.services, { examId: exam.id, limit: 2, after })
      found.push(rows)
      if (next === undefined) break
      after = next
    }
    expect(found.map((rows) => rows.length)).toEqual([2, 2, 1])
    expect(found.flat().map(({ attempt_id }) => attempt_id)).toEqual([ids[1], ids[2], ids[3], ids[4], ids[0]])
    expect(found.flat().at(-1)).toMatchObject({ extra_minutes: 12 })
  })

  test('is asked of an exam that is there', async () => {
    await expect(sittingNow(api.services, { examId: 999_999 })).rejects.toMatchObject({ status: 404 })
  })
})

test('who has finished comes latest first, with who ended it and the marks', async () => {
  const exam = await seedExam(api.services.db)
  const late = await begun(exam)
  const early = await perform(api, exam, { right: 2, wrong: 1, time: MINUTE })
  const middle = await perform(api, exam, { right: 1, wrong: 0, time: MINUTE })
  api.clock.advance(40 * MINUTE)
  await sweepOverdue(api.services)
  const { rows, next } = await finishedLately(api.services, { examId: exam.id, limit: 2 })
  expect(rows).toMatchObject([
    { attempt_id: late.open.id, finished_by: 'deadline', ended_at: TEST_START + 30 * MINUTE, score: 0 },
    { attempt_id: middle.attemptId, finished_by: 'learner', score: 1 },
  ])
  const rest = await finishedLately(api.services, { examId: exam.id, limit: 2, after: next })
  expect(rest).toMatchObject({ rows: [{ attempt_id: early.attemptId, score: 1.67 }], next: undefined })
})
