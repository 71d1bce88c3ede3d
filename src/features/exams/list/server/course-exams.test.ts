import { describe, expect, test } from 'vitest'
import { DAY, HOUR, isoTime } from '#lib/both/time/clock.ts'
import { TEST_START } from '../../../../../tests/support/api/api.ts'
import { courseExamScene, has, NOT_ENTITLED } from '../../../../../tests/support/scenes/course-exam-scene.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { statementsOf } from '../../../../../tests/support/api/statements.ts'
import { listChapterExams, listCourseExams } from '../course-exams.contract.ts'
import { getResponseSheet, getResultInsights } from '../../result/results.contract.ts'

const { at, enrolled, ofAlpha, ofChapter, sit, courseList, chapterList, atChapter, finishedBefore } = courseExamScene()

describe('the exams of a course', () => {
  test('come with what their card shows, the course level and the chapters apart', async () => {
    const whole = await ofAlpha({ title: 'Whole', minutes: null, attempts: 3, viewAnswer: false })
    const part = await ofChapter(1, { title: 'Part' })
    const candidate = sit(whole, at.learners.active)
    await candidate.start()
    await candidate.answer(whole.questions[0]!, whole.questions[0]!.right)
    const { result_id } = (await candidate.submit()).body
    const exam = (await courseList(at.learners.active)).find(({ id }) => id === whole.id)
    expect(exam).toEqual({
      id: whole.id,
      name: 'Whole',
      time: 30,
      total_noq: 4,
      attempt: 3,
      exams_completed: 1,
      correct_score: 1,
      negative_score: 0.33,
      correct_score_text: '1',
      negative_score_text: '1/3',
      total_grade: 4,
      course_map_id: whole.places[0],
      created_at: TEST_START,
      created_at_iso: isoTime(TEST_START),
      view_answer: 'N',
      results: [
        { id: result_id, attend_date: TEST_START, attend_date_iso: isoTime(TEST_START), user_grade: 1, total_grade: 4 },
      ],
      in_progress: false,
      start_date: null,
      end_date: null,
      start_date_iso: null,
      end_date_iso: null,
      chapter: null,
    })
    expect(has(await courseList(at.learners.active), part)).toBe(false)
    const ofChapters = await chapterList(at.learners.active)
    expect(has(ofChapters, whole)).toBe(false)
    expect(ofChapters.find(({ id }) => id === part.id)).toMatchObject({
      course_map_id: part.places[0],
      chapter: { id: at.alpha.chapterIds[1], title: 'Chapter 2' },
    })
    const { body } = await atChapter(at.learners.active, 1)
    expect(has(body.data.exams, part)).toBe(true)
    expect(has((await atChapter(at.learners.active, 0)).body.data.exams, part)).toBe(false)
  })

  test('come newest in the course first, and say that an attempt is under way', async () => {
    const old = await ofAlpha({ courses: [{ id: at.alpha.id, addedAt: TEST_START - DAY }] })
    const recent = await ofAlpha({ courses: [{ id: at.alpha.id, addedAt: TEST_START + DAY }] })
    await sit(old, at.learners.active).start()
    const list = (await courseList(at.learners.active)).filter(({ id }) => [old.id, recent.id].includes(id))
    expect(list.map(({ id, in_progress, exams_completed }) => [id, in_progress, exams_completed])).toEqual([
      [recent.id, false, 0],
      [old.id, true, 0],
    ])
    at.api.clock.advance(HOUR)
    const later = (await courseList(at.learners.active)).find(({ id }) => id === old.id)
    expect(later).toMatchObject({ in_progress: false, exams_completed: 1, results: [] })
  })

  test.each(['expired', 'stranger'] as const)(
    'are all listed with their facts without the course, and none of them starts (%s)',
    async (who) => {
      const dates = { opensAt: TEST_START - HOUR, closesAt: TEST_START + HOUR }
      const [whole, demo, locked] = [await ofAlpha({ attempts: 2, ...dates }), await ofChapter(0), await ofChapter(1)]
      const learner = at.learners[who]
      const facts = { time: 30, total_noq: 4, attempt: 2, exams_completed: 0, correct_score: 1, negative_score: 0.33 }
      expect((await courseList(learner)).find(({ id }) => id === whole.id)).toMatchObject({
        ...facts,
        results: [],
        start_date: dates.opensAt / 1000,
        end_date: dates.closesAt / 1000,
        start_date_iso: isoTime(dates.opensAt),
        end_date_iso: isoTime(dates.closesAt),
      })
      const chapters = await chapterList(learner)
      expect([has(chapters, demo), has(chapters, locked)]).toEqual([true, true])
      expect(has((await atChapter(learner, 0)).body.data.exams, demo)).toBe(true)
      expect((await atChapter(learner, 1)).status).toBe(403)
      for (const exam of [whole, demo, locked]) {
        expect((await sit(exam, learner).startIn(exam.places[0])).body).toMatchObject(NOT_ENTITLED)
      }
    },
  )

  test('keep results, solutions and response sheets in reach when the course has expired', async () => {
    const exam = await ofAlpha({ attempts: 3 })
    const learner = await enrolled(-DAY)
    const attempt = await finishedBefore(exam, learner)
    expect((await courseList(learner)).find(({ id }) => id === exam.id)?.results).toMatchObject([{ id: attempt.id }])
    const result = (await sit(exam, learner).result(attempt.id)).body.data
    expect(result).toMatchObject({ user_grade: 1, view_answer: 'Y' })
    expect(result.exam_questions).toHaveLength(4)
    const params = { resultId: attempt.id }
    for (const view of [getResponseSheet, getResultInsights]) {
      expect((await at.api.call(view, { params }, learner)).status).toBe(200)
    }
  })

  test('leave out what was withdrawn: the exam, its place or its chapter', async () => {
    const { db } = at.api.services
    const gone = await ofAlpha({ retired: true })
    const moved = await ofAlpha()
    await db.updateTable('exam_courses').set({ retired: 1 }).where('id', '=', moved.places[0]!).execute()
    const course = await seedCourse(db, { title: 'Gamma' })
    const orphan = await ofAlpha({ courses: [{ id: course.id, chapterId: course.chapterIds[0]! }] })
    await db.updateTable('chapters').set({ retired: 1 }).where('id', '=', course.chapterIds[0]!).execute()
    const list = await courseList(at.learners.active)
    expect([has(list, gone), has(list, moved)]).toEqual([false, false])
    const owner = await enrolled(DAY, course.id)
    expect(has(await chapterList(owner, course.id), orphan)).toBe(false)
    expect((await sit(orphan, owner).start()).status).toBe(403)
  })

  test('of a course that does not exist, or that left the catalogue unbought, are not found', async () => {
    const old = await seedCourse(at.api.services.db, { title: 'Old', retired: true })
    const owner = await enrolled(DAY, old.id)
    for (const [learner, courseId, status] of [
      [at.learners.active, 999_999, 404],
      [at.learners.stranger, old.id, 404],
      [owner, old.id, 200],
    ] as const) {
      for (const list of [listCourseExams, listChapterExams]) {
        expect((await at.api.call(list, { params: { courseId } }, learner)).status).toBe(status)
      }
    }
  })

  test('take four statements, whatever their number', async () => {
    for (let count = 0; count < 4; count += 1) await ofAlpha()
    // The first is the caller's session.
    expect(await statementsOf(at.api, () => courseList(at.learners.active))).toBe(4)
  })
})
