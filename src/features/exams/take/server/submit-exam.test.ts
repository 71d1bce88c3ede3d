import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, isoTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf, newCandidate } from '../../../../../tests/support/scenes/candidate.ts'
import { EXPLANATION, seedExam, type ExamToSeed } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { sweepOverdue } from '../../server/sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

async function started(given: ExamToSeed = {}) {
  const candidate = await newCandidate(api, await seedExam(api.services.db, given))
  const { body } = await candidate.start()
  return { ...candidate, attempt: body.data.open_attempt!, questions: candidate.exam.questions }
}

describe('exam/submit', () => {
  test('finishes the attempt and names its result', async () => {
    const { submit, attempt, detail } = await started()
    api.clock.advance(MINUTE)
    const { status, body } = await submit()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      success: true,
      message: 'Exam submitted successfully.',
      result_id: attempt.id,
      exam_type: { id: 1 },
    })
    expect((await detail()).body.data).toMatchObject({ open_attempt: null, exams_completed: 1, exam_questions: [] })
  })

  test('gives the same result however often it is repeated', async () => {
    const { submit, attempt, result } = await started()
    const first = (await submit()).body
    const before = (await result(attempt.id)).body
    api.clock.advance(HOUR)
    expect((await submit()).body).toEqual(first)
    expect((await submit(attempt.id)).body).toEqual(first)
    expect((await result(attempt.id)).body).toEqual(before)
  })

  test('repeated for an earlier attempt leaves the one under way alone', async () => {
    const { submit, start, attempt, detail } = await started({ attempts: 2 })
    await submit()
    const second = (await start()).body.data.open_attempt!
    expect((await submit(attempt.id)).body.result_id).toBe(attempt.id)
    expect((await detail()).body.data.open_attempt?.id).toBe(second.id)
    expect((await submit()).body.result_id).toBe(second.id)
  })

  test('of an attempt that the sweep has finished gives its result', async () => {
    const { submit, attempt } = await started()
    api.clock.advance(HOUR)
    await sweepOverdue(api.services)
    expect((await submit()).body).toMatchObject({ status: true, result_id: attempt.id })
  })

  test('without an attempt is refused', async () => {
    const { submit } = await newCandidate(api, await seedExam(api.services.db))
    const { status, body } = await submit()
    expect(status).toBe(409)
    expect(body.code).toBe('not_started')
  })

  test("of another learner's attempt is refused and finishes nothing", async () => {
    const mine = await started()
    const other = candidateOf(api, mine.exam, (await api.learner()).token)
    expect((await other.submit(mine.attempt.id)).status).toBe(404)
    expect((await mine.detail()).body.data.open_attempt).not.toBeNull()
  })

  test('after the deadline counts what was saved in time, and the attempt ended at the deadline', async () => {
    const { submit, answer, questions, result, attempt } = await started()
    await answer(questions[0]!, questions[0]!.right)
    api.clock.advance(30 * MINUTE + 3 * SECOND)
    await submit()
    expect((await result(attempt.id)).body.data).toMatchObject({
      end_time: TEST_START + 30 * MINUTE,
      total_time: 30 * 60,
      correct_answer_count: 1,
      finished_by: 'deadline',
    })
  })
})

