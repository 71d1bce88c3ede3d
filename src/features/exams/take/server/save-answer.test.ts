import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf, newCandidate } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { sentBy } from '../../../../../tests/support/api/statements.ts'

let api: TestApi
let exam: SeededExam

beforeAll(async () => {
  api = await testApi()
  exam = await seedExam(api.services.db, { attempts: 2 })
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

async function started() {
  const candidate = await newCandidate(api, exam)
  const { body } = await candidate.start()
  return { ...candidate, attempt: body.data.open_attempt!, first: exam.questions[0]!, second: exam.questions[1]! }
}

const saved = async (candidate: Awaited<ReturnType<typeof started>>) =>
  (await candidate.detail()).body.data.open_attempt!.responses

const stored = (attemptId: number) =>
  api.services.db.selectFrom('responses').where('attempt_id', '=', attemptId).selectAll().execute()

describe('a saved answer', () => {
  test('is receipted with its number and the time it was stored', async () => {
    const candidate = await started()
    api.clock.advance(MINUTE)
    const { status, body } = await candidate.answer(candidate.first, candidate.first.right, {
      seq: 3,
      attempt_id: candidate.attempt.id,
      time_from: TEST_START,
      time_to: TEST_START + 500,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      success: true,
      message: 'Saved',
      attempt_id: candidate.attempt.id,
      qid: candidate.first.qid,
      seq: 3,
      stale: false,
      saved_at: TEST_START + MINUTE,
      server_time: TEST_START + MINUTE,
      deadline_at: TEST_START + 30 * MINUTE,
    })
    expect(await stored(candidate.attempt.id)).toMatchObject([
      { option_id: candidate.first.right, time_from: TEST_START, time_to: TEST_START + 500 },
    ])
  })

  test('costs one statement, once it is known who calls', async () => {
    const { answer, clear, first, attempt } = await started()
    for (const work of [
      () => answer(first, first.right, { seq: 1, attempt_id: attempt.id }),
      () => answer(first, first.wrong),
      () => clear(first, { seq: 9 }),
    ]) {
      expect(await sentBy(api, work)).toHaveLength(1)
    }
  })

  test('is replaced by a later one, and cleared by a later clear', async () => {
    const candidate = await started()
    const { first, answer, clear } = candidate
    await answer(first, first.wrong, { seq: 1, marked: true })
    await answer(first, first.right, { seq: 2 })
    expect(await saved(candidate)).toEqual([{ qid: first.qid, answer_option_id: first.right, marked: false, seq: 2 }])
    const { status } = await clear(first, { seq: 3, marked: true })
    expect(status).toBe(200)
    expect(await saved(candidate)).toEqual([{ qid: first.qid, answer_option_id: null, marked: true, seq: 3 }])
  })

  test('is not replaced by an earlier one that arrives late; the receipt says so', async () => {
    const candidate = await started()
    const { first, answer, clear } = candidate
    await answer(first, first.right, { seq: 5 })
    api.clock.advance(SECOND)
    for (const late of [await answer(first, first.wrong, { seq: 4 }), await clear(first, { seq: 1 })]) {
      expect(late.status).toBe(200)
      expect(late.body).toMatchObject({ stale: true, seq: 5, saved_at: TEST_START, attempt_id: candidate.attempt.id })
    }
    expect(await saved(candidate)).toMatchObject([{ answer_option_id: first.right, seq: 5 }])
  })

  test('can be sent again without harm: the receipt is the first one', async () => {
    const candidate = await started()
    const { first, answer, submit, attempt } = candidate
    await answer(first, first.right, { seq: 5 })
    api.clock.advance(SECOND)
    const again = await answer(first, first.right, { seq: 5 })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ stale: false, seq: 5, saved_at: TEST_START })
    // Even when only the receipt was lost and the exam is over by now.
    await submit()
    const after = await answer(first, first.right, { seq: 5, attempt_id: attempt.id })
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({ stale: false, seq: 5, saved_at: TEST_START })
  })

  test('is not replaced by another answer with the same number', async () => {
    const candidate = await started()
    const { first, answer } = candidate
    await answer(first, first.right, { seq: 5 })
    const other = await answer(first, first.wrong, { seq: 5 })
    expect(other.status).toBe(200)
    expect(other.body).toMatchObject({ stale: true, seq: 5 })
    expect(await saved(candidate)).toMatchObject([{ answer_option_id: first.right }])
  })

  test('without a number it is the latest', async () => {
    const candidate = await started()
    const { first, answer, clear } = candidate
    expect((await answer(first, first.wrong)).body.seq).toBe(1)
    await answer(first, first.wrong, { seq: 40 })
    expect((await answer(first, first.right)).body).toMatchObject({ seq: 41, stale: false })
    expect(await saved(candidate)).toMatchObject([{ answer_option_id: first.right, seq: 41 }])
    expect((await clear(first)).body).toMatchObject({ seq: 42, stale: false })
    expect(await saved(candidate)).toMatchObject([{ answer_option_id: null, seq: 42 }])
  })

  test('takes ids and numbers as digits too', async () => {
    const { first, token, attempt } = await started()
    const response = await api.request('/api/v1/user/courses/exam/update/answer', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        exam_id: String(exam.id),
        qid: String(first.qid),
        answer_option_id: String(first.right),
        time_from: null,
      }),
    })
    expect(response.status).toBe(200)
    expect(await stored(attempt.id)).toMatchObject([{ option_id: first.right, time_from: null }])
  })

  test('counts until five seconds after the deadline, for what was on its way', async () => {
    const candidate = await started()
    const { first, second, answer } = candidate
    api.clock.advance(30 * MINUTE + 5 * SECOND)
    expect((await answer(first, first.right)).status).toBe(200)
    api.clock.advance(1)
    const late = await answer(second, second.right)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'too_late', message: expect.stringMatching(/^Time is over/) as string })
    const { body } = await candidate.submit()
    expect((await candidate.result(body.result_id)).body.data).toMatchObject({
      correct_answer_count: 1,
      finished_by: 'deadline',
    })
  })
})

