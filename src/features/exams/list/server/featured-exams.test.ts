import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, INDIA_OFFSET, isoTime } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../tests/support/scenes/candidate.ts'
import { announceContent } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { seedExam, type SeededExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'
import { submitRegistrationForm } from '../../registration/registration.contract.ts'
import { listMockExams } from '../exam-list.contract.ts'
import { getExamDetail } from '../../detail/detail.contract.ts'
import { listHomePageExams } from '../featured.contract.ts'

let api: TestApi
let mock: SeededExam
let registered: SeededExam

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  mock = await seedExam(db, { title: 'Mock', attempts: 3, opensAt: TEST_START - HOUR, closesAt: TEST_START + DAY })
  registered = await seedExam(db, { title: 'With registration', registration: ['reg_no'] })
  const withdrawn = await seedExam(db, { retired: true })
  const ofCourse = await seedExam(db, { type: 2 })
  await seedExam(db, { title: 'Not featured' })
  await announceContent(db, { featuredExams: [registered.id, withdrawn.id, ofCourse.id, mock.id] })
})

afterAll(() => api.close())

const list = async (token: string) => (await api.call(listHomePageExams, {}, { token })).body

test('lists the general exams that the content features, in its order', async () => {
  const { token } = await api.learner()
  expect((await list(token)).map(({ name }) => name)).toEqual(['With registration', 'Mock'])
})

test('gives the dates as the Indian wall clock reads, in seconds', async () => {
  const { token } = await api.learner()
  const exam = (await list(token)).find(({ id }) => id === mock.id)!
  expect(exam.start_date * 1000).toBe(TEST_START - HOUR + INDIA_OFFSET)
  expect(exam.end_date * 1000).toBe(TEST_START + DAY + INDIA_OFFSET)
  expect(exam).toMatchObject({ time: 30, total_noq: 4, attempt: 3, exams_completed: 0, correct_score: 1, result: [] })
})

test('tells the same instants of an exam as the list of exams, its own page and the clock, whatever the dates beside them', async () => {
  const learner = await api.learner()
  const detail = (await api.call(getExamDetail, { params: { examId: mock.id } }, learner)).body.data
  const listed = (await api.call(listMockExams, { body: { status: 'all' } }, learner)).body.exams.data
  const featured = await list(learner.token)
  const all = [detail, listed.find(({ id }) => id === mock.id), featured.find(({ id }) => id === mock.id)]
  expect(all.map((exam) => [exam?.start_date_iso, exam?.end_date_iso])).toEqual(
    all.map(() => [isoTime(TEST_START - HOUR), isoTime(TEST_START + DAY)]),
  )
})

test("counts the learner's own attempts, and says which is under way", async () => {
  const { token } = await api.learner()
  const candidate = candidateOf(api, mock, token)
  const [question] = mock.questions
  await candidate.start()
  await candidate.answer(question!, question!.right)
  const { body } = await candidate.submit()
  await candidate.start()
  const exam = (await list(token)).find(({ id }) => id === mock.id)!
  expect(exam).toMatchObject({ exams_completed: 1, in_progress: true })
  expect(exam.result).toEqual([
    { attempt_id: body.result_id, user_grade: 1, attend_date: TEST_START, attend_date_iso: isoTime(TEST_START) },
  ])
  const other = await api.learner()
  expect((await list(other.token)).find(({ id }) => id === mock.id)).toMatchObject({ exams_completed: 0, result: [] })
})

test('says who has registered', async () => {
  const { token } = await api.learner()
  const first = async () => (await list(token))[0]
  expect(await first()).toMatchObject({ is_reg_needed: 'Y', registered: false })
  await api.call(submitRegistrationForm, { body: { exam_id: registered.id, reg_no: 'A 12' } }, { token })
  expect(await first()).toMatchObject({ is_reg_needed: 'Y', registered: true })
})

test('takes two statements and the check of the token, however many exams', async () => {
  const { token } = await api.learner()
  await list(token)
  expect(await statementsOf(api, () => list(token))).toBe(3)
})
