import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { learningPack } from '../../../../tests/support/packs/learning-pack.ts'
import { edited, packImporter, without } from '../../../../tests/support/packs/pack.ts'
import { getQuizQuestions, listQuizzes, submitQuiz } from '../quizzes.contract.ts'
import { answeredInQuizzes } from './answered-questions.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** Two quizzes: primes has three questions and five minutes, tickets one question and two minutes. */
let api: TestApi
let importFiles: ReturnType<typeof packImporter>
let learner: TestLearner
const quizzes: Record<string, number> = {}
const files = learningPack()

beforeAll(async () => {
  api = await testApi()
  importFiles = packImporter(api.database)
  await importFiles(files)
  for (const { key, id } of await api.services.db.selectFrom('quizzes').select(['key', 'id']).execute()) {
    quizzes[key] = id
  }
})

afterAll(() => api.close())

beforeEach(async () => {
  learner = await api.learner()
})

const questionsOf = async (key: string): Promise<QuickQuestion[]> =>
  (await api.call(getQuizQuestions, { params: { examId: quizzes[key]! } }, learner)).body.questions

const pick = ({ question_id, options }: QuickQuestion, right: boolean) => ({
  question_id,
  option_id: options.find(({ isAnswer }) => (isAnswer === 'Y') === right)!.option_id,
})

const submit = (
  key: string,
  [correct_count, incorrect_count]: [number, number],
  body: { answers?: { question_id: number; option_id: number }[]; skipped?: number[]; submission?: string } = {},
  by = learner,
) => api.call(submitQuiz, { params: { examId: quizzes[key]! }, query: { correct_count, incorrect_count }, body }, by)

const attempts = () =>
  api.services.db.selectFrom('quiz_attempts').selectAll().where('user_id', '=', learner.user.id).orderBy('id').execute()

describe('the list of quizzes', () => {
  test('gives title, duration and question count, in the order of the pack', async () => {
    const { status, body } = await api.call(listQuizzes, {}, learner)
    expect([status, body.status]).toEqual([200, true])
    const none = { times_taken: 0, best_percentage: null }
    expect(body.data).toEqual([
      { id: quizzes.primes, title: 'Primes and boxes', category: 'Numbers', duration: 5, question_count: 3, ...none },
      { id: quizzes.tickets, title: 'Tickets', category: null, duration: 2, question_count: 1, ...none },
    ])
  })

  test("tells the learner's own best result, nobody else's", async () => {
    await submit('primes', [1, 2])
    await submit('primes', [2, 0])
    await submit('primes', [3, 0], {}, await api.learner())
    const { body } = await api.call(listQuizzes, {}, learner)
    expect(body.data.map(({ times_taken, best_percentage }) => [times_taken, best_percentage])).toEqual([
      [2, 67],
      [0, null],
    ])
  })
})

test('the best result follows an answer that is put right, as practice does', async () => {
  const questions = await questionsOf('primes')
  const [first, second, third] = questions as [QuickQuestion, QuickQuestion, QuickQuestion]
  const answers = [pick(first, false), pick(second, true), pick(third, true)]
  const { body } = await submit('primes', [2, 1], { answers })
  const { db } = api.services
  const best = async () => (await api.call(listQuizzes, {}, learner)).body.data[0]!.best_percentage
  expect(await best()).toBe(67)
  const rightIs = async (option: number) => {
    const of = db.updateTable('question_options').where('question_id', '=', first.question_id)
    await of.set({ is_answer: 0 }).execute()
    await of.set({ is_answer: 1 }).where('id', '=', option).execute()
  }
  await rightIs(answers[0]!.option_id)
  expect(await best()).toBe(100)
  expect((await answeredInQuizzes(db, [body.attempt_id])).map(({ correct }) => correct)).toEqual([true, true, true])
  await rightIs(pick(first, true).option_id)
  expect(await best()).toBe(67)
})

describe('the questions of a quiz', () => {
  test('come in order, each with one right option and an explanation', async () => {
    const { body } = await api.call(getQuizQuestions, { params: { examId: quizzes.primes! } }, learner)
    expect(body.data).toEqual({
      id: quizzes.primes,
      title: 'Primes and boxes',
      category: 'Numbers',
      duration: 5,
      question_count: 3,
    })
    expect(body.questions.map(({ question_content }) => /prime|picture|frac/.exec(question_content)?.[0])).toEqual([
      'prime',
      'picture',
      'frac',
    ])
    const [prime] = body.questions
    expect(prime!.options.map(({ answer_option, isAnswer }) => [answer_option, isAnswer])).toEqual([
      ['4', 'N'],
      ['6', 'N'],
      ['7', 'Y'],
      ['8', 'N'],
    ])
    expect(prime!.explanation).toContain('Seven has no divisors.')
  })

  test('are not there for a quiz that is not there', async () => {
    const { status } = await api.call(getQuizQuestions, { params: { examId: 9999 } }, learner)
    expect(status).toBe(404)
  })
})

