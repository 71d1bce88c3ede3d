import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { submitQuiz } from '#features/quizzes/quizzes.contract.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam } from '../../../../../tests/support/scenes/exam-fixture.ts'
import { learnerAfter, practiserOf, sitExam } from '../../../../../tests/support/scenes/practice.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const longOpen = { attempts: 5, closesAt: TEST_START + 400 * DAY }

describe('what comes into the notebook', () => {
  test('wrong and skipped questions of a finished exam, due at once; right ones do not', async () => {
    const exam = await seedExam(api.services.db, { title: 'Prelims mock' })
    const { practice } = await learnerAfter(api, exam, ['right', 'wrong', 'skip', 'right'])
    expect(await practice.summary()).toEqual({
      due: 2,
      due_tomorrow: 2,
      learning: 2,
      known: 0,
      resting: false,
      sources: [{ kind: 'exam', id: exam.id, title: 'Prelims mock', total: 2, due: 2 }],
    })
    const [, wrong, skipped] = exam.questions
    const session = await practice.session()
    expect(session.map(({ question_id }) => question_id)).toEqual([wrong!.qid, skipped!.qid])
    expect(session[0]).toMatchObject({
      review: 1,
      source: { kind: 'exam', id: exam.id, title: 'Prelims mock' },
      options: wrong!.options.map((id) => ({ id })),
    })
  })

  test('a learner without mistakes has an empty notebook', async () => {
    const { token } = await api.learner()
    const practice = practiserOf(api, token)
    expect(await practice.summary()).toMatchObject({ due: 0, learning: 0, known: 0, sources: [] })
    expect(await practice.session()).toEqual([])
    expect((await practice.list()).data).toEqual([])
  })

  test('nothing of an exam under way; all of it once the deadline has finished it', async () => {
    const exam = await seedExam(api.services.db)
    const { token } = await api.learner()
    const candidate = candidateOf(api, exam, token)
    const practice = practiserOf(api, token)
    await candidate.start()
    await candidate.answer(exam.questions[0]!, exam.questions[0]!.wrong)
    expect(await practice.summary()).toMatchObject({ learning: 0 })
    api.clock.advance(31 * MINUTE)
    await candidate.submit()
    expect(await practice.summary()).toMatchObject({ learning: 4, due: 4 })
  })

  test('every exam once, however many tabs look at the same moment', async () => {
    const exam = await seedExam(api.services.db, { sections: [15], ...longOpen })
    const { practice, candidate } = await learnerAfter(api, exam, Array(15).fill('wrong'))
    const tabs = () => Promise.all(Array.from({ length: 6 }, () => practice.summary()))
    for (const summary of await tabs()) expect(summary).toMatchObject({ learning: 15, due: 15 })
    const [first] = exam.questions
    await practice.answer(first!, first!.right)
    api.clock.advance(HOUR)
    await sitExam(candidate, ['wrong', ...Array(14).fill('right')])
    await tabs()
    // The lapse was counted once.
    expect((await practice.session()).find(({ question_id }) => question_id === first!.qid)).toMatchObject({
      review: 3,
    })
  })

  test('more finished exams than are taken in at once', async () => {
    const { token } = await api.learner()
    for (let count = 0; count < 12; count += 1) {
      const exam = await seedExam(api.services.db, { sections: [2] })
      await sitExam(candidateOf(api, exam, token), ['wrong', 'skip'])
    }
    expect(await practiserOf(api, token).summary()).toMatchObject({ learning: 24, due: 24 })
  })

  test('a question that stands in two exams is in the notebook once, under the later exam', async () => {
    const first = await seedExam(api.services.db)
    const second = await seedExam(api.services.db, { sections: [1] })
    await api.services.db
      .updateTable('paper_questions')
      .set({ question_id: first.questions[0]!.qid })
      .where('paper_id', '=', second.paperId)
      .execute()
    const { practice, token } = await learnerAfter(api, first, ['wrong'])
    await practice.summary()
    api.clock.advance(HOUR)
    await sitExam(candidateOf(api, { ...second, questions: [first.questions[0]!] }, token), ['wrong'])
    expect(await practice.summary()).toMatchObject({ learning: 1, sources: [{ id: second.id, total: 1 }] })
  })

  test('another learner sees nothing of it', async () => {
    const exam = await seedExam(api.services.db)
    await learnerAfter(api, exam, ['wrong'])
    const other = practiserOf(api, (await api.learner()).token)
    const [question] = exam.questions
    expect(await other.summary()).toMatchObject({ learning: 0, known: 0 })
    for (const refused of [
      await other.answer(question!, question!.right),
      await other.grade(question!, 'good'),
      await other.remove(question!),
      await other.restore(question!),
    ]) {
      expect(refused.status).toBe(404)
      expect(refused.body).not.toHaveProperty('data')
    }
  })
})

