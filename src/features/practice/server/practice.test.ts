import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, indianTime, isoTime, MINUTE } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../tests/support/scenes/candidate.ts'
import { EXPLANATION, seedExam } from '../../../../tests/support/scenes/exam-fixture.ts'
import { learnerAfter, sitExam } from '../../../../tests/support/scenes/practice.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
beforeEach(() => api.clock.set(TEST_START))
afterAll(() => api.close())

const longOpen = { attempts: 5, closesAt: TEST_START + 400 * DAY }

describe('practising', () => {
  test('a right answer tells so, with the explanation, and what each grade would do', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const [question] = exam.questions
    const { status, body } = await practice.answer(question!, question!.right, 1, 4200)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      question_id: question!.qid,
      review: 1,
      correct: true,
      right_options: [question!.right],
      explanation: expect.stringContaining(EXPLANATION),
      grade: 'good',
      next: {
        due: 'in 3 days',
        due_at: indianTime(2026, 3, 5),
        due_at_iso: isoTime(indianTime(2026, 3, 5)),
        known: false,
      },
      grades: [
        {
          grade: 'hard',
          next: {
            due: 'in 2 days',
            due_at: indianTime(2026, 3, 4),
            due_at_iso: isoTime(indianTime(2026, 3, 4)),
            known: false,
          },
        },
        {
          grade: 'good',
          next: {
            due: 'in 3 days',
            due_at: indianTime(2026, 3, 5),
            due_at_iso: isoTime(indianTime(2026, 3, 5)),
            known: false,
          },
        },
        {
          grade: 'easy',
          next: {
            due: 'in 8 days',
            due_at: indianTime(2026, 3, 10),
            due_at_iso: isoTime(indianTime(2026, 3, 10)),
            known: false,
          },
        },
      ],
    })
    expect(await practice.summary()).toMatchObject({ due: 0, learning: 1 })
  })

  test.each(['wrong', 'skip'] as const)('%s comes again tomorrow, with the right option told', async (choice) => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const [question] = exam.questions
    const { body } = await practice.answer(question!, choice === 'skip' ? 'skip' : question!.wrong)
    expect(body.data).toMatchObject({
      correct: false,
      right_options: [question!.right],
      grade: 'again',
      next: { due: 'tomorrow', known: false },
      grades: [],
    })
    expect(await practice.summary()).toMatchObject({ due: 0, due_tomorrow: 1 })
    expect((await practice.grade(question!, 'easy')).status).toBe(422)
  })

  test('what is due today is due from the first minute of the Indian day to its last', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    await practice.answer(exam.questions[0]!, 'skip')
    api.clock.set(indianTime(2026, 3, 2, 23, 59))
    expect(await practice.session()).toHaveLength(0)
    api.clock.set(indianTime(2026, 3, 3, 0, 0))
    expect(await practice.session()).toHaveLength(1)
    api.clock.set(indianTime(2026, 3, 9, 23, 59))
    expect(await practice.session()).toHaveLength(1)
  })

  test('the same answer sent again is told the same and counts once', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const [question] = exam.questions
    const answers = await Promise.all(Array.from({ length: 5 }, () => practice.answer(question!, question!.right)))
    for (const { body } of answers) expect(body.data).toEqual(answers[0]!.body.data)
    expect((await practice.list()).data[0]).toMatchObject({ reviews: 1 })
    const other = await practice.answer(question!, question!.wrong)
    expect(other).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect((await practice.answer(question!, question!.right, 3)).body.code).toBe('changed')
    const reviews = await api.services.db
      .selectFrom('practice_reviews')
      .selectAll()
      .where('question_id', '=', question!.qid)
      .execute()
    expect(reviews).toHaveLength(1)
  })

  test('the first own grade counts, and counts instead of Good', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const [question] = exam.questions
    await practice.answer(question!, question!.right)
    const graded = await practice.grade(question!, 'easy')
    expect(graded.body.data).toMatchObject({ grade: 'easy', next: { due: 'in 8 days' } })
    expect((await practice.grade(question!, 'hard')).body.data).toEqual(graded.body.data)
    // The answer sent again, late, changes nothing either.
    expect((await practice.answer(question!, question!.right)).body.data).toEqual(graded.body.data)
    expect((await practice.list()).data[0]).toMatchObject({ reviews: 1, due: 'in 8 days' })
  })

  test('a question answered right until its next turn is weeks away is known and leaves', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong'])
    await practice.summary()
    const [question] = exam.questions
    for (const [review, due] of ['in 3 days', 'in 2 weeks'].entries()) {
      const { body } = await practice.answer(question!, question!.right, review + 1)
      expect(body.data.next).toMatchObject({ due, known: false })
      api.clock.set(body.data.next.due_at + 9 * HOUR)
      expect(await practice.session()).toHaveLength(1)
    }
    const { body } = await practice.answer(question!, question!.right, 3)
    expect(body.data.next).toMatchObject({ known: true })
    expect(await practice.summary()).toMatchObject({ learning: 0, known: 1 })
    expect((await practice.list({ show: 'known' })).data).toMatchObject([{ question_id: question!.qid, left: 'known' }])
  })

  test('an option of another question and a question outside the notebook are refused', async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong', 'right', 'right', 'right'])
    await practice.summary()
    const [first, second] = exam.questions
    expect(await practice.answer(first!, second!.right)).toMatchObject({
      status: 422,
      body: { errors: { option: expect.any(String) } },
    })
    expect((await practice.answer(second!, second!.right)).status).toBe(404)
  })

  test('a session has at most twenty questions, and those of one source where that is asked', async () => {
    const long = await seedExam(api.services.db, { sections: [25] })
    const short = await seedExam(api.services.db, { sections: [2] })
    const { practice, token } = await learnerAfter(api, long, Array(25).fill('skip'))
    api.clock.advance(MINUTE)
    await sitExam(candidateOf(api, short, token), ['wrong', 'wrong'])
    const all = await practice.session()
    expect(all.map(({ question_id }) => question_id)).toEqual(long.questions.slice(0, 20).map(({ qid }) => qid))
    expect((await practice.session(`exam:${short.id}`)).map(({ question_id }) => question_id)).toEqual(
      short.questions.map(({ qid }) => qid),
    )
    expect(await practice.session(`quiz:${short.id}`)).toEqual([])
  })
})

