import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { medianOf, paceRemark, timeByOutcome } from './pace.rules.ts'
import type { PacedQuestion } from './results.contract.ts'

const PACE = 60 * SECOND
const question = (seconds: number | null, outcome: PacedQuestion['outcome'], median: number | null = null) => ({
  ms: seconds === null ? null : seconds * SECOND,
  median_ms: median === null ? null : median * SECOND,
  outcome,
})

describe('what stands out', () => {
  test.each([
    ['twice the median is slow', question(80, 'correct', 40), 'slow'],
    ['a little less is not', question(79, 'correct', 40), undefined],
    ['a few seconds more than a short median are not', question(20, 'incorrect', 5), undefined],
    ['twenty seconds more than a short median are', question(25, 'correct', 5), 'slow'],
    ['wrong five seconds sooner than a short median is rushed', question(5, 'incorrect', 10), 'rushed'],
    ['unanswered questions can be slow', question(90, 'unanswered', 30), 'slow'],
    ['wrong in half the median is rushed', question(20, 'incorrect', 40), 'rushed'],
    ['right in half the median is good', question(20, 'correct', 40), undefined],
    ['wrong at the usual pace is not', question(35, 'incorrect', 40), undefined],
    ['wrong two seconds sooner than a short median is not', question(3, 'incorrect', 6), undefined],
    ['without a median the pace of the paper counts', question(120, 'correct'), 'slow'],
    ['for rushed answers too', question(30, 'incorrect'), 'rushed'],
    ['an unknown time is nothing', question(null, 'incorrect', 40), undefined],
    ['a question that was not seen is nothing', question(0, 'incorrect', 40), undefined],
    ['where correctness is hidden nothing is rushed', question(1, 'answered', 40), undefined],
  ] as const)('%s', (_, given, remark) => {
    expect(paceRemark(given, PACE)).toBe(remark)
  })
})

test('time is added up by what it was spent on', () => {
  const questions = [
    question(30, 'correct'),
    question(20, 'incorrect'),
    question(15, 'correct'),
    question(null, 'unanswered'),
  ]
  expect(timeByOutcome(questions)).toEqual({ correct: 45 * SECOND, incorrect: 20 * SECOND, unanswered: 0 })
})

test('time is not told by outcome where the exam hides what was right', () => {
  expect(timeByOutcome([question(30, 'answered'), question(3, 'unanswered')])).toBeNull()
})

describe('the median', () => {
  test('of none is none, of an even count the mean in the middle', () => {
    expect(medianOf([])).toBeNull()
    expect(medianOf([5])).toBe(5)
    expect(medianOf([1, 100, 2, 50])).toBe(26)
  })

  test('has at most half of the numbers on either side, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }), (numbers) => {
        const median = medianOf(numbers)!
        expect(numbers.filter((number) => number < median - 1).length * 2).toBeLessThanOrEqual(numbers.length)
        expect(numbers.filter((number) => number > median + 1).length * 2).toBeLessThanOrEqual(numbers.length)
        expect(medianOf([...numbers].reverse())).toBe(median)
      }),
    )
  })
})
