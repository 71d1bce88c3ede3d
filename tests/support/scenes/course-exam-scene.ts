import { afterAll, beforeAll, beforeEach } from 'vitest'
import { getChapterExams } from '#features/course/course.contract.ts'
import { listChapterExams, listCourseExams } from '#features/exams/list/course-exams.contract.ts'
import { ALWAYS_OPEN, NEVER } from '#features/exams/exams.rules.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../api/api.ts'
import { candidateOf } from './candidate.ts'
import { seedCourse, seedEnrolment } from './catalogue-fixture.ts'
import { seedExam, type ExamToSeed, type SeededExam } from './exam-fixture.ts'

export const NOT_ENTITLED = { code: 'not_entitled', message: 'This feature is available for purchased course' }

interface Scene {
  api: TestApi
  /** Two courses: of each, chapter one is in a demo section and chapter two is not. */
  alpha: Awaited<ReturnType<typeof seedCourse>>
  beta: Awaited<ReturnType<typeof seedCourse>>
  /** What each has of course alpha. */
  learners: Record<'active' | 'expired' | 'stranger', TestLearner>
}

/** Two courses and three learners, new for each test, and what tests of course exams do with them. */
export function courseExamScene() {
  const at = {} as Scene
  beforeAll(async () => {
    at.api = await testApi()
    const course = (title: string) => seedCourse(at.api.services.db, { title, sections: [[10], [10]], demo: [0] })
    at.alpha = await course('Alpha')
    at.beta = await course('Beta')
  })
  beforeEach(async () => {
    at.api.clock.set(TEST_START)
    at.learners = { active: await enrolled(DAY), expired: await enrolled(-DAY), stranger: await at.api.learner() }
  })
  afterAll(() => at.api.close())

  async function enrolled(validFor: number, courseId = at.alpha.id): Promise<TestLearner> {
    const learner = await at.api.learner()
    await seedEnrolment(at.api.services.db, { userId: learner.user.id, courseId, validFor })
    return learner
  }

  /** An exam of course at.alpha without dates, unless told otherwise. */
  const ofAlpha = (given: ExamToSeed = {}) =>
    seedExam(at.api.services.db, { courses: [{ id: at.alpha.id }], opensAt: ALWAYS_OPEN, closesAt: NEVER, ...given })
  const ofChapter = (index: 0 | 1, given: ExamToSeed = {}) =>
    ofAlpha({ courses: [{ id: at.alpha.id, chapterId: at.alpha.chapterIds[index]! }], ...given })
  const sit = (exam: SeededExam, { token }: TestLearner) => candidateOf(at.api, exam, token)

  const courseList = async (learner: TestLearner, courseId = at.alpha.id) =>
    (await at.api.call(listCourseExams, { params: { courseId } }, learner)).body.examcontent
  const chapterList = async (learner: TestLearner, courseId = at.alpha.id) =>
    (await at.api.call(listChapterExams, { params: { courseId } }, learner)).body.data
  const atChapter = (learner: TestLearner, index: 0 | 1) =>
    at.api.call(getChapterExams, { params: { chapterId: at.alpha.chapterIds[index]! } }, learner)

  /** Finishes an attempt of an exam while the course was still active. */
  async function finishedBefore(exam: SeededExam, learner: TestLearner) {
    const candidate = sit(exam, learner)
    at.api.clock.set(TEST_START - 2 * DAY)
    const attempt = (await candidate.start()).body.data.open_attempt!
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
    await candidate.submit()
    at.api.clock.set(TEST_START)
    return attempt
  }

  return { at, enrolled, ofAlpha, ofChapter, sit, courseList, chapterList, atChapter, finishedBefore }
}

/** Whether a list names the exam. */
export const has = (list: { id: number }[], exam: SeededExam) => list.some(({ id }) => id === exam.id)
