import { describe, expect, it } from 'vitest'
import type { PacedQuestion, ResultInsights } from '../../results.contract.ts'
import { timeText, timeTexts } from './time-texts.ts'

const question = (median_ms: number | null): PacedQuestion => ({
  ...{ id: 1, section: 0, outcome: 'correct', ms: 5000 },
  median_ms,
})
const texts = (given: Partial<ResultInsights>) =>
  timeTexts({ questions: [question(null)], timed_by: 'screen', median_candidates: 0, pace_ms: 60_000, ...given })

describe('texts about times', () => {
  it('do not say that last visits are all visits', () => {
    const { intro } = texts({ timed_by: 'answers' })
    expect(intro).toContain('these are your last visits to the questions you answered')
    expect(intro).not.toContain('All your visits')
    expect(texts({}).intro).toContain('All your visits to a question together.')
  })

  it('promise medians after ten recorded candidates, not after ten that finished', () => {
    const { intro, hasMedians } = texts({ median_candidates: 9 })
    expect(hasMedians).toBe(false)
    expect(intro).toContain('once the times of 10 candidates have been recorded')
    expect(intro).not.toContain('finished')
  })

  it('name the median only where there is one, and what stands in its place for other questions', () => {
    expect(texts({}).noneSlow).toBe(
      'No question took twice the time that the paper allows for a question and at least 20 seconds more.',
    )
    const all = texts({ questions: [question(4000)], median_candidates: 12 })
    expect(all.intro).toBe(
      'All your visits to a question together. Beside them is the median of 12 candidates whose times were recorded.',
    )
    expect(all.slow(2)).toBe(
      '2 questions took at least twice the median of the candidates, and 20 seconds more. Your time / the median:',
    )
    const some = texts({ questions: [question(4000), question(null)], median_candidates: 12 })
    expect(some.rushed(1)).toBe(
      '1 wrong answer took at most half the median of the candidates (where too few saw the question: the time that ' +
        'the paper allows for a question), and 5 seconds less. Your time / the median:',
    )
  })
})

describe('the time on a question', () => {
  it.each([
    [90_000, 'correct', 'screen', '1 min 30 sec'],
    [null, 'unanswered', 'screen', 'Not seen'],
    [null, 'unanswered', 'answers', 'Not recorded'],
    [null, 'correct', 'screen', 'Not recorded'],
    [null, 'answered', 'answers', 'Not recorded'],
  ] as const)('of %s ms, %s, timed by %s is %s', (ms, outcome, timedBy, text) => {
    expect(timeText({ ms, outcome }, timedBy)).toBe(text)
  })
})
