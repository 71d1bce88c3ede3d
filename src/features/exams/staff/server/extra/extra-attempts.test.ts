import { describe, expect, test } from 'vitest'
import { listMockExams } from '#features/exams/list/exam-list.contract.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { courseExamScene } from '../../../../../../tests/support/scenes/course-exam-scene.ts'
import { testWork } from '../../../../../../tests/support/api/staff-work.ts'
import { candidateOf } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { giveAttempts } from './extra-attempts.ts'

const { at, ofAlpha, sit, courseList } = courseExamScene()

const work = () => testWork(at.api.clock.now(), 'Was ill')

async function used() {
  const { api } = at
  const exam = await seedExam(api.services.db)
  const { token, user } = await api.learner()
  const candidate = candidateOf(api, exam, token)
  await candidate.start()
  await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
  await candidate.submit()
  const give = (attempts: number, examId = exam.id) =>
    giveAttempts(api.services, work(), { userId: user.id, examId, attempts })
  return { ...candidate, user, give }
}

describe('more attempts for one learner', () => {
  test('are in list, detail and result, can be started, and are nobody else’s', async () => {
    const { api } = at
    const { detail, exam, give, result, start, token, user } = await used()
    expect((await start()).body).toMatchObject({ code: 'no_attempts_left' })
    expect(await give(2)).toEqual({ allowed: 1, extra: 2, used: 1 })
    const { body } = await detail()
    expect([body.data.attempt, body.data.exams_completed]).toEqual([3, 1])
    const [first] = body.data.results
    expect((await result(first!.attempt_id)).body.data.attempts_left).toBe(2)
    const listed = async (as: string) =>
      (await api.call(listMockExams, { body: { status: 'active' } }, { token: as })).body.exams.data.find(
        ({ id }) => id === exam.id,
      )
    expect((await listed(token))?.attempt).toBe(3)
    const other = await api.learner()
    expect((await listed(other.token))?.attempt).toBe(1)
    expect((await candidateOf(api, exam, other.token).detail()).body.data.attempt).toBe(1)
    expect((await start()).body.data.open_attempt).toMatchObject({ number: 2 })
    // What was scored is as it was.
    expect((await detail()).body.data.results).toEqual([first])
    const { entries } = await listWork(api.services.db, { userId: user.id, page: 1 })
    expect(entries).toMatchObject([
      { action: 'exam attempts given', subject: `exam ${exam.id}`, before: { attempts: 1 }, after: { attempts: 3 } },
    ])
  })

  test('are in the list of its course, too', async () => {
    const exam = await ofAlpha()
    const learner = at.learners.active
    await giveAttempts(at.api.services, work(), { userId: learner.user.id, examId: exam.id, attempts: 1 })
    const mine = (await courseList(learner)).find(({ id }) => id === exam.id)
    expect(mine?.attempt).toBe(2)
    expect((await sit(exam, learner).detail()).body.data.attempt).toBe(2)
  })

  test('add up, to a hundred at most', async () => {
    const { give } = await used()
    expect(await give(40)).toMatchObject({ extra: 40 })
    expect(await give(60)).toMatchObject({ extra: 100 })
    await expect(give(1)).rejects.toMatchObject({ status: 422 })
    expect((await at.api.services.db.selectFrom('extra_attempts').selectAll().execute()).at(-1)).toMatchObject({
      attempts: 100,
    })
  })

  test.each([0, -1, 101, 0.5])('are a whole number from 1, not %s', async (attempts) => {
    const { give } = await used()
    await expect(give(attempts)).rejects.toMatchObject({ status: 422 })
  })

  test('are of an exam that is there', async () => {
    const { give } = await used()
    const { id } = await seedExam(at.api.services.db, { retired: true })
    await expect(give(1, id)).rejects.toMatchObject({ status: 404 })
    await expect(give(1, 999_999)).rejects.toMatchObject({ status: 404 })
  })
})