describe('leaving and coming back', () => {
  test("'I know this' takes a question out, and undo puts it back as it was", async () => {
    const exam = await seedExam(api.services.db)
    const { practice } = await learnerAfter(api, exam, ['wrong', 'right', 'right', 'right'])
    await practice.summary()
    const [question] = exam.questions
    await practice.answer(question!, 'skip')
    for (let twice = 0; twice < 2; twice += 1) expect((await practice.remove(question!)).status).toBe(200)
    expect(await practice.summary()).toMatchObject({ learning: 0, known: 1, due_tomorrow: 0 })
    expect((await practice.answer(question!, question!.right, 2)).body.code).toBe('changed')
    for (let twice = 0; twice < 2; twice += 1) expect((await practice.restore(question!)).status).toBe(200)
    expect(await practice.summary()).toMatchObject({ learning: 1, known: 0, due_tomorrow: 1 })
  })

  test('got wrong in a later exam, a question that had left is back, due at once, as a lapse', async () => {
    const exam = await seedExam(api.services.db, longOpen)
    const { practice, candidate } = await learnerAfter(api, exam, ['wrong', 'right', 'right', 'right'])
    await practice.summary()
    const [question] = exam.questions
    await practice.answer(question!, question!.right)
    api.clock.advance(3 * DAY)
    await practice.answer(question!, question!.right, 2)
    await practice.remove(question!)
    api.clock.advance(30 * DAY)
    await sitExam(candidate, ['wrong', 'right', 'right', 'right'])
    expect(await practice.session()).toMatchObject([{ question_id: question!.qid, review: 4 }])
    expect((await practice.list()).data).toMatchObject([{ lapses: 1, due: 'today', left: null }])
    // A learner who knew it well gets there sooner than at first, but not at once.
    expect((await practice.answer(question!, question!.right, 4)).body.data.next).toMatchObject({ known: false })
  })

  test('an exam finished before the last practice says nothing about it', async () => {
    const exam = await seedExam(api.services.db, longOpen)
    const { practice, candidate } = await learnerAfter(api, exam, ['wrong', 'right', 'right', 'right'])
    await practice.summary()
    const [question] = exam.questions
    await sitExam(candidate, ['wrong', 'right', 'right', 'right'])
    api.clock.advance(MINUTE)
    // Answered from a session that was loaded before; the second attempt has not been taken in.
    await practice.answer(question!, question!.right)
    expect(await practice.summary()).toMatchObject({ learning: 1, due: 0 })
  })
})

