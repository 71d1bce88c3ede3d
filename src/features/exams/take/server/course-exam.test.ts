import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START } from '../../../../../tests/support/api/api.ts'
import { courseExamScene, NOT_ENTITLED } from '../../../../../tests/support/scenes/course-exam-scene.ts'
import { seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { getRegistrationForm, submitRegistrationForm } from '../../registration/registration.contract.ts'

const { at, enrolled, ofAlpha, ofChapter, sit, courseList, finishedBefore } = courseExamScene()

describe('an exam of courses', () => {
  test('is sat from start to analysis by a learner whose course is active', async () => {
    const exam = await ofAlpha()
    const candidate = sit(exam, at.learners.active)
    const before = (await candidate.detail()).body.data
    expect(before).toMatchObject({
      exam_type: { id: 2 },
      start_date: null,
      end_date: null,
      seconds_if_started_now: 1800,
    })
    expect(before.courses).toEqual([
      { id: at.alpha.id, title: 'Alpha', course_map_id: exam.places[0], courseStatus: 'Active' },
    ])
    const { data } = (await candidate.startIn(exam.places[0])).body
    expect(data.open_attempt?.deadline_at).toBe(TEST_START + 30 * MINUTE)
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)
    await candidate.clear(exam.questions[1]!)
    const { body } = await candidate.submit()
    expect(body.exam_type.id).toBe(2)
    const { result_id } = body
    expect((await candidate.result(result_id)).body.data).toMatchObject({
      course: { id: at.alpha.id, title: 'Alpha' },
      user_grade: 1,
      attempts_left: 0,
    })
    expect((await candidate.sections(result_id)).body.data).toHaveLength(2)
    expect((await candidate.start()).body.code).toBe('no_attempts_left')
  })

  test.each(['expired', 'stranger'] as const)('neither shows nor starts without an active course (%s)', async (who) => {
    for (const exam of [await ofAlpha(), await ofChapter(0), await ofAlpha({ registration: ['dob'] })]) {
      const candidate = sit(exam, at.learners[who])
      const body = { exam_id: exam.id, dob: '2001-04-12' }
      for (const answer of [
        await candidate.detail(),
        await candidate.start(),
        await candidate.startIn(exam.places[0]),
        await at.api.call(getRegistrationForm, { params: { examId: exam.id } }, at.learners[who]),
        await at.api.call(submitRegistrationForm, { body }, at.learners[who]),
      ]) {
        expect(answer.status).toBe(403)
        expect(answer.body).toMatchObject(NOT_ENTITLED)
      }
      expect((await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)).status).toBe(409)
      expect((await candidate.submit()).body.code).toBe('not_started')
    }
  })

  test('is started in a course that it stands in and that is active', async () => {
    const exam = await ofAlpha({ courses: [{ id: at.alpha.id }, { id: at.beta.id }], attempts: 5 })
    const other = await ofAlpha()
    const candidate = sit(exam, at.learners.active)
    const elsewhere = await candidate.startIn(other.places[0])
    expect(elsewhere.status).toBe(422)
    expect(elsewhere.body.errors).toHaveProperty('course_map_id')
    expect((await candidate.startIn(exam.places[1])).body).toMatchObject(NOT_ENTITLED)
    expect((await candidate.startIn(exam.places[0])).status).toBe(200)
    expect((await candidate.detail()).body.data.courses.map(({ courseStatus }) => courseStatus)).toEqual([
      'Active',
      'Not Purchased',
    ])
  })

  test('counts attempts whichever course they are started in, and a result names that course', async () => {
    const exam = await ofAlpha({ courses: [{ id: at.alpha.id }, { id: at.beta.id }], attempts: 2 })
    const learner = at.learners.active
    await seedEnrolment(at.api.services.db, { userId: learner.user.id, courseId: at.beta.id, validFor: DAY })
    const candidate = sit(exam, learner)
    await candidate.startIn(exam.places[1])
    const { result_id } = (await candidate.submit()).body
    expect((await candidate.result(result_id)).body.data.course).toEqual({ id: at.beta.id, title: 'Beta' })
    for (const id of [at.alpha.id, at.beta.id]) {
      const [listed] = (await courseList(learner, id)).filter((each) => each.id === exam.id)
      expect(listed).toMatchObject({ exams_completed: 1, results: [{ id: result_id }] })
    }
    await candidate.start()
    const second = (await candidate.submit()).body.result_id
    // Named by nobody: the first that is active.
    expect((await candidate.result(second)).body.data.course?.id).toBe(at.alpha.id)
    expect((await candidate.startIn(exam.places[0])).body.code).toBe('no_attempts_left')
  })

  test('under way when the course expires is finished, and its result read, but not started again', async () => {
    const exam = await ofAlpha({ attempts: 3 })
    const learner = await enrolled(10 * MINUTE)
    const candidate = sit(exam, learner)
    await candidate.start()
    at.api.clock.advance(20 * MINUTE)
    expect((await candidate.detail()).body.data).toMatchObject({ open_attempt: { number: 1 } })
    expect((await candidate.start()).body).toMatchObject({ resumed: true })
    expect((await candidate.answer(exam.questions[0]!, exam.questions[0]!.right)).status).toBe(200)
    expect((await candidate.clear(exam.questions[1]!)).status).toBe(200)
    const { body } = await candidate.submit()
    expect((await candidate.result(body.result_id)).body.data).toMatchObject({ user_grade: 1 })
    expect((await candidate.sections(body.result_id)).status).toBe(200)
    expect((await candidate.start()).body).toMatchObject(NOT_ENTITLED)
    expect((await candidate.detail()).body.data).toMatchObject({
      seconds_if_started_now: 0,
      exam_questions: [],
      results: [{ attempt_id: body.result_id }],
      courses: [{ courseStatus: 'Expired' }],
    })
  })

  test('shows its results to nobody but their owner', async () => {
    const exam = await ofAlpha()
    const attempt = await finishedBefore(exam, at.learners.expired)
    const [owner, other] = [sit(exam, at.learners.expired), sit(exam, at.learners.active)]
    expect((await owner.result(attempt.id)).status).toBe(200)
    expect((await other.result(attempt.id)).status).toBe(404)
    expect((await other.sections(attempt.id)).status).toBe(404)
    expect((await courseList(at.learners.active)).find(({ id }) => id === exam.id)?.results).toEqual([])
  })

  test('with dates opens and closes within them, however long the course is active', async () => {
    const exam = await ofAlpha({ opensAt: TEST_START + HOUR, closesAt: TEST_START + 2 * HOUR })
    const candidate = sit(exam, at.learners.active)
    expect((await candidate.start()).body.code).toBe('not_open')
    at.api.clock.advance(HOUR + 50 * MINUTE)
    expect((await candidate.start()).body.data.open_attempt?.deadline_at).toBe(TEST_START + 2 * HOUR)
    at.api.clock.advance(HOUR)
    expect((await sit(exam, await enrolled(DAY)).start()).body.code).toBe('ended')
  })

  test('asks for a registration where it has one', async () => {
    const exam = await ofAlpha({ registration: ['dob'] })
    const candidate = sit(exam, at.learners.active)
    expect((await candidate.start()).body.code).toBe('registration_needed')
    const body = { exam_id: exam.id, dob: '2001-04-12' }
    expect((await at.api.call(submitRegistrationForm, { body }, at.learners.active)).status).toBe(200)
    expect((await candidate.start()).status).toBe(200)
  })

  test('that was withdrawn is not found, but for who is in the middle of it', async () => {
    const exam = await ofAlpha()
    const candidate = sit(exam, at.learners.active)
    await candidate.start()
    await at.api.services.db.updateTable('exams').set({ retired: 1 }).where('id', '=', exam.id).execute()
    expect((await candidate.detail()).status).toBe(200)
    expect((await sit(exam, await enrolled(DAY)).detail()).status).toBe(404)
  })
})
