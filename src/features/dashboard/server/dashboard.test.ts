import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savePosition } from '#features/course/course.contract.ts'
import { submitQuiz } from '#features/quizzes/quizzes.contract.ts'
import { DAY, HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START } from '../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../tests/support/scenes/candidate.ts'
import { courseFixture, type CourseFixture } from '../../../../tests/support/scenes/course-fixture.ts'
import { seedExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { seedEnrolment } from '../../../../tests/support/scenes/catalogue-fixture.ts'
import { learnerAfter } from '../../../../tests/support/scenes/practice.ts'
import { statementsOf } from '../../../../tests/support/api/statements.ts'
import * as contract from '../dashboard.contract.ts'

let fixture: CourseFixture

beforeAll(async () => {
  fixture = await courseFixture()
})
afterAll(() => fixture.api.close())

const counts = async ({ token }: { token: string }) =>
  (await fixture.api.call(contract.getDashboardCounts, {}, { token })).body
const activity = async ({ token }: { token: string }) =>
  (await fixture.api.call(contract.getStudyActivity, {}, { token })).body.days
const studied = async (learner: { token: string }) =>
  (await activity(learner)).filter((day) => day.minutes_watched + day.questions_answered > 0)

describe('the figures of the dashboard', () => {
  test('are nothing for a learner without a course', async () => {
    expect(await counts(fixture.learners.nobody)).toEqual({
      status: true,
      total_queries: 0,
      workout_count: {},
      exam_summary: [],
      per_course_video_watched: [],
    })
  })

  test('count what was watched, attempted, asked and published, of one learner only', async () => {
    const { api, alpha, beta, chapters } = fixture
    const { db } = api.services
    const learner = await fixture.enrolled(alpha, DAY)
    await seedEnrolment(db, { userId: learner.user.id, courseId: beta, validFor: -DAY })
    await fixture.log(learner, chapters.one!, { videowatched: '1' })
    await fixture.log(learner, chapters.two!)
    const panel = await db.selectFrom('discussion_panels').select('id').executeTakeFirstOrThrow()
    const comment = { panel_id: panel.id, user_id: learner.user.id, content_html: 'Why?', created_at: TEST_START }
    const asked = await db.insertInto('discussions').values(comment).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('discussions')
      .values([
        { ...comment, parent_id: asked.id },
        { ...comment, deleted_at: TEST_START },
      ])
      .execute()

    await db
      .insertInto('tickets')
      .values({ user_id: learner.user.id, category_id: 1, title: 'My receipt', mode: 'closed', created_at: TEST_START })
      .execute()

    const found = await counts(learner)
    expect(found.total_queries).toBe(2)
    // One of each that is out; 'by hand' comes tomorrow.
    expect(found.workout_count).toEqual({ audios: 1, images: 1, documents: 1, richtext: 1 })
    expect(found.per_course_video_watched.map((row) => [row.content_id, row.watched_count, row.total_videos])).toEqual([
      [alpha, 1, 6],
      [beta, 0, 3],
    ])
    expect(found.exam_summary).toMatchObject([
      { content_id: alpha, title: 'Course alpha', attempted_exam_count: 0, total_exam_count: 1 },
    ])
    expect(found.per_course_video_watched.map(({ active }) => active)).toEqual([true, false])
    expect(found.exam_summary[0]!.thumbnail).toMatch(/^\/media\//)
    expect((await counts(fixture.learners.active)).total_queries).toBe(0)
  })

  test('count an exam as attempted once its attempt is over, however many there are', async () => {
    const { api, alpha } = fixture
    const learner = await fixture.enrolled(alpha, DAY)
    const { db } = api.services
    const exam = await db
      .selectFrom('exams')
      .innerJoin('exam_courses', 'exam_courses.exam_id', 'exams.id')
      .where('exam_courses.course_id', '=', alpha)
      .select(['exams.id', 'exams.paper_id'])
      .executeTakeFirstOrThrow()
    const attempted = async () => (await counts(learner)).exam_summary[0]!.attempted_exam_count
    const now = api.clock.now()
    const attempt = { user_id: learner.user.id, exam_id: exam.id, paper_id: exam.paper_id!, started_at: now }
    await db
      .insertInto('attempts')
      .values({ ...attempt, number: 1, status: 'open', deadline_at: now + HOUR, writer: null })
      .execute()
    expect(await attempted()).toBe(0)
    api.clock.advance(HOUR)
    expect(await attempted()).toBe(1)
    await db.updateTable('attempts').set({ status: 'completed' }).where('user_id', '=', learner.user.id).execute()
    await db
      .insertInto('attempts')
      .values({ ...attempt, number: 2, status: 'completed', deadline_at: now + HOUR, writer: null })
      .execute()
    expect(await attempted()).toBe(1)
    api.clock.set(TEST_START)
  })

  test('take as many statements for one course as for many', async () => {
    const { api, alpha, beta } = fixture
    const learner = await fixture.enrolled(alpha, DAY)
    const one = await statementsOf(api, () => counts(learner))
    await seedEnrolment(api.services.db, { userId: learner.user.id, courseId: beta, validFor: DAY })
    expect(await statementsOf(api, () => counts(learner))).toBe(one)
  })
})

describe('study activity', () => {
  test('is thirty days in India, the last of them today', async () => {
    fixture.api.clock.set(indianTime(2026, 3, 2, 0, 5))
    const days = await activity(fixture.learners.nobody)
    expect(days).toHaveLength(30)
    expect([days[0]!.day, days.at(-1)!.day]).toEqual(['2026-02-01', '2026-03-02'])
    expect(days.every((day) => day.minutes_watched === 0 && day.questions_answered === 0)).toBe(true)
    fixture.api.clock.set(TEST_START)
  })

  test('adds up what was played, by the day it was played on', async () => {
    const { api, chapters } = fixture
    const learner = await fixture.enrolled(fixture.alpha, 10 * DAY)
    const watch = (watched_ms: number, position = 10) =>
      api.call(savePosition, { params: { chapterId: chapters.one! }, body: { position, watched_ms } }, learner)
    api.clock.set(indianTime(2026, 3, 2, 23, 58))
    await watch(4 * MINUTE)
    await watch(6 * MINUTE, 20)
    await watch(0, 30)
    api.clock.advance(4 * MINUTE)
    await watch(3 * MINUTE, 40)
    expect(await studied(learner)).toEqual([
      { day: '2026-03-02', minutes_watched: 10, questions_answered: 0 },
      { day: '2026-03-03', minutes_watched: 3, questions_answered: 0 },
    ])
    api.clock.set(TEST_START)
  })

  test('gives a day no more than its own time, and nothing to who may not watch', async () => {
    const { api, chapters, learners } = fixture
    const learner = await fixture.enrolled(fixture.alpha, 10 * DAY)
    const watch = (who: { token: string }, chapterId: number) =>
      api.call(savePosition, { params: { chapterId }, body: { position: 1, watched_ms: HOUR } }, who)
    for (let hour = 0; hour < 26; hour += 1) await watch(learner, chapters.one!)
    expect((await studied(learner))[0]!.minutes_watched).toBe(24 * 60)
    expect((await watch(learners.expired, chapters.three!)).status).toBe(403)
    expect(await studied(learners.expired)).toEqual([])
    const tooMuch = { position: 1, watched_ms: HOUR + 1 }
    const refused = await api.call(savePosition, { params: { chapterId: chapters.one! }, body: tooMuch }, learner)
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['watched_ms']])
  })

  test('counts the questions answered in exams and quizzes, not those that were skipped', async () => {
    const { api } = fixture
    const { db } = api.services
    const exam = await seedExam(db, { title: 'Mock' })
    const { token } = await learnerAfter(api, exam, ['right', 'wrong', 'skip', 'right'])
    const primes = await db.selectFrom('quizzes').select('id').where('key', '=', 'primes').executeTakeFirstOrThrow()
    const options = await db
      .selectFrom('quiz_questions')
      .innerJoin('question_options', 'question_options.question_id', 'quiz_questions.question_id')
      .where('quiz_id', '=', primes.id)
      .where('is_answer', '=', 1)
      .select(['quiz_questions.question_id', 'question_options.id'])
      .execute()
    api.clock.advance(2 * DAY)
    await api.call(
      submitQuiz,
      {
        params: { examId: primes.id },
        query: { correct_count: 2, incorrect_count: 0 },
        body: { answers: options.slice(0, 2).map(({ question_id, id }) => ({ question_id, option_id: id })) },
      },
      { token },
    )
    const days = await studied({ token })
    expect(days.map((day) => day.questions_answered)).toEqual([3, 2])
    api.clock.set(TEST_START)
  })

  test('counts an answer that was changed once, and one that was cleared not at all', async () => {
    const { api } = fixture
    const exam = await seedExam(api.services.db, { title: 'Changing minds' })
    const { token } = await api.learner()
    const candidate = candidateOf(api, exam, token)
    await candidate.start()
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.wrong)
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
    await candidate.answer(exam.questions[1]!, exam.questions[1]!.right)
    await candidate.clear(exam.questions[1]!)
    expect((await studied({ token })).map((day) => day.questions_answered)).toEqual([1])
  })
})
