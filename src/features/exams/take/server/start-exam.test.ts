import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, isoTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf, newCandidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const candidateAt = async (given: ExamToSeed = {}) => {
  api.clock.set(TEST_START)
  return newCandidate(api, await seedExam(api.services.db, given))
}

describe('exam/detail', () => {
  test('tells about an exam, without its questions', async () => {
    const candidate = await candidateAt({ title: 'Full Mock', minutes: 75, attempts: 3, registration: ['dob'] })
    const { status, body } = await candidate.detail()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      server_time: TEST_START,
      data: {
        id: candidate.exam.id,
        name: 'Full Mock',
        instructions: '<p>Answer every question.</p>',
        is_reg_needed: 'Y',
        registered: false,
        time: 75,
        seconds_if_started_now: 75 * 60,
        total_noq: 4,
        correct_score: 1,
        negative_score: 0.33,
        correct_score_text: '1',
        negative_score_text: '1/3',
        total_grade: 4,
        attempt: 3,
        exams_completed: 0,
        given_back: null,
        start_date: (TEST_START - HOUR) / 1000,
        end_date: (TEST_START + 10 * HOUR) / 1000,
        start_date_iso: isoTime(TEST_START - HOUR),
        end_date_iso: isoTime(TEST_START + 10 * HOUR),
        courses: [],
        exam_type: { id: 1 },
        course_category: { title: 'Degree Level' },
        view_answer: 'Y',
        sections: [
          { title: 'Section 1', question_count: 2 },
          { title: 'Section 2', question_count: 2 },
        ],
        exam_questions: [],
        open_attempt: null,
        results: [],
      },
    })
  })

  test.each<[string, ExamToSeed]>([['an exam that was withdrawn', { retired: true }]])(
    '%s is not found',
    async (_, given) => {
      const answer = await (await candidateAt(given)).detail()
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe('No exam data found.')
    },
  )

  test('an exam that does not exist is not found, and cannot be started', async () => {
    const { token } = await api.learner()
    const candidate = candidateOf(api, { id: 999_999, places: [], paperId: 0, questions: [] }, token)
    for (const answer of [await candidate.detail(), await candidate.start()]) {
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe('No exam data found.')
    }
  })

  test('gives the questions and the saved answers while an attempt is under way, and not a moment longer', async () => {
    const candidate = await candidateAt()
    const [first, second] = candidate.exam.questions
    await candidate.start()
    await candidate.answer(first!, first!.wrong, { seq: 1 })
    await candidate.clear(second!, { seq: 2, marked: true })
    api.clock.advance(30 * MINUTE - 1)
    const open = (await candidate.detail()).body.data
    expect(open.exam_questions.map(({ qid, section }) => ({ qid, section }))).toEqual(
      candidate.exam.questions.map(({ qid, section }) => ({ qid, section })),
    )
    expect(open.exam_questions[0]!.question.answer_option.map(({ id }) => id)).toEqual(first!.options)
    expect(open.open_attempt).toMatchObject({
      number: 1,
      started_at: TEST_START,
      deadline_at: TEST_START + 30 * MINUTE,
      responses: [
        { qid: first!.qid, answer_option_id: first!.wrong, marked: false, seq: 1 },
        { qid: second!.qid, answer_option_id: null, marked: true, seq: 2 },
      ],
    })
    api.clock.advance(1)
    const over = (await candidate.detail()).body.data
    expect(over).toMatchObject({ exam_questions: [], open_attempt: null, exams_completed: 1, results: [] })
  })

  test('lists finished attempts, newest first', async () => {
    const candidate = await candidateAt({ attempts: 2 })
    const [first] = candidate.exam.questions
    const { result_id: one } = await candidate
      .start()
      .then(() => candidate.submit())
      .then(({ body }) => body)
    api.clock.advance(MINUTE)
    await candidate.start()
    await candidate.answer(first!, first!.wrong)
    const { result_id: two } = (await candidate.submit()).body
    expect((await candidate.detail()).body.data).toMatchObject({
      exams_completed: 2,
      results: [
        { attempt_id: two, user_grade: -0.33, total_grade: 4, attend_date: TEST_START + MINUTE },
        { attempt_id: one, user_grade: 0, total_grade: 4, attend_date: TEST_START, finished_by: 'learner' },
      ],
    })
  })
})