describe('exam/result', () => {
  test('leaves an attempt until it is over, as the exam itself does', async () => {
    const { start, submit, attempt, result, detail } = await started({ attempts: 3 })
    await submit()
    const left = async () => {
      const { attempt: allowed, exams_completed } = (await detail()).body.data
      return [(await result(attempt.id)).body.data.attempts_left, allowed - exams_completed]
    }
    expect(await left()).toEqual([2, 2])
    await start()
    expect(await left()).toEqual([2, 2])
    api.clock.advance(30 * MINUTE)
    expect(await left()).toEqual([1, 1])
  })

  test('shows the score, the counts and the times', async () => {
    const { submit, answer, clear, questions, attempt, result, exam } = await started({ attempts: 3, title: 'Mock' })
    const [a, b, c, d] = questions
    await answer(a!, a!.right)
    await answer(b!, b!.wrong)
    await answer(c!, c!.wrong)
    await answer(d!, d!.right)
    await clear(d!)
    api.clock.advance(12 * MINUTE)
    await submit()
    const { status, body } = await result(attempt.id)
    expect(status).toBe(200)
    const { exam_questions, ...rest } = body.data
    expect(rest).toEqual({
      id: attempt.id,
      exam_id: exam.id,
      name: 'Mock',
      attempt: 1,
      course: null,
      course_category: { title: 'Degree Level' },
      exam_type: { id: 1 },
      start_time: TEST_START,
      end_time: TEST_START + 12 * MINUTE,
      start_time_iso: isoTime(TEST_START),
      end_time_iso: isoTime(TEST_START + 12 * MINUTE),
      total_time: 720,
      time: 30,
      total_noq: 4,
      correct_score: 1,
      negative_score: 0.33,
      correct_score_text: '1',
      negative_score_text: '1/3',
      user_grade: 0.33,
      user_grade_text: '1/3',
      total_grade: 4,
      correct_answer_count: 1,
      incorrect_answer_count: 2,
      negative_marks: 0.67,
      negative_marks_text: '−2/3',
      finished_by: 'learner',
      view_answer: 'Y',
      attempts_left: 2,
      standing: { candidates: 1, rank: null, percentile: null },
      graded: [a!, b!, c!].map(({ qid, right, wrong }) => ({
        qid,
        answer_option_id: qid === a!.qid ? right : wrong,
      })),
      sections: [{ title: 'Section 1' }, { title: 'Section 2' }],
    })
    expect(exam_questions.map(({ id, section, your_answer, correct }) => [id, section, your_answer, correct])).toEqual([
      [a!.qid, 0, a!.right, true],
      [b!.qid, 0, b!.wrong, false],
      [c!.qid, 1, c!.wrong, false],
      [d!.qid, 1, null, false],
    ])
    expect(exam_questions[1]!.question.explanation).toContain(EXPLANATION)
    expect(exam_questions[1]!.question.answer_option.map(({ id, isAnswer }) => [id, isAnswer])).toEqual(
      b!.options.map((id) => [id, id === b!.right ? 'Y' : 'N']),
    )
  })

  test('may be below zero', async () => {
    const { submit, answer, questions, attempt, result } = await started()
    for (const question of questions.slice(0, 2)) await answer(question, question.wrong)
    await submit()
    expect((await result(attempt.id)).body.data).toMatchObject({ user_grade: -0.67, incorrect_answer_count: 2 })
  })

  test('keeps the solutions of an exam that does not show them', async () => {
    const { submit, answer, questions, attempt, result } = await started({ viewAnswer: false })
    await answer(questions[0]!, questions[0]!.wrong)
    await submit()
    const { data } = (await result(attempt.id)).body
    expect(data).toMatchObject({ view_answer: 'N', exam_questions: [] })
    // What the learner answered is no secret.
    expect(data.graded).toEqual([{ qid: questions[0]!.qid, answer_option_id: questions[0]!.wrong }])
    expect(JSON.stringify(data)).not.toContain(EXPLANATION)
  })

  test('keeps the solutions while another attempt of the exam is open', async () => {
    const { submit, attempt, result, start } = await started({ attempts: 2 })
    await submit()
    expect((await result(attempt.id)).body.data.exam_questions).toHaveLength(4)
    await start()
    expect((await result(attempt.id)).body.data).toMatchObject({ view_answer: 'N', exam_questions: [] })
    // Its answers are still taken for a moment after the deadline.
    api.clock.advance(30 * MINUTE + SECOND)
    expect((await result(attempt.id)).body.data).toMatchObject({ view_answer: 'N', exam_questions: [] })
    await submit()
    expect((await result(attempt.id)).body.data).toMatchObject({ view_answer: 'Y' })
  })

  test('of an attempt that is not finished is refused', async () => {
    const { attempt, result, sections, insights, sheet } = await started()
    const refusals = [result, sections, insights, sheet].map((ask) => ask(attempt.id))
    for (const refused of await Promise.all(refusals)) {
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('not_finished')
    }
  })

  test('is only for its learner', async () => {
    const mine = await started()
    await mine.submit()
    const other = candidateOf(api, mine.exam, (await api.learner()).token)
    expect((await other.result(mine.attempt.id)).status).toBe(404)
    for (const ask of [other.sections, other.insights, other.sheet])
      expect((await ask(mine.attempt.id)).status).toBe(404)
    expect((await mine.result(999_999)).status).toBe(404)
  })
})

describe('exam/examsubsectionresult', () => {
  test('scores each subsection', async () => {
    const { submit, answer, questions, attempt, sections } = await started({ sections: [3, 1] })
    const [a, b, , d] = questions
    await answer(a!, a!.right)
    await answer(b!, b!.wrong)
    await answer(d!, d!.wrong)
    await submit()
    const { status, body } = await sections(attempt.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      data: [
        {
          subsection_name: 'Section 1',
          question_count: 3,
          correct_count: 1,
          incorrect_count: 1,
          'total mark': 3,
          mark: 0.67,
          negative_mark: 0.33,
          total_mark_text: '3',
          mark_text: '2/3',
          negative_mark_text: '−1/3',
          percentage: 22.22,
        },
        {
          subsection_name: 'Section 2',
          question_count: 1,
          correct_count: 0,
          incorrect_count: 1,
          'total mark': 1,
          mark: -0.33,
          negative_mark: 0.33,
          total_mark_text: '1',
          mark_text: '−1/3',
          negative_mark_text: '−1/3',
          percentage: 0,
        },
      ],
    })
  })

  test('needs the exam that the attempt is of', async () => {
    const { submit, attempt, token } = await started()
    await submit()
    const elsewhere = candidateOf(api, await seedExam(api.services.db), token)
    expect((await elsewhere.sections(attempt.id)).status).toBe(404)
  })
})
