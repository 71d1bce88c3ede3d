import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEWEST_CANDIDATES, standingOf } from './standing.rules.ts'

/** Scores of at least ten candidates, with many equals. */
const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: FEWEST_CANDIDATES, maxLength: 60 })

const among = (all: number[], score: number) =>
  standingOf({
    candidates: all.length,
    ahead: all.filter((other) => other > score).length,
    notAbove: all.filter((other) => other <= score).length,
  })!

test('nobody is ranked among fewer than ten', () => {
  expect(standingOf({ candidates: 9, ahead: 0, notAbove: 9 })).toBeNull()
  expect(standingOf({ candidates: 10, ahead: 0, notAbove: 10 })).toEqual({ rank: 1, percentile: 100 })
})

test('the percentile has two decimals', () => {
  expect(standingOf({ candidates: 12, ahead: 4, notAbove: 8 })).toEqual({ rank: 5, percentile: 66.67 })
})

test('a higher score never has a lower percentile nor a worse rank', () => {
  fc.assert(
    fc.property(scores, (all) => {
      const sorted = [...all].sort((a, b) => a - b)
      for (const [index, score] of sorted.entries()) {
        const higher = sorted[index + 1]
        if (higher === undefined) continue
        const [mine, theirs] = [among(all, score), among(all, higher)]
        expect(theirs.percentile).toBeGreaterThanOrEqual(mine.percentile)
        expect(theirs.rank).toBeLessThanOrEqual(mine.rank)
      }
    }),
  )
})

test('the best are first with 100 percent, and nobody has none', () => {
  fc.assert(
    fc.property(scores, (all) => {
      expect(among(all, Math.max(...all))).toEqual({ rank: 1, percentile: 100 })
      const last = among(all, Math.min(...all))
      expect(last.percentile).toBeGreaterThan(0)
      expect(last.rank).toBeLessThanOrEqual(all.length)
    }),
  )
})