describe('exam/start', () => {
  test('starts an attempt whose deadline the server sets', async () => {
    const candidate = await candidateAt({ minutes: 75 })
    const { status, body } = await candidate.start()
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: true, success: true, resumed: false, server_time: TEST_START })
    expect(body.data.open_attempt).toMatchObject({
      number: 1,
      started_at: TEST_START,
      deadline_at: TEST_START + 75 * MINUTE,
    })
    expect(body.data.exam_questions).toHaveLength(4)
  })

  test('an exam without a time lasts 30 minutes', async () => {
    const { body } = await (await candidateAt({ minutes: null })).start()
    expect(body.data.open_attempt?.deadline_at).toBe(TEST_START + 30 * MINUTE)
  })

  test('an attempt started shortly before the exam closes ends with it, and the instructions say so', async () => {
    const candidate = await candidateAt({ minutes: 30, closesAt: TEST_START + 10 * MINUTE })
    expect((await candidate.detail()).body.data).toMatchObject({ time: 30, seconds_if_started_now: 600 })
    const { body } = await candidate.start()
    expect(body.data.open_attempt?.deadline_at).toBe(TEST_START + 10 * MINUTE)
  })

  test.each<[string, ExamToSeed, string, RegExp]>([
    ['an exam that has not opened', { opensAt: TEST_START + 1 }, 'not_open', /not started/],
    ['an exam that has closed', { closesAt: TEST_START }, 'ended', /ended/],
    ['an exam that needs a registration', { registration: ['dob'] }, 'registration_needed', /register/],
  ])('%s cannot be started', async (_, given, code, message) => {
    const { status, body } = await (await candidateAt(given)).start()
    expect(status).toBe(409)
    expect(body).toMatchObject({ code, message: expect.stringMatching(message) as string })
  })

  test('resumes the attempt under way with its answers and its deadline', async () => {
    const candidate = await candidateAt({ attempts: 2 })
    const [first] = candidate.exam.questions
    const started = (await candidate.start()).body
    await candidate.answer(first!, first!.right, { seq: 7 })
    api.clock.advance(5 * MINUTE)
    const { body } = await candidate.start()
    expect(body).toMatchObject({ resumed: true, server_time: TEST_START + 5 * MINUTE })
    expect(body.data.open_attempt).toEqual({
      ...started.data.open_attempt,
      responses: [{ qid: first!.qid, answer_option_id: first!.right, marked: false, seq: 7 }],
    })
  })

  test('resumes an attempt of an exam that was closed or withdrawn meanwhile', async () => {
    const candidate = await candidateAt()
    await candidate.start()
    await api.services.db
      .updateTable('exams')
      .set({ closes_at: TEST_START + MINUTE, retired: 1 })
      .where('id', '=', candidate.exam.id)
      .execute()
    api.clock.advance(2 * MINUTE)
    expect((await candidate.start()).body).toMatchObject({ resumed: true })
    expect((await candidate.detail()).body.data.exam_questions).toHaveLength(4)
  })

  test('finishes an attempt whose time is over and starts the next', async () => {
    const candidate = await candidateAt({ attempts: 2 })
    await candidate.start()
    api.clock.advance(30 * MINUTE)
    const { body } = await candidate.start()
    expect(body).toMatchObject({
      resumed: false,
      data: { exams_completed: 1, open_attempt: { number: 2, responses: [] } },
    })
  })

  test('is refused when all attempts are used, however they ended', async () => {
    const candidate = await candidateAt({ attempts: 2 })
    await candidate.start()
    await candidate.submit()
    await candidate.start()
    api.clock.advance(30 * MINUTE)
    const { status, body } = await candidate.start()
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'no_attempts_left', message: 'You have used all your attempts of this exam.' })
    const finished = (await candidate.detail()).body.data.results
    expect(finished).toHaveLength(2)
  })

  test('keeps the paper that an attempt was started with', async () => {
    const candidate = await candidateAt({ attempts: 2 })
    const other = await seedExam(api.services.db, { sections: [1] })
    await candidate.start()
    await api.services.db
      .updateTable('exams')
      .set({ paper_id: other.paperId })
      .where('id', '=', candidate.exam.id)
      .execute()
    expect((await candidate.start()).body.data).toMatchObject({ total_noq: 4 })
    await candidate.submit()
    expect((await candidate.start()).body.data).toMatchObject({ total_noq: 1 })
  })

  test('sends three statements once the paper is known, and no more when it resumes', async () => {
    const exam = await seedExam(api.services.db)
    await (await newCandidate(api, exam)).start()
    const candidate = await newCandidate(api, exam)
    expect(await statementsOf(api, candidate.start)).toBe(3)
    expect(await statementsOf(api, candidate.start)).toBe(3)
  })

  test('needs the word start', async () => {
    const candidate = await candidateAt()
    const answer = await api.request('/api/v1/user/courses/exam/start', {
      method: 'POST',
      headers: { authorization: `Bearer ${candidate.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exam_id: candidate.exam.id, status: 'begin' }),
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: { status: "Must be 'start'" } })
  })

  test('a clock that stands a second before the opening is too early', async () => {
    const candidate = await candidateAt({ opensAt: TEST_START + SECOND })
    expect((await candidate.start()).body.code).toBe('not_open')
    api.clock.advance(SECOND)
    expect((await candidate.start()).status).toBe(200)
  })
})
