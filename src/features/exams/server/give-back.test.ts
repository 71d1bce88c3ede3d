import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { newCandidate, perform } from '../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../tests/support/scenes/exam-fixture.ts'
import { endedByClock, giveBack, WAITS } from './give-back.ts'
import { sweepOverdue } from './sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

/** The clock jumps on by three hours, ten minutes into an exam of thirty; the sweep ends it. */
const lost = { from: TEST_START + 10 * MINUTE, to: TEST_START + 10 * MINUTE + 3 * HOUR }

async function endedByJump(given: ExamToSeed = {}) {
  const exam = await seedExam(api.services.db, given)
  const candidate = await newCandidate(api, exam)
  const attempt = (await candidate.start()).body.data.open_attempt!
  const [first, second, third] = exam.questions
  await candidate.answer(first!, first!.right)
  await candidate.answer(second!, second!.wrong)
  api.clock.set(lost.to)
  await sweepOverdue(api.services)
  return { ...candidate, attempt, first: first!, second: second!, third: third! }
}

const row = (id: number) =>
  api.services.db.selectFrom('attempts').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const tally = (paperId: number) =>
  api.services.db
    .selectFrom('score_tallies')
    .where('paper_id', '=', paperId)
    .select(['score_units', 'incorrect_count', 'candidates'])
    .orderBy('score_units')
    .execute()

const ids = async () => (await endedByClock(api.services.db, lost)).map(({ id }) => id)

describe('of the attempts that were finished', () => {
  test('those count as ended by the clock whose deadline it jumped over, and no others', async () => {
    const jumped = await endedByJump()
    api.clock.set(TEST_START)
    const exam = await seedExam(api.services.db, { attempts: 9 })
    // One that ended as it should, in the same hours of another server whose clock was right.
    const other = await newCandidate(api, exam)
    const { id } = (await other.start()).body.data.open_attempt!
    api.clock.set(TEST_START + 30 * MINUTE + 6 * SECOND)
    await sweepOverdue(api.services)
    // One that its learner handed in.
    api.clock.set(TEST_START)
    await perform(api, exam, { right: 1, wrong: 0, time: MINUTE })
    const ended = await ids()
    expect(ended).toContain(jumped.attempt.id)
    expect(ended).not.toContain(id)
    expect(ended).toEqual([jumped.attempt.id])
  })
})