describe('submitting a quiz', () => {
  test('takes the counts alone, without a body', async () => {
    const response = await api.request(`/api/v1/quickExam/submit/${quizzes.primes}?correct_count=1&incorrect_count=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${learner.token}` },
    })
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: true, success: true, message: 'Result stored', attempt_id: (await attempts())[0]!.id },
    ])
    expect(await attempts()).toMatchObject([
      { quiz_id: quizzes.primes, question_count: 3, correct_count: 1, incorrect_count: 1, created_at: api.clock.now() },
    ])
  })

  test('keeps every answer, for practice: newest attempt first', async () => {
    const [first, second, third] = (await questionsOf('primes')) as [QuickQuestion, QuickQuestion, QuickQuestion]
    const one = await submit('primes', [1, 1], { answers: [pick(first, true), pick(second, false)] })
    api.clock.advance(60_000)
    const two = await submit('primes', [1, 0], { answers: [pick(third, true)] })
    const ids = [one.body.attempt_id, two.body.attempt_id]
    const answered = await answeredInQuizzes(api.services.db, ids)
    expect(answered[0]).toEqual({
      attemptId: two.body.attempt_id,
      questionId: third.question_id,
      optionId: pick(third, true).option_id,
      correct: true,
      answeredAt: api.clock.now(),
    })
    expect(
      answered
        .slice(1)
        .map(({ questionId, correct }) => [questionId, correct])
        .sort(),
    ).toEqual(
      [
        [first.question_id, true],
        [second.question_id, false],
      ].sort(),
    )
    expect(await answeredInQuizzes(api.services.db, ids.slice(1))).toEqual(answered.slice(0, 1))
    expect(await answeredInQuizzes(api.services.db, [])).toEqual([])
  })

  test('stores what is sent again once, for each learner', async () => {
    const answers = [pick((await questionsOf('tickets'))[0]!, true)]
    const once = await submit('tickets', [1, 0], { answers, submission: 'a-name-of-its-own' })
    const again = await submit('tickets', [1, 0], { answers, submission: 'a-name-of-its-own' })
    expect(again.body.attempt_id).toBe(once.body.attempt_id)
    expect(await attempts()).toHaveLength(1)
    const other = await submit('tickets', [1, 0], { answers, submission: 'a-name-of-its-own' }, await api.learner())
    expect([other.status, other.body.attempt_id === once.body.attempt_id]).toEqual([200, false])
  })

  test.each<[string, [number, number], string[]]>([
    ['more right answers than questions', [4, 0], ['correct_count']],
    ['more wrong answers than questions', [0, 4], ['incorrect_count']],
    ['more of both than questions', [2, 2], ['incorrect_count']],
  ])('refuses %s', async (_, counts, fields) => {
    const { status, body } = await submit('primes', counts)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, fields])
    expect(await attempts()).toEqual([])
  })

  test('refuses counts that contradict the answers, and answers that cannot be', async () => {
    const [first, second] = (await questionsOf('primes')) as [QuickQuestion, QuickQuestion]
    const [ticket] = (await questionsOf('tickets')) as [QuickQuestion]
    const right = pick(first, true)
    const errorsOf = async (...given: Parameters<typeof submit>) => {
      const { status, body } = await submit(...given)
      return [status, Object.keys(body.errors ?? {})]
    }
    expect(await errorsOf('primes', [2, 0], { answers: [right, pick(second, false)] })).toEqual([
      422,
      ['correct_count', 'incorrect_count'],
    ])
    expect(await errorsOf('primes', [1, 0], { answers: [] })).toEqual([422, ['correct_count']])
    expect(await errorsOf('primes', [2, 0], { answers: [right, right] })).toEqual([
      422,
      ['answers.1.question_id', 'correct_count'],
    ])
    expect(await errorsOf('primes', [0, 0], { answers: [pick(ticket, true)] })).toEqual([
      422,
      ['answers.0.question_id'],
    ])
    const foreign = { question_id: first.question_id, option_id: pick(second, true).option_id }
    expect(await errorsOf('primes', [0, 0], { answers: [foreign] })).toEqual([422, ['answers.0.option_id']])
    expect(await attempts()).toEqual([])
  })

  test('refuses skipped questions that cannot be, and names each', async () => {
    const [first, second] = (await questionsOf('primes')) as [QuickQuestion, QuickQuestion]
    const [ticket] = (await questionsOf('tickets')) as [QuickQuestion]
    const skipped = [first, second, second, ticket].map(({ question_id }) => question_id)
    const { status, body } = await submit('primes', [1, 0], { answers: [pick(first, true)], skipped })
    expect([status, body.errors]).toEqual([
      422,
      {
        'skipped.0': 'Is answered as well',
        'skipped.2': 'Is named twice',
        'skipped.3': 'Is not one of the questions',
      },
    ])
    expect(await attempts()).toEqual([])
  })

  test('names counts that are missing or no numbers', async () => {
    const path = `/api/v1/quickExam/submit/${quizzes.primes}?correct_count=many`
    const response = await api.request(path, { method: 'POST', headers: { authorization: `Bearer ${learner.token}` } })
    const body = (await response.json()) as { errors: object }
    expect([response.status, Object.keys(body.errors)]).toEqual([422, ['correct_count', 'incorrect_count']])
  })

  test('takes a quiz that changed while it was taken, not one that is gone', async () => {
    const questions = await questionsOf('primes')
    const answers = questions.map((question) => pick(question, true))
    await importFiles(edited(files, 'quizzes/primes.yaml', 'q-four, q-two, q-one', 'q-four'))
    expect((await questionsOf('primes')).length).toBe(1)
    expect((await submit('primes', [3, 0], { answers })).status).toBe(200)
    const { body } = await api.call(listQuizzes, {}, learner)
    expect(body.data[0]).toMatchObject({ question_count: 1, best_percentage: 100 })

    await importFiles(without(files, 'quizzes/primes'))
    expect((await submit('primes', [3, 0], { answers })).status).toBe(404)
    expect((await api.call(listQuizzes, {}, learner)).body.data.map(({ title }) => title)).toEqual(['Tickets'])
    await importFiles(files)
  })
})
