import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../tests/support/scenes/candidate.ts'
import { EXPLANATION, seedExam, type SeededExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { learnerAfter, practiserOf } from '../../../../tests/support/scenes/practice.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const allowSolutions = (exam: SeededExam, allowed: boolean) =>
  api.services.db
    .updateTable('exams')
    .set({ view_answer: allowed ? 1 : 0 })
    .where('id', '=', exam.id)
    .execute()

describe('an exam that keeps its solutions', () => {
  test('gives nothing to practice, until its author gives them free', async () => {
    const exam = await seedExam(api.services.db, { viewAnswer: false })
    const { practice } = await learnerAfter(api, exam, ['wrong', 'skip'])
    const [question] = exam.questions
    expect(await practice.summary()).toMatchObject({ learning: 0, sources: [] })
    expect(await practice.session()).toEqual([])
    expect((await practice.list()).total).toBe(0)
    expect((await practice.answer(question!, question!.right)).status).toBe(404)
    await allowSolutions(exam, true)
    expect(await practice.summary()).toMatchObject({ learning: 2 })
  })

  test('hides what came in before its author changed his mind', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    const [question] = exam.questions
    expect(await practice.summary()).toMatchObject({ learning: 1 })
    await practice.answer(question!, question!.wrong)
    await allowSolutions(exam, false)
    expect(await practice.summary()).toMatchObject({ learning: 0, due_tomorrow: 0, resting: false, sources: [] })
    expect((await practice.list()).total).toBe(0)
    api.clock.advance(DAY)
    expect(await practice.session()).toEqual([])
    // A repeat, which would tell the right option again, as well as a new answer.
    for (const review of [1, 2]) {
      const { status, body } = await practice.answer(question!, question!.wrong, review)
      expect([status, body.code]).toEqual([409, 'resting'])
      expect(JSON.stringify(body)).not.toContain(EXPLANATION)
    }
  })
})

describe('while the learner is in an exam', () => {
  test('its questions rest, from this exam or from another, and are back after it', async () => {
    const { db } = api.services
    const several = { attempts: 3, closesAt: TEST_START + 10 * DAY }
    const exam = await seedExam(db, several)
    const other = await seedExam(db, { ...several, sections: [1] })
    // A question of the first exam stands on the other's paper as well.
    const [shared, second] = exam.questions
    await db
      .updateTable('paper_questions')
      .set({ question_id: shared!.qid })
      .where('paper_id', '=', other.paperId)
      .execute()
    const { practice, candidate, token } = await learnerAfter(api, exam, ['wrong', 'wrong'])
    expect(await practice.summary()).toMatchObject({ learning: 2, resting: false })

    const atOther = candidateOf(api, { ...other, questions: [shared!] }, token)
    await atOther.start()
    expect(await practice.summary()).toMatchObject({ learning: 1, due: 1, resting: true, sources: [{ total: 1 }] })
    expect((await practice.session()).map(({ question_id }) => question_id)).toEqual([second!.qid])
    expect((await practice.list()).data.map(({ question_id }) => question_id)).toEqual([second!.qid])
    for (const refused of [await practice.answer(shared!, 'skip'), await practice.remove(shared!)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'resting' } })
    await atOther.answer(shared!, shared!.right)
    await atOther.submit()
    expect(await practice.summary()).toMatchObject({ learning: 2, resting: false })

    await candidate.start()
    expect(await practice.summary()).toMatchObject({ learning: 0, resting: true, sources: [] })
    expect(await practice.session()).toEqual([])
    expect((await practice.answer(second!, second!.right)).body.code).toBe('resting')
    await candidate.submit()
    expect(await practice.summary()).toMatchObject({ resting: false })
  })

  test('the whole exam rests, even what its new paper does not have', async () => {
    const { db } = api.services
    const exam = await seedExam(db, { attempts: 3 })
    const { practice, candidate } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const renewed = await seedExam(db)
    await db.updateTable('exams').set({ paper_id: renewed.paperId }).where('id', '=', exam.id).execute()
    await candidate.start()
    expect(await practice.summary()).toMatchObject({ learning: 0 })
    expect((await practice.list()).total).toBe(0)
    expect((await practice.answer(exam.questions[0]!, 'skip')).body.code).toBe('resting')
  })

  test("another learner's practice goes on", async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    const { token } = await api.learner()
    await candidateOf(api, exam, token).start()
    expect(await practice.summary()).toMatchObject({ learning: 1 })
  })
})

test('neither the session nor the notebook tells a right option or an explanation', async () => {
  const exam = await seedExam(api.services.db, { sections: [6] })
  const { token } = await learnerAfter(api, exam, ['wrong', 'skip', 'wrong'])
  const practice = practiserOf(api, token)
  const shown = JSON.stringify([await practice.summary(), await practice.session(), await practice.list()])
  expect(shown).toContain('Option 2 of')
  expect(shown).not.toContain(EXPLANATION)
  expect(shown).not.toMatch(/is_?answer|right|correct/i)
})

describe('a question that left the content', () => {
  test('is not asked until it is back', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong', 'wrong'])
    const [gone, other] = exam.questions
    const setRetired = (retired: 0 | 1) =>
      api.services.db.updateTable('questions').set({ retired }).where('id', '=', gone!.qid).execute()
    expect(await practice.summary()).toMatchObject({ learning: 2 })
    await setRetired(1)
    api.clock.advance(DAY)
    expect(await practice.summary()).toMatchObject({ learning: 1, due: 1, resting: false })
    expect((await practice.session()).map(({ question_id: id }) => id)).toEqual([other!.qid])
    expect((await practice.list()).total).toBe(1)
    const { status, body } = await practice.answer(gone!, gone!.right)
    expect([status, body.code]).toEqual([409, 'resting'])
    await setRetired(0)
    expect(await practice.summary()).toMatchObject({ learning: 2 })
  })
})

describe('the number of known questions', () => {
  /** Expects the number in the summary, and as many questions in the list that it stands above. */
  const expectKnown = async (practice: ReturnType<typeof practiserOf>, known: number) => {
    expect(await practice.summary()).toMatchObject({ known })
    expect((await practice.list({ show: 'known' })).total).toBe(known)
  }

  test('leaves out retired questions until they are back', async () => {
    const { db } = api.services
    const exam = await seedExam(db)
    const { practice } = await learnerAfter(api, exam, ['wrong', 'wrong'])
    await practice.summary()
    const [gone, other] = exam.questions
    for (const question of [gone!, other!]) await practice.remove(question)
    await expectKnown(practice, 2)
    for (const retired of [1, 0] as const) {
      await db.updateTable('questions').set({ retired }).where('id', '=', gone!.qid).execute()
      await expectKnown(practice, 2 - retired)
    }
  })

  test('leaves out questions of an exam under way, which rest, and of one without solutions', async () => {
    const exam = await seedExam(api.services.db, { attempts: 3 })
    const { practice, candidate } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    await practice.remove(exam.questions[0]!)
    await expectKnown(practice, 1)
    await candidate.start()
    await expectKnown(practice, 0)
    expect(await practice.summary()).toMatchObject({ learning: 0, resting: true })
    await candidate.submit()
    await allowSolutions(exam, false)
    await expectKnown(practice, 0)
    expect(await practice.summary()).toMatchObject({ resting: false })
  })
})