describe('an attempt that is given back', () => {
  test('waits, without a result, until its learner continues, and then has its answers and the time that was left', async () => {
    const { attempt, start, detail, answer, submit, result, first, third } = await endedByJump({ attempts: 2 })
    expect((await result(attempt.id)).status).toBe(200)
    expect(await giveBack(api.services, attempt.id, lost)).toBe('given back')
    api.clock.advance(2 * HOUR)
    const waiting = (await detail()).body.data
    expect(waiting).toMatchObject({
      open_attempt: null,
      exam_questions: [],
      exams_completed: 0,
      results: [],
      given_back: { seconds_left: 20 * 60 },
    })
    expect((await result(attempt.id)).body).toMatchObject({ code: 'not_finished' })
    expect((await answer(third, third.right, { attempt_id: attempt.id })).body).toMatchObject({ code: 'given_back' })
    expect((await submit(attempt.id)).body).toMatchObject({ code: 'given_back' })
    expect(await sweepOverdue(api.services)).toBe(0)

    const going = (await start('a-tab-of-the-learner')).body
    const now = api.clock.now()
    expect(going).toMatchObject({ resumed: true, data: { given_back: null } })
    expect(going.data.open_attempt).toMatchObject({
      id: attempt.id,
      number: 1,
      deadline_at: now + 20 * MINUTE,
      writer: 'you',
    })
    expect(going.data.open_attempt!.responses).toHaveLength(2)
    expect(going.data.open_attempt!.responses[0]).toMatchObject({ qid: first.qid, answer_option_id: first.right })
    api.clock.advance(5 * MINUTE)
    await answer(third, third.right, { attempt_id: attempt.id })
    await submit(attempt.id)
    // Fifteen minutes of work: what happened between counts for no rank.
    expect((await result(attempt.id)).body.data).toMatchObject({
      total_time: 15 * 60,
      correct_answer_count: 2,
      incorrect_answer_count: 1,
      finished_by: 'learner',
    })
  })

  test('goes on also when its exam has closed, and is no attempt more', async () => {
    const { attempt, start, detail } = await endedByJump({ closesAt: TEST_START + HOUR })
    await giveBack(api.services, attempt.id, lost)
    expect((await start()).body.data.open_attempt?.id).toBe(attempt.id)
    api.clock.advance(21 * MINUTE)
    await sweepOverdue(api.services)
    expect((await detail()).body.data).toMatchObject({ exams_completed: 1, open_attempt: null, given_back: null })
  })

  test('is scored once: ranks are as if the clock had not ended it', async () => {
    const { attempt, exam, start, answer, submit, third } = await endedByJump()
    await perform(api, exam, { right: 1, wrong: 1, time: MINUTE })
    expect(await tally(exam.paperId)).toEqual([{ score_units: 2, incorrect_count: 1, candidates: 2 }])
    await giveBack(api.services, attempt.id, lost)
    expect(await tally(exam.paperId)).toEqual([{ score_units: 2, incorrect_count: 1, candidates: 1 }])
    await start()
    await answer(third, third.right)
    await submit()
    expect(await tally(exam.paperId)).toEqual([
      { score_units: 2, incorrect_count: 1, candidates: 1 },
      { score_units: 5, incorrect_count: 1, candidates: 1 },
    ])
  })

  test('has the times of before in the end, and those of after it; while it is open they are in no result', async () => {
    const exam = await seedExam(api.services.db)
    const { start, keepTimes, submit, insights } = await newCandidate(api, exam)
    const [BEFORE, AFTER] = ['tab-before-0123456789', 'tab-after-0123456789']
    const { id } = (await start(BEFORE)).body.data.open_attempt!
    const [first, second] = exam.questions.map(({ qid }) => qid) as [number, number]
    await keepTimes(id, BEFORE, [{ qid: first, ms: 8000 }])
    api.clock.set(lost.to)
    await sweepOverdue(api.services)
    await giveBack(api.services, id, lost)
    expect((await insights(id)).body).toMatchObject({ code: 'not_finished' })
    await start(AFTER)
    await submit(id, AFTER, [
      { qid: first, ms: 2000 },
      { qid: second, ms: 3000 },
    ])
    const { questions } = (await insights(id)).body.data
    expect(questions.map(({ ms }) => ms)).toEqual([10_000, 3000, null, null])
  })

  test('leaves no tally behind that counts nobody', async () => {
    const { attempt, exam } = await endedByJump()
    await giveBack(api.services, attempt.id, lost)
    expect(await tally(exam.paperId)).toEqual([])
  })

  test('is given back once, by however many at the same moment, and what it was is kept', async () => {
    const { attempt, exam } = await endedByJump()
    const outcomes = await Promise.all([1, 2, 3].map(() => giveBack(api.services, attempt.id, lost)))
    expect(outcomes.toSorted()).toEqual(['given back', 'gone', 'gone'])
    expect(await tally(exam.paperId)).toEqual([])
    const kept = await api.services.db
      .selectFrom('attempt_returns')
      .where('attempt_id', '=', attempt.id)
      .selectAll()
      .execute()
    expect(kept).toEqual([
      expect.objectContaining({
        returned_at: lost.to,
        time_left: 20 * MINUTE,
        started_at: TEST_START,
        deadline_at: TEST_START + 30 * MINUTE,
        score_units: 2,
      }),
    ])
  })

  test('waits for its turn while its learner is in another attempt of the exam', async () => {
    const { attempt, start, submit } = await endedByJump({ attempts: 2 })
    const second = (await start()).body.data.open_attempt!
    expect(await giveBack(api.services, attempt.id, lost)).toBe('busy')
    expect((await row(attempt.id)).status).toBe('completed')
    await submit(second.id)
    expect(await giveBack(api.services, attempt.id, lost)).toBe('given back')
    expect((await start()).body.data.open_attempt?.id).toBe(attempt.id)
  })

  test('that nobody continues is scored in the end as it had been', async () => {
    const { attempt, detail } = await endedByJump()
    const { finished_at: _before, ...was } = await row(attempt.id)
    await giveBack(api.services, attempt.id, lost)
    api.clock.advance(WAITS + 6 * SECOND)
    await sweepOverdue(api.services)
    const { finished_at: _after, ...is } = await row(attempt.id)
    expect(is).toEqual(was)
    expect((await detail()).body.data).toMatchObject({ exams_completed: 1, given_back: null })
  })

  test('is continued once by two devices that start it in the same moment', async () => {
    const { attempt, start } = await endedByJump()
    await giveBack(api.services, attempt.id, lost)
    const [one, other] = await Promise.all([start(), start()])
    expect([one, other].map(({ body }) => body.data.open_attempt?.deadline_at)).toEqual(
      Array(2).fill(api.clock.now() + 20 * MINUTE),
    )
  })
})
