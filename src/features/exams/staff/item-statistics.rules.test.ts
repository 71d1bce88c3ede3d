import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { medianOf } from '../result/pace.rules.ts'
import type { Marking } from '../exams.rules.ts'
import { cutsOf, itemCounter, LEFT, type CountedItem, type PaperStatistics } from './item-statistics.rules.ts'

const plain: Marking = { units_per_mark: 1, correct_units: 1, wrong_units: 0 }
const third: Marking = { units_per_mark: 3, correct_units: 3, wrong_units: 1 }

const scoreOf = (choices: number[], items: readonly CountedItem[], { correct_units, wrong_units }: Marking) =>
  choices.reduce((sum, choice, index) => {
    if (choice === LEFT) return sum
    return sum + (items[index]!.right.includes(choice) ? correct_units : -wrong_units)
  }, 0)

function analysed(candidates: number[][], items: readonly CountedItem[], marking: Marking) {
  const scores = candidates.map((choices) => scoreOf(choices, items, marking))
  const tally = new Map<number, number>()
  for (const score of scores) tally.set(score, (tally.get(score) ?? 0) + 1)
  const { add, result } = itemCounter(items, marking, cutsOf(tally))
  for (const [at, choices] of candidates.entries()) add(scores[at]!, Int8Array.from(choices))
  return result()
}

/** Items whose first option is right. */
const items = (count: number, options = 2): CountedItem[] =>
  Array.from({ length: count }, () => ({ options, right: [0] }))

describe('statistics worked out by hand', () => {
  // Five candidates, three questions: right is 0, wrong 1. Their scores are 3, 2, 2, 1 and 0.
  const five = [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [0, LEFT, 1],
    [1, 1, LEFT],
  ]

  test('of a paper: mean, deviation, median and KR-20', () => {
    const { paper } = analysed(five, items(3), plain)
    expect(paper).toMatchObject({ candidates: 5, mean: 8 / 5, median: 2 })
    // Squares: 9 + 4 + 4 + 1 + 0 = 18; 18 / 5 - (8 / 5)^2 = 1.04
    expect(paper.deviation).toBeCloseTo(Math.sqrt(1.04), 12)
    // p q: 0.8 x 0.2, 0.4 x 0.6 and 0.4 x 0.6 are 0.64; 3 / 2 x (1 - 0.64 / 1.04)
    expect(paper.alpha).toBeCloseTo(1.5 * (1 - 0.64 / 1.04), 12)
  })

  test('of a question: what was done with it, and the correlation with the rest of the paper', () => {
    const { items: found } = analysed(five, items(3), plain)
    expect(found[1]).toMatchObject({ right: 2, wrong: 2, left: 1 })
    expect(found[1]!.options.map(({ chosen }) => chosen)).toEqual([2, 2])
    // The second question: 1 1 0 0 0; the rest of the paper: 2 1 2 1 0, of mean 1.2 and squares 10.
    // (5 x 3 - 2 x 6) / sqrt((5 x 2 - 4) (5 x 10 - 36))
    expect(found[1]!.correlation).toBeCloseTo(3 / Math.sqrt(6 * 14), 12)
  })

  test('the groups are the best and the worst 27 percent, with all who have the same score as the last of them', () => {
    expect(
      cutsOf(
        new Map([
          [3, 1],
          [2, 2],
          [1, 1],
          [0, 1],
        ]),
      ),
    ).toEqual({ upper: 2, lower: 1 })
    const { paper, items: found } = analysed(five, items(3), plain)
    expect([paper.upper, paper.lower]).toEqual([3, 2])
    // Right in the upper group: 3, 2 and 2 of 3; in the lower: 1, 0 and 0 of 2.
    expect(found.map(({ discrimination }) => discrimination)).toEqual([1 - 1 / 2, 2 / 3, 2 / 3])
    expect(found[0]!.options).toEqual([
      { chosen: 4, upper: 3, lower: 1 },
      { chosen: 1, upper: 0, lower: 1 },
    ])
  })

  test('wrong answers cost: a score may be below zero, and has a bin of its own', () => {
    const { paper } = analysed(
      [
        [1, 1],
        [0, 0],
        [0, 1],
        [LEFT, LEFT],
      ],
      items(2),
      third,
    )
    expect(paper.mean).toBe((-2 + 6 + 2 + 0) / 4)
    const filled = paper.bins.filter(({ candidates }) => candidates > 0)
    expect(filled.map(({ from, candidates }) => [from, candidates])).toEqual([
      [null, 1],
      [0, 1],
      [1.8, 1],
      [5.4, 1],
    ])
  })

  test('several options of a question may be right', () => {
    const { items: found } = analysed([[0], [1], [2], [LEFT]], [{ options: 3, right: [0, 2] }], plain)
    expect(found[0]).toMatchObject({ right: 2, wrong: 1, left: 1 })
  })
})

