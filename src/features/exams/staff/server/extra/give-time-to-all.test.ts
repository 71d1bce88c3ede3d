import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movedEnd } from '#features/exams/take/take.contract.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { giveBack } from '../../../server/give-back.ts'
import { sweepOverdue } from '../../../server/sweep.ts'
import { giveTimeToAll } from '../../exams.contract.ts'

let api: TestApi
let author: TestStaff
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  api.clock.set(TEST_START)
  author = await api.staff('author')
})
afterAll(() => api.close())

async function startedBy(exam: Awaited<ReturnType<typeof seedExam>>) {
  const { token, user } = await api.learner()
  const candidate = candidateOf(api, exam, token)
  const open = (await candidate.start()).body.data.open_attempt!
  const end = async () => (await candidate.detail()).body.data.open_attempt?.deadline_at
  return { ...candidate, user, open, end }
}

const give = (id: number, minutes = 15, key?: string) =>
  api.call(
    giveTimeToAll,
    { params: { id }, body: { minutes, reason: 'Power cut' } },
    { staff: author, ...(key && { headers: { 'idempotency-key': key } }) },
  )

describe('more time for everyone taking an exam', () => {
  test('moves the end of each running attempt once, and screens hear of it', async () => {
    const [exam, other] = [await seedExam(api.services.db), await seedExam(api.services.db)]
    const [asha, babu, elsewhere] = [await startedBy(exam), await startedBy(exam), await startedBy(other)]
    const key = 'a'.repeat(32)
    expect((await give(exam.id, 15, key)).body).toMatchObject({ message: '2 candidates got 15 minutes more' })
    expect((await give(exam.id, 15, key)).body).toMatchObject({ candidates: 2 })
    for (const { open, end } of [asha, babu]) expect(await end()).toBe(open.deadline_at + 15 * MINUTE)
    expect(await elsewhere.end()).toBe(elsewhere.open.deadline_at)
    api.clock.advance(SECOND)
    expect((await api.call(movedEnd, { params: { attemptId: asha.open.id } })).body.moved).toBeGreaterThan(0)
    api.clock.set(asha.open.deadline_at + 10 * MINUTE)
    expect((await asha.answer(exam.questions[0]!, exam.questions[0]!.right)).status).toBe(200)
    const { entries } = await listWork(api.services.db, { userId: asha.user.id, page: 1 })
    expect(entries).toMatchObject([
      {
        ...{ action: 'exam time given to all', subject: `exam ${exam.id}`, reason: 'Power cut', learners: 2 },
        after: { minutes: 15, candidates: 2 },
      },
    ])
  })

  test('leaves out attempts that are submitted, over, or given back and not continued', async () => {
    const exam = await seedExam(api.services.db)
    const [submitted, returned] = [await startedBy(exam), await startedBy(exam)]
    await submitted.submit()
    api.clock.set(returned.open.deadline_at + MINUTE)
    await sweepOverdue(api.services)
    await giveBack(api.services, returned.open.id, { from: TEST_START, to: returned.open.deadline_at + DAY })
    // The session was idle for too long.
    author = await api.staff('author')
    expect((await give(exam.id)).body).toMatchObject({ code: 'conflict' })
    const running = await startedBy(exam)
    expect((await give(exam.id)).body).toMatchObject({ candidates: 1 })
    expect(await running.end()).toBe(running.open.deadline_at + 15 * MINUTE)
    expect((await give(2_000_000_000)).status).toBe(404)
  })

  test('gives a candidate who submits at the same moment either the time or the result', async () => {
    const exam = await seedExam(api.services.db)
    const candidates = await Promise.all(Array.from({ length: 6 }, () => startedBy(exam)))
    await Promise.all([give(exam.id), give(exam.id, 10), ...candidates.slice(0, 3).map(({ submit }) => submit())])
    for (const { open, end } of candidates.slice(3)) expect(await end()).toBe(open.deadline_at + 25 * MINUTE)
    for (const { end } of candidates.slice(0, 3)) expect(await end()).toBeUndefined()
  })

  test('reaches more candidates than one statement changes', async () => {
    const { db } = api.services
    const exam = await seedExam(db)
    const first = await startedBy(exam)
    const { id: _, ...row } = await db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', first.open.id)
      .executeTakeFirstOrThrow()
    const phones = Array.from({ length: 501 }, (_, at) => String(7_000_000_000 + at))
    const users = await db
      .insertInto('users')
      .values(phones.map((phone) => ({ country_code: '91', phone, created_at: 1 })))
      .returning('id')
      .execute()
    for (const { id } of users)
      await db
        .insertInto('attempts')
        .values({ ...row, user_id: id })
        .execute()
    expect((await give(exam.id)).body).toMatchObject({ candidates: 502 })
    const ends = await db.selectFrom('attempts').select('deadline_at').where('exam_id', '=', exam.id).execute()
    expect(new Set(ends.map(({ deadline_at }) => deadline_at))).toEqual(new Set([first.open.deadline_at + 15 * MINUTE]))
  })
})
