import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ResultQuestion } from '../results.contract.ts'
import { factsOfRow } from './sheet/sheet-facts.ts'
import { Solution } from './Solution.tsx'

const option = (id: number, right: boolean) => ({
  id,
  answer_option: `Option ${id}`,
  isAnswer: right ? ('Y' as const) : ('N' as const),
})
const question: ResultQuestion = {
  ...{ id: 1, section: 0, your_answer: 11, correct: true, corrected: null, time_ms: null },
  question: {
    question_content: '<p>Which?</p>',
    explanation: '',
    answer_option: [option(11, true), option(12, false)],
  },
}

const text = (given: Partial<ResultQuestion>) =>
  renderToStaticMarkup(
    <Solution question={{ ...question, ...given }} number={1} total={1} outcome="correct" section="Part A" />,
  ).replace(/<[^>]+>/g, '')

describe('a solution', () => {
  it('says what is right', () => {
    expect(text({})).toContain('Your answer, correct')
    expect(text({ your_answer: 12 })).toContain('Correct answer')
    expect(text({})).not.toContain('corrected')
  })

  it('whose answer was corrected later shows by which it was marked, and what is right now', () => {
    const corrected = text({ corrected: [12] })
    expect(corrected).toContain('Your answer, marked correct')
    expect(corrected).toContain('The answer key was corrected after this attempt.')
    expect(corrected).toContain('The correct answer now is B.')
    expect(text({ corrected: [12], your_answer: 12 })).toMatch(/Correct by the earlier key.*Your answer/)
  })
})

it('the response sheet says the same', () => {
  const row = {
    ...{ section: 0, question_content: '', chosen: null, time_ms: null, saved_at: null, seq: null },
    ...{ right: [0], corrected: [1], outcome: 'correct' as const, marks: 1 },
  }
  const sheet = { correct_score_text: '1', negative_score_text: '1/3' }
  expect(factsOfRow(row, sheet).slice(0, 2)).toEqual([
    ['Correct when marked', 'A'],
    ['Corrected later to', 'B'],
  ])
  expect(factsOfRow({ ...row, corrected: null }, sheet)[0]).toEqual(['Correct answer', 'A'])
})