describe('the notebook', () => {
  test('lists soonest due first, by pages, and those that left apart', async () => {
    const exam = await seedExam(api.services.db, { sections: [25] })
    const { practice } = await learnerAfter(api, exam, Array(25).fill('wrong'))
    const first = await practice.list()
    expect(first).toMatchObject({ total: 25, current_page: 1, last_page: 2, prev_page_url: null })
    expect(first.data).toHaveLength(20)
    const [question, second] = exam.questions
    await practice.answer(question!, 'skip')
    await practice.remove(second!)
    const last = await practice.list({ page: 2 })
    expect(last).toMatchObject({ total: 24, current_page: 2, next_page_url: null })
    expect(last.data.at(-1)).toMatchObject({ question_id: question!.qid, due: 'tomorrow', reviews: 1 })
    expect((await practice.list({ show: 'known' })).data).toMatchObject([
      { question_id: second!.qid, left: 'removed', due: '' },
    ])
  })

  test('is searched by the words of the questions, not by their markup, and by source', async () => {
    const { db } = api.services
    const exam = await seedExam(db, { sections: [3] })
    const texts = ['<p>Which <em>river</em> is  longest?</p>', '<p>Is 2 &lt; 3?</p>', '<p class="katex">100%_sure</p>']
    for (const [index, { qid }] of exam.questions.entries())
      await db.updateTable('questions').set({ content_html: texts[index]! }).where('id', '=', qid).execute()
    const { practice } = await learnerAfter(api, exam, ['wrong', 'wrong', 'wrong'])
    const found = async (search: string, source?: string) => {
      const { data, total } = await practice.list({ search, source })
      expect(total).toBe(data.length)
      return data.map(({ question_id }) => exam.questions.findIndex(({ qid }) => qid === question_id))
    }
    expect(await found('which RIVER is longest')).toEqual([0])
    expect(await found('2 < 3')).toEqual([1])
    expect(await found('%_')).toEqual([2])
    expect(await found('em')).toEqual([])
    expect(await found('katex')).toEqual([])
    expect(await found('?', `exam:${exam.id}`)).toEqual([0, 1])
    expect(await found('?', 'quiz:1')).toEqual([])
  })

  test('is searched whatever way its letters are written in', async () => {
    const { db } = api.services
    const texts = ['അവൻ 2026-ൽ', 'पढ़ाई की योजना', 'പി.എസ്\u200c.സി', 'Économie']
    const exam = await seedExam(db, { sections: [texts.length] })
    for (const [index, { qid }] of exam.questions.entries())
      await db
        .updateTable('questions')
        .set({ content_html: `<p>${texts[index]}</p>` })
        .where('id', '=', qid)
        .execute()
    const { practice } = await learnerAfter(api, exam, Array(texts.length).fill('wrong'))
    const found = async (search: string) => (await practice.list({ search })).data.map(({ content }) => content)
    for (const [index, typed] of ['അവന\u0d4d\u200d ൨൦൨൬', 'पढाई', 'എസ്.സി', 'economie'].entries())
      expect(await found(typed)).toEqual([`<p>${texts[index]}</p>`])
  })
})
