import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { newCandidate, perform } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { sentBy } from '../../../../../tests/support/api/statements.ts'
import { itemStatistics } from './item-statistics.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

/** So many right and wrong answers of ten candidates, in the order of the paper. */
const performances = [
  [4, 0],
  [3, 1],
  [3, 0],
  [2, 2],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 0],
  [0, 3],
  [0, 0],
] as const

async function hall(count = 10) {
  const exam = await seedExam(api.services.db)
  for (const [right, wrong] of performances.slice(0, count))
    await perform(api, exam, { right, wrong, time: MINUTE, times: [20 * SECOND + right, 5 * SECOND] })
  return exam
}

const analysed = async (examId: number) => {
  const found = await itemStatistics(api.services, { examId })
  if (found.is !== 'known') throw new Error('Too few')
  return found
}

describe('the statistics of an exam', () => {
  test('are kept back until ten candidates have finished', async () => {
    const exam = await hall(9)
    expect(await itemStatistics(api.services, { examId: exam.id })).toMatchObject({
      is: 'too few',
      candidates: 9,
      least: 10,
    })
    await perform(api, exam, { right: 0, wrong: 0, time: MINUTE })
    expect(await itemStatistics(api.services, { examId: exam.id })).toMatchObject({ is: 'known' })
  })

  test('count nobody whose answers went with the account, also where ranks still do', async () => {
    const exam = await hall()
    const { id } = await api.services.db
      .selectFrom('attempts')
      .where('exam_id', '=', exam.id)
      .select('id')
      .executeTakeFirstOrThrow()
    await api.services.db.deleteFrom('attempts').where('id', '=', id).execute()
    expect(await itemStatistics(api.services, { examId: exam.id })).toMatchObject({ is: 'too few', candidates: 9 })
  })

  test('say of each question what was chosen, and by whom, in the paper’s order', async () => {
    const exam = await hall()
    const { items, statistics } = await analysed(exam.id)
    // In thirds of a mark: 12, 8, 9, 4, 6, 5, 2, 3, -3, 0.
    expect(statistics).toMatchObject({ candidates: 10, mean: 4.6, median: 4.5, upper: 3, lower: 3 })
    expect(statistics.deviation).toBeCloseTo(Math.sqrt(388 / 10 - 4.6 ** 2), 12)
    expect(items.map(({ qid, number, right, wrong, left }) => [qid, number, right, wrong, left])).toEqual([
      [exam.questions[0]!.qid, 1, 8, 1, 1],
      [exam.questions[1]!.qid, 2, 6, 2, 2],
      [exam.questions[2]!.qid, 3, 3, 3, 4],
      [exam.questions[3]!.qid, 4, 1, 2, 7],
    ])
    const [first] = items
    expect(first).toMatchObject({ section: 'Section 1', content: expect.stringContaining('Question') })
    // 12, 8 and 9 have it right; of 2, -3 and 0 one has.
    expect(first!.discrimination).toBeCloseTo(1 - 1 / 3, 12)
    expect(first!.options.map(({ chosen, upper, lower, right }) => [chosen, upper, lower, right])).toEqual([
      [1, 0, 1, false],
      [0, 0, 0, false],
      [8, 3, 1, true],
      [0, 0, 0, false],
    ])
    // The rest of the paper, in thirds: 9 5 6 1 3 2 -1 0 -2 0; right: 1 1 1 1 1 1 1 1 0 0.
    expect(first!.correlation).toBeCloseTo((10 * 25 - 8 * 23) / Math.sqrt((80 - 64) * (10 * 161 - 23 * 23)), 12)
    expect(items.map(({ median_ms }) => median_ms)).toEqual([20 * SECOND + 2, 5 * SECOND, null, null])
  })

  test('know first attempts alone, and those that are over', async () => {
    const exam = await hall()
    const before = await analysed(exam.id)
    const open = await newCandidate(api, exam)
    await open.start()
    await open.answer(exam.questions[3]!, exam.questions[3]!.right)
    expect(await analysed(exam.id)).toEqual(before)
    await open.submit()
    expect((await analysed(exam.id)).items[3]).toMatchObject({ right: 2 })
  })

  test('go by the answers by which the paper was marked', async () => {
    const exam = await hall()
    const [first] = exam.questions
    await api.services.db
      .updateTable('paper_questions')
      .set({ right_option_id: first!.right })
      .where('question_id', '=', first!.qid)
      .execute()
    for (const [id, is_answer] of [
      [first!.right, 0],
      [first!.wrong, 1],
    ] as const)
      await api.services.db.updateTable('question_options').set({ is_answer }).where('id', '=', id).execute()
    const { items } = await analysed(exam.id)
    expect(items[0]).toMatchObject({ right: 8, wrong: 1 })
  })

  test('are worked out once, and again when somebody has finished', async () => {
    const exam = await hall()
    const before = await analysed(exam.id)
    const again = await sentBy(api, () => analysed(exam.id))
    expect(again.filter((statement) => statement.sql.includes('responses'))).toEqual([])
    await perform(api, exam, { right: 4, wrong: 0, time: MINUTE })
    const after = await analysed(exam.id)
    expect([before.statistics.candidates, after.statistics.candidates]).toEqual([10, 11])
  })
})
