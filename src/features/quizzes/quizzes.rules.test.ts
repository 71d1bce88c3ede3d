import { describe, expect, it } from 'vitest'
import {
  countProblems,
  encouragement,
  gradeAnswers,
  nextQuiz,
  outcomeOf,
  percentageOf,
  skippedProblems,
} from './quizzes.rules.ts'
import { readRun, startRun } from './run.rules.ts'

/** Questions 1 to n, with options 10n and 10n + 1; the second is right. */
const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    question_id: index + 1,
    options: [
      { option_id: (index + 1) * 10, isAnswer: 'N' as const },
      { option_id: (index + 1) * 10 + 1, isAnswer: 'Y' as const },
    ],
  }))

describe('the outcome of a quiz', () => {
  it('counts right and wrong answers and what was not attended', () => {
    expect(outcomeOf(questions(4), { 1: 11, 2: 20, 3: 31 })).toEqual({
      total: 4,
      not_attended: 1,
      correct: 2,
      incorrect: 1,
      percentage: 50,
    })
  })

  it('takes an option that is not the question’s as not attended', () => {
    expect(outcomeOf(questions(2), { 1: 21, 9: 91 })).toMatchObject({ not_attended: 2, correct: 0, incorrect: 0 })
  })

  it('is 0 percent of nothing', () => {
    expect(percentageOf(0, 0)).toBe(0)
  })
})

it.each([
  [100, 'Excellent work!'],
  [80, 'Excellent work!'],
  [79.9, 'Good effort!'],
  [50, 'Good effort!'],
  [49.9, 'Keep practicing!'],
  [0, 'Keep practicing!'],
])('%d percent is answered with %s', (percentage, words) => {
  expect(encouragement(percentage)).toBe(words)
})

describe('what a browser says of a result', () => {
  const key = new Map([
    [1, new Map([[10, false]]).set(11, true)],
    [2, new Map([[20, false]]).set(21, true)],
  ])

  it('is graded by the key', () => {
    const answers = [
      { question_id: 1, option_id: 11 },
      { question_id: 2, option_id: 20 },
    ]
    expect(gradeAnswers(key, answers)).toEqual({ correct_count: 1, incorrect_count: 1, problems: {} })
  })

  it.each([
    [
      'a question of another quiz',
      [{ question_id: 3, option_id: 30 }],
      'answers.0.question_id',
      'Is not one of the questions',
    ],
    [
      'an option of another question',
      [{ question_id: 1, option_id: 21 }],
      'answers.0.option_id',
      'Is not an option of the question',
    ],
    [
      'a question answered twice',
      [
        { question_id: 1, option_id: 10 },
        { question_id: 1, option_id: 11 },
      ],
      'answers.1.question_id',
      'Is answered twice',
    ],
  ])('is refused with %s', (_, answers, field, problem) => {
    expect(gradeAnswers(key, answers).problems).toEqual({ [field]: problem })
  })

  it('may name questions that were skipped, each once, of this quiz and not answered', () => {
    const problems = (...skipped: number[]) => skippedProblems(new Set([1, 2, 3]), [{ question_id: 1 }], skipped)
    expect(problems(2, 3)).toEqual({})
    expect(problems(3, 4)).toEqual({ 'skipped.1': 'Is not one of the questions' })
    expect(problems(1)).toEqual({ 'skipped.0': 'Is answered as well' })
    expect(problems(2, 3, 2)).toEqual({ 'skipped.2': 'Is named twice' })
  })

  it('is told what is wrong with its counts', () => {
    const told = (correct_count: number, incorrect_count: number, right?: number) =>
      countProblems(
        { correct_count, incorrect_count },
        2,
        right === undefined ? undefined : { correct_count: right, incorrect_count },
      )
    expect(told(3, 0)).toEqual({ correct_count: 'There are 2 questions' })
    expect(told(2, 0, 1)).toEqual({ correct_count: 'Contradicts the answers: 1' })
    expect(told(2, 1)).toEqual({ incorrect_count: 'With correct_count more than the 2 questions there are' })
  })

  it.each<[string, [number, number], [number, number] | undefined, string[]]>([
    ['as many as there are questions', [1, 1], undefined, []],
    ['fewer', [0, 1], undefined, []],
    ['more right ones than questions', [3, 0], undefined, ['correct_count']],
    ['more together than questions', [2, 1], undefined, ['incorrect_count']],
    ['what the answers say', [1, 1], [1, 1], []],
    ['other than the answers say', [2, 0], [1, 1], ['correct_count', 'incorrect_count']],
  ])('has counts that are checked: %s', (_, [correct_count, incorrect_count], by, fields) => {
    const graded = by && { correct_count: by[0], incorrect_count: by[1] }
    expect(Object.keys(countProblems({ correct_count, incorrect_count }, 2, graded))).toEqual(fields)
  })
})

describe('the quiz that stands out in a list', () => {
  const next = (...best: (number | null)[]) =>
    nextQuiz(best.map((best_percentage, id) => ({ id, best_percentage })))?.id

  it('is the first that was never taken, else the one with the most left to gain', () => {
    expect(next(40, null, null)).toBe(1)
    expect(next(0, null)).toBe(1)
    expect(next(90, 40, 40, 100)).toBe(1)
    expect(next()).toBeUndefined()
  })
})

describe('a quiz that was kept', () => {
  const asked = [1, 2].map((id) => ({
    question_id: id,
    question_content: '',
    explanation: '',
    options: [{ option_id: id * 10, answer_option: '', isAnswer: 'Y' as const }],
  }))
  const run = { ...startRun(asked, 2, 0, 'attempt 1'), chosen: { 1: 10 }, index: 1, seen: [1, 2] }
  const read = (kept: object, now = 0) => readRun(JSON.stringify({ ...run, ...kept }), asked, now)

  it('goes on where it was', () => {
    expect(read({})).toEqual(run)
  })

  it.each([{ submission: 1 }, { submission: undefined }, { deadline: '5' }, { deadline: null }, { index: '1' }])(
    'does not go on where it was kept as %j',
    (kept) => {
      expect(read(kept)).toBeUndefined()
    },
  )

  it('goes on after its time only for what was answered', () => {
    expect(read({ chosen: {} }, run.deadline - 1)).toBeDefined()
    expect(read({ chosen: {} }, run.deadline)).toBeUndefined()
    expect(read({}, run.deadline)).toBeDefined()
  })

  it('has seen the question on the screen, whatever it says of others', () => {
    expect(read({ seen: 'all' })?.seen).toEqual([2])
    expect(read({ seen: [9, 1] })?.seen).toEqual([1, 2])
  })
})
