import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { newCandidate, perform, type Performed } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { secondsTaken } from '../../exams.rules.ts'
import { sweepOverdue } from '../../server/sweep.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

const standingOf = async (candidate: Awaited<ReturnType<typeof perform>>) =>
  (await candidate.result(candidate.attemptId)).body.data.standing

/** Below zero when `a` stands before `b`: more marks (three for one wrong), fewer wrong answers, fewer whole seconds. */
const inOrder = (a: Performed, b: Performed) =>
  b.right * 3 - b.wrong - (a.right * 3 - a.wrong) ||
  a.wrong - b.wrong ||
  secondsTaken(0, a.time) - secondsTaken(0, b.time)

describe('the standing of a first attempt', () => {
  test('is kept back until ten candidates have finished', async () => {
    const exam = await seedExam(api.services.db)
    const mine = await perform(api, exam, { right: 3, wrong: 0, time: SECOND })
    for (let other = 0; other < 8; other += 1) await perform(api, exam, { right: 1, wrong: 0, time: SECOND })
    expect(await standingOf(mine)).toEqual({ candidates: 9, rank: null, percentile: null })
    await perform(api, exam, { right: 4, wrong: 0, time: SECOND })
    expect(await standingOf(mine)).toEqual({ candidates: 10, rank: 2, percentile: 90 })
  })

  test('counts the fewer wrong answers first among equal scores, then the less time', async () => {
    // A mark for a right answer and one off for a wrong one, so that equal scores come about in several ways.
    const marks = { units_per_mark: 1, correct_units: 1, wrong_units: 1 }
    const exam = await seedExam(api.services.db, { marks })
    for (let other = 0; other < 7; other += 1) await perform(api, exam, { right: 0, wrong: 1, time: SECOND })
    const careful = await perform(api, exam, { right: 1, wrong: 0, time: 9 * MINUTE })
    const bold = await perform(api, exam, { right: 2, wrong: 1, time: MINUTE })
    const slow = await perform(api, exam, { right: 2, wrong: 1, time: 2 * MINUTE })
    const level = await perform(api, exam, { right: 2, wrong: 1, time: MINUTE })
    const ranks = await Promise.all([careful, bold, level, slow].map(standingOf))
    expect(ranks.map(({ rank }) => rank)).toEqual([1, 2, 2, 4])
    // None of them has the higher score.
    expect(ranks.map(({ percentile }) => percentile)).toEqual([100, 100, 100, 100])
  })

  test('shares a rank among equal whole seconds, as the result displays them', async () => {
    const exam = await seedExam(api.services.db)
    for (let other = 0; other < 6; other += 1) await perform(api, exam, { right: 0, wrong: 2, time: SECOND })
    const times = [61 * SECOND - 501, 61 * SECOND - 500, 61 * SECOND, 61 * SECOND + 499, 61 * SECOND + 500]
    const candidates = []
    for (const time of times) candidates.push(await perform(api, exam, { right: 1, wrong: 1, time }))
    const results = await Promise.all(candidates.map(({ attemptId, result }) => result(attemptId)))
    const shown = results.map(({ body }) => [body.data.total_time, body.data.standing.rank])
    expect(shown).toEqual([
      [60, 1],
      [61, 2],
      [61, 2],
      [61, 2],
      [62, 5],
    ])
  })

  test('counts attempts that a clock ended before they began as 0 seconds, as displayed', async () => {
    const exam = await seedExam(api.services.db)
    for (let other = 0; other < 8; other += 1) await perform(api, exam, { right: 0, wrong: 2, time: SECOND })
    const back = await perform(api, exam, { right: 1, wrong: 0, time: -9 * SECOND })
    const quick = await perform(api, exam, { right: 1, wrong: 0, time: 0 })
    const slow = await perform(api, exam, { right: 1, wrong: 0, time: SECOND })
    const ranks = await Promise.all([back, quick, slow].map(standingOf))
    expect(ranks.map(({ rank }) => rank)).toEqual([1, 1, 3])
  })

  test('is the order of all performances, whoever finishes when', async () => {
    const performed = fc
      .record({ right: fc.nat(3), wrong: fc.nat(3), time: fc.constantFrom(SECOND, SECOND + 400, MINUTE, 2 * MINUTE) })
      .filter(({ right, wrong }) => right + wrong <= 4)
    await fc.assert(
      fc.asyncProperty(fc.array(performed, { minLength: 10, maxLength: 16 }), async (all) => {
        api.clock.set(TEST_START)
        const exam = await seedExam(api.services.db)
        const candidates = []
        for (const one of all) candidates.push(await perform(api, exam, one))
        const standings = await Promise.all(candidates.map(standingOf))
        const score = ({ right, wrong }: Performed) => right * 3 - wrong
        for (const [index, mine] of all.entries()) {
          const notAbove = all.filter((other) => score(other) <= score(mine)).length
          expect(standings[index]).toEqual({
            candidates: all.length,
            rank: all.filter((other) => inOrder(other, mine) < 0).length + 1,
            percentile: Math.round((notAbove * 10_000) / all.length) / 100,
          })
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test('stays when the learner tries again, and the later attempts of others count for nothing', async () => {
    const exam = await seedExam(api.services.db, { attempts: 2 })
    const mine = await perform(api, exam, { right: 1, wrong: 1, time: MINUTE })
    const others = []
    for (let other = 0; other < 9; other += 1)
      others.push(await perform(api, exam, { right: 0, wrong: 0, time: SECOND }))
    const before = await standingOf(mine)
    expect(before).toEqual({ candidates: 10, rank: 1, percentile: 100 })
    const second = (await mine.start()).body.data.open_attempt!.id
    await mine.submit(second)
    const { open_attempt: again } = (await others[0]!.start()).body.data
    for (const question of exam.questions) await others[0]!.answer(question, question.right)
    await others[0]!.submit(again!.id)
    expect(await standingOf(mine)).toEqual(before)
    const { attempt, standing } = (await mine.result(second)).body.data
    expect([attempt, standing]).toEqual([2, before])
  })

  test('counts those whom the deadline finished', async () => {
    const exam = await seedExam(api.services.db)
    const mine = await perform(api, exam, { right: 1, wrong: 0, time: SECOND })
    for (let other = 0; other < 8; other += 1) await perform(api, exam, { right: 0, wrong: 0, time: SECOND })
    await (await newCandidate(api, exam)).start()
    api.clock.advance(31 * MINUTE)
    await sweepOverdue(api.services)
    expect(await standingOf(mine)).toEqual({ candidates: 10, rank: 1, percentile: 100 })
  })

  test('compares within one paper: other questions give other marks', async () => {
    const exam = await seedExam(api.services.db)
    const elsewhere = await seedExam(api.services.db)
    for (let other = 0; other < 10; other += 1) await perform(api, exam, { right: 0, wrong: 0, time: SECOND })
    const mine = await perform(api, elsewhere, { right: 1, wrong: 0, time: SECOND })
    expect(await standingOf(mine)).toEqual({ candidates: 1, rank: null, percentile: null })
  })
})