describe('what comes from quizzes and video based exams', () => {
  const quizOf = async (questions: { qid: number }[]) => {
    const { id } = await api.services.db
      .insertInto('quizzes')
      .values({ key: `quiz-${questions[0]!.qid}`, title: 'Rivers', category: null, minutes: 5, position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await api.services.db
      .insertInto('quiz_questions')
      .values(questions.map(({ qid }, position) => ({ quiz_id: id, question_id: qid, position })))
      .execute()
    return id
  }

  test('questions of a quiz that were wrong, or seen and left; not what was never seen, and of counts alone nothing', async () => {
    const { questions } = await seedExam(api.services.db, { sections: [4] })
    const quizId = await quizOf(questions)
    const { token } = await api.learner()
    const practice = practiserOf(api, token)
    const [first, second, third] = questions
    const answers = [
      { question_id: first!.qid, option_id: first!.right },
      { question_id: second!.qid, option_id: second!.wrong },
    ]
    const submit = (
      [correct_count, incorrect_count]: [number, number],
      body: { answers?: typeof answers; skipped?: number[] } = {},
    ) =>
      api.call(submitQuiz, { params: { examId: quizId }, query: { correct_count, incorrect_count }, body }, { token })
    await submit([1, 1])
    await submit([0, 0], { answers: [], skipped: [] })
    await submit([1, 0], { answers: answers.slice(0, 1) })
    expect(await practice.summary()).toMatchObject({ learning: 0 })
    api.clock.advance(MINUTE)
    await submit([1, 1], { answers, skipped: [third!.qid] })
    expect(await practice.summary()).toMatchObject({
      due: 2,
      sources: [{ kind: 'quiz', id: quizId, title: 'Rivers', total: 2 }],
    })
    const session = await practice.session()
    expect(session.map(({ question_id }) => question_id)).toEqual([second!.qid, third!.qid])
    expect((await practice.answer(second!, second!.right)).body.data.correct).toBe(true)
  })

  test('wrong questions of a chapter', async () => {
    await api.importDemo()
    const { db } = api.services
    const chapter = await db.selectFrom('chapters').select(['id', 'title']).orderBy('id').executeTakeFirstOrThrow()
    const { questions } = await seedExam(db, { sections: [2] })
    const { token, user } = await api.learner()
    const { id } = await db
      .insertInto('chapter_attempts')
      .values({
        user_id: user.id,
        chapter_id: chapter.id,
        correct_count: 1,
        incorrect_count: 1,
        created_at: TEST_START,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [first, second] = questions
    await db
      .insertInto('chapter_answers')
      .values([
        { attempt_id: id, question_id: first!.qid, option_id: first!.right },
        { attempt_id: id, question_id: second!.qid, option_id: second!.wrong },
      ])
      .execute()
    expect(await practiserOf(api, token).session()).toMatchObject([
      { question_id: second!.qid, source: { kind: 'chapter', id: chapter.id, title: chapter.title } },
    ])
  })
})
