import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { getResponseSheet } from '#features/exams/result/results.contract.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import * as contracts from '../learner-attempts.contract.ts'

let api: TestApi
let staff: TestStaff
beforeAll(async () => {
  api = await testApi()
  staff = await api.staff('support')
})
afterAll(() => api.close())

async function candidate(given: { exam?: Awaited<ReturnType<typeof seedExam>> } = {}) {
  const exam = given.exam ?? (await seedExam(api.services.db))
  const { token, user } = await api.learner()
  const params = { id: user.id }
  const caller = (key?: string) => ({ staff, ...(key && { headers: { 'idempotency-key': key } }) })
  return {
    ...candidateOf(api, exam, token),
    id: user.id,
    token,
    listed: async () => (await api.call(contracts.listLearnerAttempts, { params }, { staff })).body.data,
    attempts: (attempts: number, key?: string) =>
      api.call(
        contracts.giveLearnerAttempts,
        { params, body: { exam_id: exam.id, attempts, reason: 'Power cut' } },
        caller(key),
      ),
    time: (minutes: number, key?: string) =>
      api.call(
        contracts.giveLearnerTime,
        { params, body: { exam_id: exam.id, minutes, reason: 'Power cut' } },
        caller(key),
      ),
    log: async () => (await listWork(api.services.db, { userId: user.id, page: 1 })).entries,
  }
}

describe('the response sheet of a learner', () => {
  const sheet = (id: number, attemptId: number, by = staff) =>
    api.call(contracts.getLearnerSheet, { params: { id, attemptId } }, { staff: by })

  test('is what the learner sees, with as much of the phone as the role sees, and each look of ten minutes is in the log', async () => {
    const asha = await candidate()
    const [first] = asha.exam.questions
    await asha.start()
    await asha.answer(first!, first!.right)
    const [open] = await asha.listed()
    expect((await sheet(asha.id, open!.id)).body).toMatchObject({ code: 'not_finished' })
    await asha.submit()
    const own = (await api.call(getResponseSheet, { params: { resultId: open!.id } }, { token: asha.token })).body.data
    const { body } = await sheet(asha.id, open!.id)
    expect(body).toEqual(own)
    const mentor = await api.staff('mentor')
    expect((await sheet(asha.id, open!.id, mentor)).body.learner.phone).toMatch(/^\+91 •{6}\d{4}$/)
    await sheet(asha.id, open!.id)
    const looks = (await asha.log()).filter(({ action }) => action === 'response sheet looked at')
    expect(looks.map(({ who }) => who)).toEqual([mentor.name, staff.name])
  })

  test('is not found below another learner', async () => {
    const [asha, babu] = [await candidate(), await candidate()]
    await asha.start()
    await asha.submit()
    const [{ id } = { id: 0 }] = await asha.listed()
    expect((await sheet(babu.id, id)).status).toBe(404)
    expect((await sheet(2_000_000_000, id)).status).toBe(404)
    expect((await sheet(asha.id, 2_000_000_000)).status).toBe(404)
  })
})

describe('attempts of a learner', () => {
  test('are told with marks, and first ones with their rank among all candidates', async () => {
    const asha = await candidate()
    const babu = await candidate({ exam: asha.exam })
    const [first, second] = asha.exam.questions
    await babu.start()
    await babu.answer(first!, first!.right)
    await babu.answer(second!, second!.right)
    await babu.submit()
    await asha.start()
    await asha.answer(first!, first!.right)
    expect(await asha.listed()).toMatchObject([{ number: 1, status: 'open', marks: null, rank: null, waits: false }])
    await asha.submit()
    await asha.attempts(1)
    await asha.start()
    expect(await asha.listed()).toMatchObject([
      { number: 2, status: 'open', attempts_allowed: 2, attempts_used: 2 },
      {
        exam: { id: asha.exam.id },
        number: 1,
        status: 'completed',
        finished_by: 'learner',
        marks: 1,
        correct: 1,
        incorrect: 0,
        rank: 2,
        candidates: 2,
      },
    ])
    expect(await babu.listed()).toMatchObject([{ rank: 1, attempts_used: 1, attempts_allowed: 1 }])
  })

  test('are given once by a double click, and what was scored stays', async () => {
    const asha = await candidate()
    await asha.start()
    await asha.submit()
    const before = await asha.listed()
    const click = await Promise.all([asha.attempts(1, 'click'), asha.attempts(1, 'click')])
    expect(click.map(({ body }) => body.extra)).toEqual([1, 1])
    expect(await asha.listed()).toEqual([{ ...before[0]!, attempts_allowed: 2 }])
    expect(await asha.log()).toMatchObject([{ action: 'exam attempts given', staff_id: staff.id, reason: 'Power cut' }])
  })

  test('get more time while they are under way, once by a double click', async () => {
    const asha = await candidate()
    expect((await asha.time(5)).status).toBe(404)
    await asha.start()
    const before = (await asha.listed())[0]!.deadline_at
    const click = await Promise.all([asha.time(5, 'click'), asha.time(5, 'click')])
    expect(click.map(({ body }) => body.deadline_at)).toEqual([before + 5 * MINUTE, before + 5 * MINUTE])
    expect(await asha.listed()).toMatchObject([{ deadline_at: before + 5 * MINUTE }])
    expect(await asha.log()).toMatchObject([{ action: 'exam time given' }])
    await asha.submit()
    expect((await asha.time(5)).status).toBe(404)
  })
})
