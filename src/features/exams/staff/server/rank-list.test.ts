import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { seedCourse, seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { newCandidate, perform } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { rankList, rankListCsv, type RankQuery, type Ranked } from './rank-list.ts'

let api: TestApi
/** What tests only read. */
let sat: Awaited<ReturnType<typeof hall>>
beforeAll(async () => {
  api = await testApi()
  sat = await hall()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const marks = { units_per_mark: 1, correct_units: 1, wrong_units: 1 }

/** Twelve candidates, with all kinds of ties: right, wrong, minutes. */
const performances = [
  [4, 0, 9],
  [3, 0, 5],
  [3, 0, 5],
  [3, 0, 7],
  [3, 1, 2],
  [2, 0, 2],
  [2, 0, 2],
  [2, 1, 1],
  [1, 0, 8],
  [1, 1, 3],
  [0, 0, 1],
  [0, 2, 1],
] as const

async function hall() {
  const exam = await seedExam(api.services.db, { marks, attempts: 2 })
  const candidates = []
  // Not in the order of their ranks.
  for (const index of [5, 0, 11, 3, 7, 1, 9, 2, 10, 4, 8, 6]) {
    const [right, wrong, minutes] = performances[index]!
    // Ties but for milliseconds are ties.
    const time = minutes * MINUTE + 40 * index
    candidates.push(await perform(api, exam, { right, wrong, time }))
  }
  return { exam, candidates }
}

/** All rows, page by page. */
async function pages(query: RankQuery): Promise<Ranked[][]> {
  const found: Ranked[][] = []
  for (let after: string | undefined; ;) {
    const { rows, next } = await rankList(api.services, { ...query, after })
    found.push(rows)
    if (next === undefined) return found
    after = next
  }
}

describe('the rank list', () => {
  test('has the ranks that candidates read in their results, and what each did', async () => {
    const { exam, candidates } = sat
    const { rows, next, paper } = await rankList(api.services, { examId: exam.id })
    expect([paper.candidates, next, rows.length]).toEqual([12, undefined, 12])
    for (const { attemptId, result } of candidates) {
      const { standing } = (await result(attemptId)).body.data
      expect(rows.find(({ attempt_id }) => attempt_id === attemptId)?.rank).toBe(standing.rank)
    }
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 2, 4, 5, 5, 7, 8, 9, 10, 11, 12])
    expect(rows[6]).toMatchObject({
      score: 2,
      right: 3,
      wrong: 1,
      left: 0,
      took_ms: 2 * MINUTE,
      finished_by: 'learner',
    })
    expect(rows[6]).toMatchObject({ country_code: '91', phone: expect.stringMatching(/^91\d{8}$/), extra_minutes: 0 })
    expect(rows[11]).toMatchObject({ score: -2, right: 0, wrong: 2, left: 2 })
  })

  test.each(['rank', 'name', 'finish'] as const)('by %s comes in pages that leave nobody out', async (sort) => {
    const { exam } = sat
    const [whole] = await pages({ examId: exam.id, sort })
    const parts = await pages({ examId: exam.id, sort, limit: 5 })
    expect(parts.map((rows) => rows.length)).toEqual([5, 5, 2])
    expect(parts.flat()).toEqual(whole)
    expect(await pages({ examId: exam.id, sort, limit: 12 })).toHaveLength(1)
    if (sort === 'finish') {
      const ends = whole!.map(({ ended_at }) => ended_at)
      expect(ends).toEqual(ends.toSorted((a, b) => b - a))
    }
    if (sort === 'name') {
      const names = whole!.map(({ name }) => name!.toLowerCase())
      expect(names).toEqual(names.toSorted())
    }
  })

  test('counts first attempts of one paper, and those alone that are over', async () => {
    const { exam, candidates } = await hall()
    await candidates[0]!.start()
    await candidates[0]!.submit()
    await (await newCandidate(api, exam)).start()
    expect((await rankList(api.services, { examId: exam.id })).rows).toHaveLength(12)
    // The questions change: the exam has another paper, on which nobody has finished.
    const { id: other } = await api.services.db
      .insertInto('papers')
      .values({ exam_id: exam.id, fingerprint: 'new', question_count: 1, ...marks, created_at: TEST_START })
      .returning('id')
      .executeTakeFirstOrThrow()
    await api.services.db.updateTable('exams').set({ paper_id: other }).where('id', '=', exam.id).execute()
    const { paper, papers, rows } = await rankList(api.services, { examId: exam.id })
    expect([paper.id, rows.length]).toEqual([exam.paperId, 12])
    expect(papers.map(({ id, current, candidates: of }) => [id, current, of])).toEqual([
      [other, true, 0],
      [exam.paperId, false, 12],
    ])
    expect((await rankList(api.services, { examId: exam.id, paperId: other })).rows).toEqual([])
  })

  test('agrees with the results also when an account has ended', async () => {
    const { exam, candidates } = await hall()
    const { rows: before } = await rankList(api.services, { examId: exam.id })
    const gone = candidates.find(({ attemptId }) => attemptId === before[0]!.attempt_id)!
    await api.services.db.deleteFrom('attempts').where('id', '=', gone.attemptId).execute()
    const { rows } = await rankList(api.services, { examId: exam.id })
    expect(rows.map(({ rank }) => rank)).toEqual([2, 2, 4, 5, 5, 7, 8, 9, 10, 11, 12])
    const [, second] = candidates.toSorted((a, b) => rankIn(before, a) - rankIn(before, b))
    expect((await second!.result(second!.attemptId)).body.data.standing.rank).toBe(2)
  })

  test('of a course has its learners, with their ranks among all', async () => {
    const { exam } = sat
    const course = await seedCourse(api.services.db, { title: 'Alpha', sections: [[10]] })
    const { rows } = await rankList(api.services, { examId: exam.id })
    for (const at of [3, 7, 11])
      await seedEnrolment(api.services.db, { userId: rows[at]!.user_id, courseId: course.id, validFor: MINUTE })
    const found = await pages({ examId: exam.id, courseId: course.id, limit: 1 })
    expect(found.flat()).toEqual([rows[3], rows[7], rows[11]])
  })

  test.each(['', 'x', Buffer.from('["name","a",1]').toString('base64url')])('has no place %j', async (after) => {
    const exam = await seedExam(api.services.db)
    await expect(rankList(api.services, { examId: exam.id, after })).rejects.toMatchObject({ status: 422 })
  })

  test('is of an exam that is there', async () => {
    await expect(rankList(api.services, { examId: 999_999 })).rejects.toMatchObject({ status: 404 })
    const exam = await seedExam(api.services.db)
    await expect(rankList(api.services, { examId: exam.id, paperId: exam.paperId + 1 })).rejects.toMatchObject({
      status: 404,
    })
  })
})

const rankIn = (rows: Ranked[], { attemptId }: { attemptId: number }) =>
  rows.find(({ attempt_id }) => attempt_id === attemptId)!.rank

test('the rank list as a file begins once, and has all rows', async () => {
  const exam = await seedExam(api.services.db, { marks })
  await perform(api, exam, { right: 2, wrong: 1, time: 90 * SECOND })
  await perform(api, exam, { right: 0, wrong: 1, time: 5 * SECOND })
  const pieces = await Array.fromAsync(rankListCsv(api.services, { examId: exam.id }))
  expect(pieces.join('').match(/\uFEFF/g)).toHaveLength(1)
  expect(pieces.join('').split('\r\n')).toEqual([
    '\uFEFFRank,Name,Country code,Phone,Score,Right,Wrong,Left,Seconds taken,Extra minutes,Finished (Indian time),Finished by',
    expect.stringMatching(/^1,Learner \d+,91,91\d{8},1,2,1,1,90,0,2026-03-02 10:01:30,learner$/),
    expect.stringMatching(/^2,Learner \d+,91,91\d{8},-1,0,1,3,5,0,2026-03-02 10:01:35,learner$/),
    '',
  ])
})
