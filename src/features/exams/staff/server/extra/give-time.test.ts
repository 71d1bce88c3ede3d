import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movedEnd } from '#features/exams/take/take.contract.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../../tests/support/api/staff-work.ts'
import { candidateOf } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { giveBack } from '../../../server/give-back.ts'
import { sweepOverdue } from '../../../server/sweep.ts'
import { giveTime, openAttemptOf } from './give-time.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const work = (reason = 'Power cut') => testWork(api.clock.now(), reason)

async function started(given: ExamToSeed = {}) {
  const exam = await seedExam(api.services.db, given)
  const { token, user } = await api.learner()
  const candidate = candidateOf(api, exam, token)
  const open = (await candidate.start()).body.data.open_attempt!
  const give = (minutes: number, reason?: string) =>
    giveTime(api.services, work(reason), { attemptId: open.id, minutes })
  const moved = async () => (await api.call(movedEnd, { params: { attemptId: open.id } })).body.moved
  return { ...candidate, user, open, give, moved }
}

describe('more time for an attempt under way', () => {
  test('moves its end for answers, submit and sweep, is in the log, and is known to whoever asks within a second', async () => {
    const { answer, detail, exam, give, moved, open, submit, user } = await started()
    const before = open.deadline_at
    expect(await moved()).toBe(0)
    expect(await give(15)).toEqual({
      attempt_id: open.id,
      deadline_before: before,
      deadline_at: before + 15 * MINUTE,
      closes_at: TEST_START + 600 * MINUTE,
    })
    api.clock.advance(SECOND)
    expect(await moved()).toBeGreaterThan(0)
    expect((await detail()).body.data.open_attempt?.deadline_at).toBe(before + 15 * MINUTE)
    api.clock.set(before + 10 * MINUTE)
    expect(await sweepOverdue(api.services)).toBe(0)
    expect((await answer(exam.questions[0]!, exam.questions[0]!.right)).status).toBe(200)
    api.clock.set(before + 15 * MINUTE + 6 * SECOND)
    expect((await answer(exam.questions[1]!, exam.questions[1]!.right)).body).toMatchObject({ code: 'too_late' })
    await submit()
    expect((await detail()).body.data.results).toMatchObject([{ user_grade: 1, finished_by: 'deadline' }])
    expect(await moved()).toBe(0)
    const { entries } = await listWork(api.services.db, { userId: user.id, page: 1 })
    expect(entries).toMatchObject([
      {
        action: 'exam time given',
        subject: `attempt ${open.id} of exam ${exam.id}`,
        reason: 'Power cut',
        before: { deadline_at: before },
        after: { deadline_at: before + 15 * MINUTE },
      },
    ])
  })

  test('may end after the exam has closed to all others', async () => {
    const closesAt = TEST_START + 10 * MINUTE
    const { detail, give, open } = await started({ closesAt })
    expect(open.deadline_at).toBe(closesAt)
    expect(await give(5)).toMatchObject({ deadline_at: closesAt + 5 * MINUTE, closes_at: closesAt })
    api.clock.set(closesAt + MINUTE)
    expect((await detail()).body.data.open_attempt?.deadline_at).toBe(closesAt + 5 * MINUTE)
  })

  test('is another number with each gift', async () => {
    const { give, moved } = await started()
    await give(1)
    api.clock.advance(SECOND)
    const first = await moved()
    await give(1)
    api.clock.advance(SECOND)
    expect(await moved()).toBeGreaterThan(first)
  })

  test('is not for an attempt that is over, also before anybody has scored it, and not for one that is not there', async () => {
    const { give, submit, open } = await started()
    api.clock.set(open.deadline_at)
    await expect(give(5)).rejects.toMatchObject({ status: 409, code: 'finished' })
    api.clock.set(TEST_START)
    await submit()
    await expect(give(5)).rejects.toMatchObject({ status: 409, code: 'finished' })
    await expect(giveTime(api.services, work(), { attemptId: 999_999, minutes: 5 })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is not for one that was given back and waits; once it goes on it is', async () => {
    const { give, open, start } = await started()
    api.clock.set(open.deadline_at + DAY)
    await sweepOverdue(api.services)
    await giveBack(api.services, open.id, { from: TEST_START, to: open.deadline_at + DAY })
    await expect(give(5)).rejects.toMatchObject({ status: 409, code: 'given_back' })
    await start()
    expect(await give(5)).toMatchObject({ deadline_at: api.clock.now() + 35 * MINUTE })
  })

  test.each([0, -5, 181, 1.5, NaN])('is whole minutes from 1 to 180, not %s', async (minutes) => {
    const { give } = await started()
    await expect(give(minutes)).rejects.toMatchObject({ status: 422 })
  })

  test('with a reason that the log does not take has not moved', async () => {
    const { detail, give, open } = await started()
    await expect(give(5, 'x'.repeat(501))).rejects.toMatchObject({ status: 422 })
    expect((await detail()).body.data.open_attempt?.deadline_at).toBe(open.deadline_at)
  })

  test('of a submit in the same moment one comes first, and nothing that is scored runs on', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { detail, give, open, submit } = await started()
      const [given] = await Promise.allSettled([give(5), submit(open.id)])
      const { results, open_attempt } = (await detail()).body.data
      expect(open_attempt).toBeNull()
      expect(results).toHaveLength(1)
      if (given.status === 'rejected') expect(given.reason).toMatchObject({ code: 'finished' })
    }
  })
})

describe('the attempt of a learner', () => {
  test('is found by the exam while it is open', async () => {
    const { exam, open, submit, user } = await started()
    expect(await openAttemptOf(api.services.db, user.id, exam.id)).toBe(open.id)
    await submit()
    await expect(openAttemptOf(api.services.db, user.id, exam.id)).rejects.toMatchObject({ status: 404 })
  })
})
