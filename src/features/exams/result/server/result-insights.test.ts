import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf, newCandidate, perform } from '../../../../../tests/support/scenes/candidate.ts'
import { EXPLANATION, seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { sweepOverdue } from '../../server/sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

describe('the time on each question', () => {
  test('is what the exam screen measured, beside the time that the paper leaves for one', async () => {
    const exam = await seedExam(api.services.db)
    const { insights, result, attemptId } = await perform(api, exam, {
      right: 1,
      wrong: 1,
      time: MINUTE,
      times: [40 * SECOND, 5 * SECOND, 0],
    })
    const { data } = (await insights(attemptId)).body
    expect(data).toMatchObject({ timed_by: 'screen', median_candidates: 0, pace_ms: (30 * MINUTE) / 4 })
    expect(data.questions.map(({ outcome, ms, median_ms }) => [outcome, ms, median_ms])).toEqual([
      ['correct', 40_000, null],
      ['incorrect', 5000, null],
      ['unanswered', null, null],
      ['unanswered', null, null],
    ])
    const { exam_questions } = (await result(attemptId)).body.data
    expect(exam_questions.map(({ time_ms }) => time_ms)).toEqual([40_000, 5000, null, null])
  })

  test('is never longer than the attempt, and not of another paper', async () => {
    const exam = await seedExam(api.services.db)
    const other = await seedExam(api.services.db)
    const { start, submit, insights } = await newCandidate(api, exam)
    const attemptId = (await start()).body.data.open_attempt!.id
    const { status } = await submit(attemptId, undefined, [
      { qid: exam.questions[0]!.qid, ms: DAY },
      { qid: other.questions[0]!.qid, ms: 1000 },
    ])
    expect(status).toBe(200)
    const { questions } = (await insights(attemptId)).body.data
    expect(questions.map(({ ms }) => ms)).toEqual([30 * MINUTE, null, null, null])
  })

  test('stays as it was first told', async () => {
    const exam = await seedExam(api.services.db)
    const mine = await perform(api, exam, { right: 1, wrong: 0, time: MINUTE, times: [9000] })
    await mine.submit(mine.attemptId, undefined, [{ qid: exam.questions[0]!.qid, ms: 1 }])
    expect((await mine.insights(mine.attemptId)).body.data.questions[0]!.ms).toBe(9000)
  })

  test('adds up over the tabs and devices of an attempt, each heard as often and in whatever order it tells', async () => {
    const exam = await seedExam(api.services.db)
    const candidate = await newCandidate(api, exam)
    const [PHONE, LAPTOP] = ['phone-0123456789ab', 'laptop-0123456789ab']
    const id = (await candidate.start(PHONE)).body.data.open_attempt!.id
    const [first, second, third] = exam.questions.map(({ qid }) => qid) as [number, number, number]
    await candidate.keepTimes(id, PHONE, [{ qid: first, ms: 5000 }])
    await candidate.keepTimes(id, PHONE, [
      { qid: first, ms: 9000 },
      { qid: second, ms: 1000 },
    ])
    await candidate.claim(id, LAPTOP)
    // Overtaken on its way, and told by a tab that writes no more.
    expect((await candidate.keepTimes(id, PHONE, [{ qid: first, ms: 6000 }])).status).toBe(200)
    await candidate.submit(id, LAPTOP, [
      { qid: second, ms: 2000 },
      { qid: third, ms: 40 * MINUTE },
    ])
    await candidate.keepTimes(id, PHONE, [{ qid: third, ms: 4000 }])
    const { timed_by, questions } = (await candidate.insights(id)).body.data
    expect([timed_by, ...questions.map(({ ms }) => ms)]).toEqual(['screen', 9000, 3000, 30 * MINUTE, null])
  })

  test('is told by so many tabs and no more, and of no attempt but the own', async () => {
    const exam = await seedExam(api.services.db)
    const candidate = await newCandidate(api, exam)
    const id = (await candidate.start()).body.data.open_attempt!.id
    const { qid } = exam.questions[0]!
    for (let tab = 0; tab < 25; tab += 1) await candidate.keepTimes(id, `tab-${tab}-0123456789ab`, [{ qid, ms: 1000 }])
    await candidate.submit()
    expect((await candidate.insights(id)).body.data.questions[0]!.ms).toBe(20_000)
    const stranger = await newCandidate(api, exam)
    expect((await stranger.keepTimes(id, 'tab-1-0123456789ab', [{ qid, ms: 1000 }])).status).toBe(404)
  })

  test('is none where the clock was set back during the exam, and its result can be read', async () => {
    const exam = await seedExam(api.services.db)
    const mine = await perform(api, exam, { right: 1, wrong: 1, time: MINUTE, times: [9000, 5000] })
    await api.services.db
      .updateTable('attempts')
      .set({ submitted_at: TEST_START - MINUTE, deadline_at: TEST_START - MINUTE })
      .where('id', '=', mine.attemptId)
      .execute()
    const { status, body } = await mine.result(mine.attemptId)
    expect([status, body.data.total_time, body.data.user_grade]).toEqual([200, 0, 0.67])
    expect((await mine.insights(mine.attemptId)).status).toBe(200)
    expect((await mine.detail()).status).toBe(200)
  })

  test('of a question whose account was lost is the last visit of its answer', async () => {
    const exam = await seedExam(api.services.db)
    const candidate = await newCandidate(api, exam)
    const [first, second] = exam.questions
    const id = (await candidate.start('phone-0123456789ab')).body.data.open_attempt!.id
    const visit = { time_from: TEST_START, time_to: TEST_START + 25 * SECOND }
    await candidate.answer(first!, first!.right, { ...visit, writer: 'phone-0123456789ab' })
    await candidate.claim(id, 'laptop-0123456789ab')
    await candidate.submit(id, 'laptop-0123456789ab', [{ qid: second!.qid, ms: 3000 }])
    const { questions } = (await candidate.insights(id)).body.data
    expect(questions.map(({ ms }) => ms)).toEqual([25_000, 3000, null, null])
  })

  test('is taken from the answers where the browser never returned', async () => {
    const exam = await seedExam(api.services.db)
    const { start, answer, insights } = await newCandidate(api, exam)
    const attemptId = (await start()).body.data.open_attempt!.id
    const [first, second, third] = exam.questions
    await answer(first!, first!.right, { time_from: TEST_START, time_to: TEST_START + 25 * SECOND })
    await answer(second!, second!.right, { time_from: TEST_START, time_to: TEST_START + DAY })
    await answer(third!, third!.right)
    api.clock.advance(31 * MINUTE)
    await sweepOverdue(api.services)
    const { timed_by, questions } = (await insights(attemptId)).body.data
    expect(timed_by).toBe('answers')
    expect(questions.map(({ ms }) => ms)).toEqual([25_000, 30 * MINUTE, null, null])
  })

  test('is malformed in no accepted submit', async () => {
    const exam = await seedExam(api.services.db)
    const { start, submit } = await newCandidate(api, exam)
    await start()
    const qid = exam.questions[0]!.qid
    for (const times of [[{ qid, ms: -1 }], [{ qid, ms: 1.5 }], Array.from({ length: 1001 }, () => ({ qid, ms: 1 }))])
      expect((await submit(undefined, undefined, times)).status).toBe(422)
  })
})

describe('the median of the candidates', () => {
  test('is the middle of the first attempts, once ten had the question on the screen', async () => {
    const exam = await seedExam(api.services.db, { attempts: 2 })
    const all = []
    // The second question was seen by nine only.
    for (let index = 1; index <= 11; index += 1) {
      const times = [index * SECOND, index <= 9 ? 1000 : 0]
      all.push(await perform(api, exam, { right: 1, wrong: 0, time: MINUTE, times }))
    }
    const mine = all[0]!
    const again = (await mine.start()).body.data.open_attempt!.id
    await mine.submit(again, undefined, [{ qid: exam.questions[0]!.qid, ms: MINUTE }])
    for (const attemptId of [mine.attemptId, again]) {
      const { median_candidates, questions } = (await mine.insights(attemptId)).body.data
      expect(median_candidates).toBe(11)
      expect(questions.map(({ median_ms }) => median_ms)).toEqual([6000, null, null, null])
    }
  })

  test('follows new candidates within a minute', async () => {
    const exam = await seedExam(api.services.db)
    const mine = await perform(api, exam, { right: 1, wrong: 0, time: SECOND, times: [SECOND] })
    const median = async () => (await mine.insights(mine.attemptId)).body.data.questions[0]!.median_ms
    expect(await median()).toBeNull()
    for (let index = 0; index < 9; index += 1)
      await perform(api, exam, { right: 1, wrong: 0, time: SECOND, times: [3000] })
    api.clock.advance(MINUTE)
    expect(await median()).toBe(3000)
  })
})

describe('the accuracy of the sections', () => {
  test('is told of all finished attempts of the exam, oldest first', async () => {
    const exam = await seedExam(api.services.db, { attempts: 3, sections: [3, 1] })
    const [a, b, c, d] = exam.questions
    const { start, answer, submit, insights } = await newCandidate(api, exam)
    const first = (await start()).body.data.open_attempt!.id
    await answer(a!, a!.right)
    await answer(b!, b!.wrong)
    await answer(c!, c!.wrong)
    await submit()
    const second = (await start()).body.data.open_attempt!.id
    await answer(a!, a!.right)
    await answer(d!, d!.right)
    await submit()
    await start()
    const section = (
      subsection_name: string,
      answered_count: number,
      correct_count: number,
      accuracy: number | null,
    ) => ({ subsection_name, answered_count, correct_count, accuracy })
    expect((await insights(first)).body.data.attempts).toEqual([
      {
        result_id: first,
        attempt: 1,
        user_grade: 0.33,
        total_grade: 4,
        sections: [section('Section 1', 3, 1, 33.33), section('Section 2', 0, 0, null)],
      },
      {
        result_id: second,
        attempt: 2,
        user_grade: 2,
        total_grade: 4,
        sections: [section('Section 1', 1, 1, 100), section('Section 2', 1, 1, 100)],
      },
    ])
  })
})

describe('the response sheet', () => {
  test('has every question with the answer, the receipt of its save and the marks', async () => {
    const exam = await seedExam(api.services.db, { title: 'Mock' })
    const { user, token } = await api.learner({ name: 'Asha Menon', phone: '9812345678' })
    const { start, answer, clear, submit, sheet } = candidateOf(api, exam, token)
    const [a, b, c] = exam.questions
    const attemptId = (await start()).body.data.open_attempt!.id
    await answer(a!, a!.right, { seq: 1 })
    api.clock.advance(MINUTE)
    await answer(b!, b!.wrong, { seq: 2 })
    await answer(c!, c!.right, { seq: 3 })
    await clear(c!, { seq: 4 })
    await submit(attemptId, undefined, [{ qid: a!.qid, ms: 4000 }])
    const { data } = (await sheet(attemptId)).body
    expect(data).toMatchObject({
      name: 'Mock',
      attempt: 1,
      learner: { name: user.name, phone: '+91 9812345678' },
      start_time: TEST_START,
      end_time: TEST_START + MINUTE,
      user_grade: 0.67,
      negative_marks: 0.33,
      made_at: TEST_START + MINUTE,
    })
    const { question_content, ...first } = data.questions[0]!
    expect(question_content).toContain('Question exam-')
    expect(first).toEqual({
      section: 0,
      chosen: { position: 2, answer_option: expect.stringContaining('Option 2') },
      time_ms: 4000,
      saved_at: TEST_START,
      seq: 1,
      right: [2],
      corrected: null,
      outcome: 'correct',
      marks: 1,
    })
    const rows = data.questions.map(({ chosen, saved_at, seq, marks }) => [chosen?.position, saved_at, seq, marks])
    expect(rows.slice(1)).toEqual([
      [0, TEST_START + MINUTE, 2, -0.33],
      [undefined, TEST_START + MINUTE, 4, 0],
      [undefined, null, null, 0],
    ])
  })
})

describe('where the exam hides what was right', () => {
  test('neither the times nor the response sheet tell of single questions', async () => {
    const exam = await seedExam(api.services.db, { viewAnswer: false })
    const one = await perform(api, exam, { right: 1, wrong: 1, time: MINUTE, times: [1, 1] })
    const { questions } = (await one.insights(one.attemptId)).body.data
    expect(questions.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'unanswered', 'unanswered'])
    const { data } = (await one.sheet(one.attemptId)).body
    expect(data.questions.map(({ chosen }) => chosen?.position)).toEqual([2, 0, undefined, undefined])
    for (const { right, outcome, marks } of data.questions) expect([right, outcome, marks]).toEqual([null, null, null])
    expect(JSON.stringify(data)).not.toContain(EXPLANATION)
  })

  test('nor while another attempt of the exam is open', async () => {
    const exam = await seedExam(api.services.db, { attempts: 2 })
    const one = await perform(api, exam, { right: 1, wrong: 1, time: MINUTE })
    await one.start()
    const { questions } = (await one.insights(one.attemptId)).body.data
    expect(questions[0]!.outcome).toBe('answered')
    const { data } = (await one.sheet(one.attemptId)).body
    expect(data.questions.map(({ right, marks }) => [right, marks])).toEqual(exam.questions.map(() => [null, null]))
  })
})
