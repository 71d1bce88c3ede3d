import { describe, expect, it } from 'vitest'
import { marksOf } from './marks.ts'

describe('marks of an exam', () => {
  it.each([
    [1, undefined, { unitsPerMark: 1, correctUnits: 1, wrongUnits: 0 }],
    [1, '1/3', { unitsPerMark: 3, correctUnits: 3, wrongUnits: 1 }],
    [2, 0.5, { unitsPerMark: 2, correctUnits: 4, wrongUnits: 1 }],
    [2, '2/3', { unitsPerMark: 3, correctUnits: 6, wrongUnits: 2 }],
    ['1/2', '1/3', { unitsPerMark: 6, correctUnits: 3, wrongUnits: 2 }],
    [1.25, 0.33, { unitsPerMark: 100, correctUnits: 125, wrongUnits: 33 }],
    ['2/4', 0, { unitsPerMark: 2, correctUnits: 1, wrongUnits: 0 }],
  ])('%s for a right and %s for a wrong answer are exact in whole units', (correct, wrong, expected) => {
    expect(marksOf(correct, wrong)).toEqual(expected)
  })

  it.each([
    [0, 0],
    ['0/3', 0],
    [-1, 0],
    [1, -0.25],
    [1, '1/0'],
    [1, 'one third'],
    [1, '1/3/5'],
    [1, 0.33333],
    [1e9, 0],
    ['1/999', '1/998'],
  ])('%s and %s are refused', (correct, wrong) => {
    expect(() => marksOf(correct, wrong)).toThrow(RangeError)
  })
})
