import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../../../tests/support/scenes/catalogue-fixture.ts'
import { newCandidate, perform } from '../../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type SeededExam } from '../../../../../../tests/support/scenes/exam-fixture.ts'
import { giveLearnerTime } from '../../learner-attempts.contract.ts'
import * as contracts from '../../exams.contract.ts'
import type { ExamState } from '../../exams.rules.ts'

let api: TestApi
let hall: SeededExam
const as = {} as Record<StaffRole, TestStaff>

/** Ten who finished, the sixth and the seventh alike in all but their time. */
beforeAll(async () => {
  api = await testApi()
  for (const role of ['owner', 'author', 'support', 'mentor'] as const) as[role] = await api.staff(role)
  hall = await seedExam(api.services.db, { title: 'Hall 100%_a' })
  for (const [index, right] of [4, 3, 3, 2, 2, 1, 1, 1, 0, 0].entries())
    await perform(api, hall, { right, wrong: right === 4 ? 0 : 1, time: (20 - index) * SECOND, times: [5 * SECOND] })
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const listed = async (query: { words?: string; state?: ExamState }) =>
  (await api.call(contracts.listExams, { query }, { staff: as.author })).body.data

describe('the list of exams', () => {
  test('tells where each stands, who is in it, who finished and the mean from ten on', async () => {
    const course = await seedCourse(api.services.db, { title: 'Polity' })
    const exam = await seedExam(api.services.db, { title: 'Weekly', courses: [{ id: course.id }], sections: [3] })
    await (await newCandidate(api, await seedExam(api.services.db, { title: 'Somebody' }))).start()
    const rows = await listed({})
    expect(rows.find(({ id }) => id === exam.id)).toMatchObject({
      type: 'course',
      courses: [{ id: course.id, title: 'Polity' }],
      questions: 3,
      sitting: 0,
      finished: 0,
      mean: null,
      total_marks: 3,
    })
    // 4 + 2 × 2.67 + 2 × 1.67 + 3 × 0.67 − 2 × 0.33 marks of ten.
    expect(rows.find(({ id }) => id === hall.id)).toMatchObject({ type: 'general', finished: 10, mean: 1.4 })
    expect(rows.find(({ title }) => title === 'Somebody')).toMatchObject({ sitting: 1, finished: 0 })
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a))
  })

  test('is narrowed by words of the title, as they stand there, and by where exams stand', async () => {
    const { db } = api.services
    const later = await seedExam(db, { title: 'Later', opensAt: TEST_START + DAY, closesAt: TEST_START + 2 * DAY })
    const gone = await seedExam(db, { title: 'Gone', opensAt: TEST_START - DAY, closesAt: TEST_START })
    const has = async (query: Parameters<typeof listed>[0]) => new Set((await listed(query)).map(({ id }) => id))
    expect(await has({ words: 'hALL 100%_' })).toEqual(new Set([hall.id]))
    expect(await has({ words: 'hall%a' })).toEqual(new Set())
    expect([...(await has({ state: 'upcoming' }))]).toEqual([later.id])
    expect([...(await has({ state: 'past' }))]).toEqual([gone.id])
    const running = await has({ state: 'running' })
    expect([running.has(hall.id), running.has(later.id), running.has(gone.id)]).toEqual([true, false, false])
    expect((await has({ state: 'sitting' })).has(hall.id)).toBe(false)
  })

  test('goes on where a page ends', async () => {
    for (let more = 0; more < 26; more += 1) await seedExam(api.services.db, { title: `Many ${more}` })
    const page = async (before?: number) =>
      (await api.call(contracts.listExams, { query: { words: 'many', before } }, { staff: as.mentor })).body
    const first = await page()
    const second = await page(first.next!)
    expect([first.data.length, second.data.length, second.next]).toEqual([25, 1, null])
    expect(second.data[0]!.title).toBe('Many 0')
  })
})