describe('what cannot be said is null', () => {
  test('a question that all have right correlates with nothing', () => {
    const { items: found } = analysed(
      [
        [0, 0],
        [0, 1],
      ],
      items(2),
      plain,
    )
    expect(found.map(({ correlation }) => correlation)).toEqual([null, null])
  })

  test('a paper in which all score the same, or of one question, has no reliability', () => {
    expect(
      analysed(
        [
          [0, 1],
          [1, 0],
        ],
        items(2),
        plain,
      ).paper.alpha,
    ).toBeNull()
    expect(analysed([[0], [1]], items(1), plain).paper.alpha).toBeNull()
  })
})

/** The same again, straight from the definitions, with all answers in memory. */
function naively(candidates: number[][], given: readonly CountedItem[], marking: Marking) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = (values: number[]) => mean(values.map((value) => (value - mean(values)) ** 2))
  const marks = candidates.map((choices) => choices.map((choice, index) => scoreOf([choice], [given[index]!], marking)))
  const totals = marks.map((own) => own.reduce((sum, each) => sum + each, 0))
  const ordered = totals.toSorted((a, b) => a - b)
  const place = Math.ceil(0.27 * totals.length) - 1
  const group = {
    upper: (at: number) => totals[at]! >= ordered.at(-1 - place)!,
    lower: (at: number) => totals[at]! <= ordered[place]!,
  }
  const statistics = given.map(({ options, right }, index) => {
    const x = candidates.map((choices) => (right.includes(choices[index]!) ? 1 : 0))
    const rest = totals.map((total, at) => total - marks[at]![index]!)
    const covariance = mean(x.map((value, at) => (value - mean(x)) * (rest[at]! - mean(rest))))
    const isConstant = new Set(x).size === 1 || new Set(rest).size === 1
    const rightIn = (of: (at: number) => boolean) => mean(x.filter((_, at) => of(at)))
    return {
      right: x.filter((value) => value === 1).length,
      left: candidates.filter((choices) => choices[index] === LEFT).length,
      correlation: isConstant ? null : covariance / Math.sqrt(variance(x) * variance(rest)),
      discrimination: rightIn(group.upper) - rightIn(group.lower),
      options: Array.from({ length: options }, (_, option) => {
        const chose = candidates.map((choices, at) => (choices[index] === option ? at : -1)).filter((at) => at >= 0)
        return {
          chosen: chose.length,
          upper: chose.filter(group.upper).length,
          lower: chose.filter(group.lower).length,
        }
      }),
    }
  })
  const k = given.length
  const ofItems = given.map((_, index) => variance(marks.map((own) => own[index]!)))
  return {
    statistics,
    mean: mean(totals),
    deviation: Math.sqrt(variance(totals)),
    // The median of the house is rounded: of twice the scores it is exact.
    median: medianOf(totals.map((total) => 2 * total))! / 2,
    alpha:
      k < 2 || new Set(totals).size === 1
        ? null
        : (k / (k - 1)) * (1 - ofItems.reduce((sum, each) => sum + each, 0) / variance(totals)),
  }
}

const papers = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }), fc.constantFrom(plain, third))
  .chain(([questions, options, marking]) =>
    fc.record({
      marking: fc.constant(marking),
      given: fc.array(
        fc
          .uniqueArray(fc.integer({ min: 0, max: options - 1 }), { minLength: 1, maxLength: 2 })
          .map((right) => ({ options, right })),
        { minLength: questions, maxLength: questions },
      ),
      candidates: fc.array(
        fc.array(fc.integer({ min: LEFT, max: options - 1 }), { minLength: questions, maxLength: questions }),
        { minLength: 1, maxLength: 30 },
      ),
    }),
  )

describe('whatever is answered', () => {
  test('the sums say what the definitions say', () => {
    fc.assert(
      fc.property(papers, ({ candidates, given, marking }) => {
        const found = analysed(candidates, given, marking)
        const expected = naively(candidates, given, marking)
        const close = (a: number | null, b: number | null) =>
          a === null || b === null ? expect(a).toBe(b) : expect(a).toBeCloseTo(b, 9)
        for (const name of ['mean', 'deviation', 'median', 'alpha'] as const)
          close((found.paper as PaperStatistics)[name], expected[name])
        for (const [index, item] of found.items.entries()) {
          const own = expected.statistics[index]!
          expect([item.right, item.left, item.options]).toEqual([own.right, own.left, own.options])
          expect(item.right + item.wrong + item.left).toBe(candidates.length)
          close(item.correlation, own.correlation)
          close(item.discrimination, own.discrimination)
        }
        expect(found.paper.bins.reduce((sum, bin) => sum + bin.candidates, 0)).toBe(candidates.length)
      }),
      { numRuns: 300 },
    )
  })
})
