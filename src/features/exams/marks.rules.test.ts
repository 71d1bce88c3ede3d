import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeMarking, exactMarks } from './marks.rules.ts'

describe('exactMarks', () => {
  test.for([
    [1, 3, '1/3'],
    [2, 3, '2/3'],
    [2, 6, '1/3'],
    [3, 3, '1'],
    [0, 3, '0'],
    [133, 3, '44 1/3'],
    [-20, 3, '−6 2/3'],
    [-1, 3, '−1/3'],
    [1, 4, '0.25'],
    [33, 100, '0.33'],
    [1, 8, '0.125'],
    [999, 1000, '0.999'],
    [22, 7, '3 1/7'],
  ] as const)('formats %i units, of which %i are a mark, as %s', ([units, units_per_mark, text]) => {
    expect(exactMarks(units, { units_per_mark })).toBe(text)
  })

  test('names the units again, whatever their number and size', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 1, max: 1000 }), (units, per) => {
        const [, minus, whole = '0', top = '0', bottom = '1'] = /^(−?)(?:([\d.]+)(?: |$))?(?:(\d+)\/(\d+))?$/.exec(
          exactMarks(units, { units_per_mark: per }),
        )!
        const value = Number(whole) + Number(top) / Number(bottom)
        expect((minus ? -1 : 1) * value * per).toBeCloseTo(units, 6)
      }),
    )
  })
})

test('describeMarking says thirds as fractions, and rounds full marks once', () => {
  expect(describeMarking(100, { units_per_mark: 3, correct_units: 2, wrong_units: 1 })).toEqual({
    correct_score: 0.67,
    correct_score_text: '2/3',
    negative_score: 0.33,
    negative_score_text: '1/3',
    total_grade: 66.67,
  })
})