describe('an answer is refused', () => {
  test('when no attempt was started', async () => {
    const candidate = await newCandidate(api, exam)
    const question = exam.questions[0]!
    for (const answer of [await candidate.answer(question, question.right), await candidate.clear(question)]) {
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('not_started')
    }
  })

  test('when the attempt is finished', async () => {
    const { first, answer, clear, submit, attempt } = await started()
    await submit()
    for (const refused of [
      await answer(first, first.right, { seq: 1 }),
      await answer(first, first.right, { attempt_id: attempt.id }),
      await clear(first),
    ]) {
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('finished')
    }
    expect(await stored(attempt.id)).toEqual([])
  })

  test('for an earlier attempt while a later one is under way', async () => {
    const { first, answer, submit, start, attempt } = await started()
    await submit()
    const later = (await start()).body.data.open_attempt!
    expect((await answer(first, first.right, { attempt_id: attempt.id, seq: 1 })).body.code).toBe('finished')
    expect(await stored(attempt.id)).toEqual([])
    expect(await stored(later.id)).toEqual([])
  })

  test("with another learner's attempt, or one of another exam", async () => {
    const mine = await started()
    const other = await started()
    const { first } = mine
    const foreign = await mine.answer(first, first.right, { attempt_id: other.attempt.id })
    expect(foreign.status).toBe(404)
    const elsewhere = await seedExam(api.services.db)
    const second = candidateOf(api, elsewhere, mine.token)
    await second.start()
    const question = elsewhere.questions[0]!
    expect((await second.answer(question, question.right, { attempt_id: mine.attempt.id })).status).toBe(404)
    expect((await second.clear(question, { attempt_id: 999_999 })).status).toBe(404)
    expect(await stored(other.attempt.id)).toEqual([])
    expect(await stored(mine.attempt.id)).toEqual([])
  })

  test('for a question that is not in the paper', async () => {
    const { answer, clear, attempt } = await started()
    const { questions } = await seedExam(api.services.db)
    for (const refused of [await answer(questions[0]!, questions[0]!.right), await clear(questions[0]!)]) {
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors ?? {})).toEqual(['qid'])
    }
    expect(await stored(attempt.id)).toEqual([])
  })

  test("with another question's option", async () => {
    const { answer, first, second, attempt } = await started()
    const refused = await answer(first, second.right)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['answer_option_id'])
    expect(await stored(attempt.id)).toEqual([])
  })

  test.each([
    [{ seq: 0 }, 'seq'],
    [{ seq: 1.5 }, 'seq'],
    [{ marked: 'yes' }, 'marked'],
    [{ attempt_id: 'x' }, 'attempt_id'],
  ])('with %j, by name', async (extras, field) => {
    const { answer, first } = await started()
    const refused = await answer(first, first.right, extras as object)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toHaveProperty(field)
  })
})

test.each([{ time_from: -1 }, { time_to: '10:30' }, { time_from: [], time_to: {} }, { time_from: 1.5 }])(
  'an answer is saved also with %j, of which nothing is kept',
  async (extras) => {
    const { answer, first, attempt } = await started()
    expect((await answer(first, first.right, extras as object)).status).toBe(200)
    expect(await stored(attempt.id)).toMatchObject([{ option_id: first.right, time_from: null, time_to: null }])
  },
)

describe('whatever the network does to numbered saves', () => {
  test('what is saved in the end is what the learner did, in order', async () => {
    const action = fc.record({ question: fc.nat(2), option: fc.option(fc.nat(3)), marked: fc.boolean() })
    const scenario = fc.array(action, { minLength: 1, maxLength: 8 }).chain((actions) => {
      const once = actions.map((_, index) => index)
      return fc.record({
        actions: fc.constant(actions),
        // Each arrives at least once, some again, in any order; the learner may lose any receipt.
        arrivals: fc
          .array(fc.nat(actions.length - 1), { maxLength: 6 })
          .chain((again) => fc.shuffledSubarray([...once, ...again], { minLength: once.length + again.length })),
      })
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ actions, arrivals }) => {
        const candidate = await started()
        const send = (index: number) => {
          const { question, option, marked } = actions[index]!
          const target = exam.questions[question]!
          const extras = { seq: index + 1, marked, attempt_id: candidate.attempt.id }
          return option === null
            ? candidate.clear(target, extras)
            : candidate.answer(target, target.options[option]!, extras)
        }
        for (const index of arrivals) expect((await send(index)).status).toBe(200)
        const expected = new Map<number, object>()
        for (const [index, { question, option, marked }] of actions.entries()) {
          const { qid, options } = exam.questions[question]!
          expected.set(qid, { qid, answer_option_id: option === null ? null : options[option], marked, seq: index + 1 })
        }
        const byId = (a: { qid: number }, b: { qid: number }) => a.qid - b.qid
        expect((await saved(candidate)).sort(byId)).toEqual(
          [...(expected.values() as Iterable<{ qid: number }>)].sort(byId),
        )
      }),
      { numRuns: 30 },
    )
  })
})