describe('an exam', () => {
  const params = () => ({ params: { id: hall.id } })

  test('is told with its marks and how its candidates did', async () => {
    const { body } = await api.call(contracts.getExam, params(), { staff: as.author })
    expect(body).toMatchObject({
      candidates: 10,
      least: 10,
      minutes: 30,
      total_marks: 4,
      counts: { sitting: 0, finished_by_learner: 10, finished_by_deadline: 0 },
      papers: [{ id: hall.paperId, questions: 4, candidates: 10 }],
      statistics: { mean: 1.4, median: 1.17, bins: expect.arrayContaining([{ from: null, to: 0, candidates: 2 }]) },
    })
    expect(body.statistics!.bins.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(10)
  })

  test('of fewer than ten shows neither statistics nor a file of them, but its rank list', async () => {
    const exam = await seedExam(api.services.db)
    await perform(api, exam, { right: 2, wrong: 0, time: MINUTE })
    const input = { params: { id: exam.id } }
    const head = await api.call(contracts.getExam, input, { staff: as.owner })
    expect(head.body).toMatchObject({ candidates: 1, statistics: null })
    expect((await api.call(contracts.listItems, input, { staff: as.owner })).body.data).toBeNull()
    expect((await api.call(contracts.exportItems, input, { staff: as.owner })).status).toBe(409)
    const ranks = await api.call(contracts.listRanks, input, { staff: as.owner })
    expect(ranks.body.data).toMatchObject([{ rank: 1, marks: 2 }])
    expect((await api.call(contracts.getExam, { params: { id: 999_999 } }, { staff: as.owner })).status).toBe(404)
  })

  test('tells of each question what was chosen, with the key', async () => {
    const { body } = await api.call(contracts.listItems, params(), { staff: as.mentor })
    const [first] = body.data!
    expect(first).toMatchObject({
      number: 1,
      section: 'Section 1',
      right: 80,
      wrong: 20,
      left: 0,
      median_ms: 5 * SECOND,
    })
    expect(first!.text).toMatch(/^Question /)
    expect(first!.options.map(({ chosen, key }) => [chosen, key])).toEqual([
      [20, false],
      [0, false],
      [80, true],
      [0, false],
    ])
    expect(first!.content).toMatch(/^<p>/)
    expect(first!.options[2]).toMatchObject({ content: expect.stringContaining(first!.options[2]!.text) as string })
    const { body: file } = await api.call(contracts.exportItems, params(), { staff: as.mentor })
    expect(file.csv.split('\r\n')[0]).toContain(',A,A %,A upper %,A lower %,B,')
    expect(file.csv.split('\r\n')[1]).toMatch(/^1,Section 1,Question .*,C,10,80,20,0,/)
    expect(file.next).toBeNull()
  })

  test('has a rank list by rank, name and time, and a file of it for those who may take learners along', async () => {
    const ranks = async (sort: 'rank' | 'name' | 'finish', staff: TestStaff) =>
      api.call(contracts.listRanks, { ...params(), query: { sort } }, { staff })
    const { body } = await ranks('rank', as.support)
    expect(body.data.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    // Of those who are alike the last was the fastest.
    expect(body.data[1]!.took_ms).toBeLessThan(body.data[2]!.took_ms)
    const finished = (await ranks('finish', as.mentor)).body.data.map(({ ended_at }) => ended_at)
    expect(finished).toEqual([...finished].sort((a, b) => b - a))
    expect(body.data[0]!.learner).toMatchObject({
      name: expect.any(String),
      phone: expect.stringMatching(/^9\d{9}$/) as string,
    })
    expect((await ranks('rank', as.mentor)).body.data[0]!.learner!.phone).toMatch(/^•{6}\d{4}$/)

    const { body: file } = await api.call(contracts.exportRanks, params(), { staff: as.support })
    expect(file.csv.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^\uFEFFRank,Name/),
      expect.stringMatching(/^1,/),
    ])
    expect([file.csv.trim().split('\r\n').length, file.next]).toEqual([11, null])
    const { entries } = await listWork(api.services.db, { page: 1 })
    expect(entries[0]).toMatchObject({ action: 'exam ranks exported', subject: `exam ${hall.id}` })
    expect((await api.call(contracts.exportRanks, params(), { staff: as.mentor })).status).toBe(403)
  })

  test('shows authors nobody’s name or phone, nor the order of names', async () => {
    const { body } = await api.call(contracts.listRanks, params(), { staff: as.author })
    expect(new Set(body.data.map(({ learner }) => learner))).toEqual(new Set([null]))
    const byName = await api.call(contracts.listRanks, { ...params(), query: { sort: 'name' } }, { staff: as.author })
    expect(byName.status).toBe(422)
  })

  test('shows who sits it, to authors too, who give them time', async () => {
    const exam = await seedExam(api.services.db)
    const candidate = await newCandidate(api, exam)
    await candidate.start()
    api.clock.advance(5 * MINUTE)
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
    const sitting = async (staff: TestStaff) =>
      (await api.call(contracts.listSitting, { params: { id: exam.id } }, { staff })).body
    const { data, counts, questions, now } = await sitting(as.author)
    expect({ counts, questions }).toMatchObject({ counts: { sitting: 1 }, questions: 4 })
    expect(data).toMatchObject([
      { learner: null, answered: 1, saved_at: now, connection: 'here', left_ms: 25 * MINUTE, extra_minutes: 0 },
    ])
    expect((await sitting(as.mentor)).data[0]!.learner).not.toBeNull()
    const given = await api.call(
      giveLearnerTime,
      { params: { id: data[0]!.user_id }, body: { exam_id: exam.id, minutes: 5, reason: 'Power cut' } },
      { staff: as.author },
    )
    expect(given.status).toBe(200)
    expect((await sitting(as.author)).data).toMatchObject([{ left_ms: 30 * MINUTE, extra_minutes: 5 }])
  })
})
