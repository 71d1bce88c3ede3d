import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, indianTime, startOfIndianDay } from '#lib/both/time/clock.ts'
import { KNOWN_AFTER } from './practice.rules.ts'
import {
  afterMistake,
  isKnown,
  newMemory,
  reviewed,
  type Memory,
  type Rating,
  type Standing,
} from './schedule.rules.ts'

const START = indianTime(2026, 3, 2, 10)

/** Reviews one after the other, each some hours after the question became due. */
function practised(reviews: { rating: Rating; late: number }[], start = START): { memory: Memory; at: number }[] {
  let memory = newMemory(start)
  let at = start
  return reviews.map(({ rating, late }) => {
    at = Math.max(at, memory.due_at) + late * HOUR
    memory = reviewed(memory, rating, at)
    return { memory, at }
  })
}

const dates = (rating: Rating, count: number) =>
  practised(Array.from({ length: count }, () => ({ rating, late: 9 }))).map(({ memory }) => memory.due_at)

describe('the days on which a question comes again', () => {
  test.each<[string, Rating, number[]]>([
    ['always forgotten: every day', 1, [indianTime(2026, 3, 3), indianTime(2026, 3, 4), indianTime(2026, 3, 5)]],
    ['always hard', 2, [indianTime(2026, 3, 4), indianTime(2026, 3, 8), indianTime(2026, 3, 17)]],
    ['always right', 3, [indianTime(2026, 3, 5), indianTime(2026, 3, 19), indianTime(2026, 5, 15)]],
    ['always easy', 4, [indianTime(2026, 3, 10), indianTime(2026, 5, 15)]],
  ])('%s', (_, rating, expected) => {
    expect(dates(rating, expected.length)).toEqual(expected)
  })

  test('are Indian days: an answer before midnight and one after it are a day apart', () => {
    const before = reviewed(newMemory(START), 1, indianTime(2026, 3, 2, 23, 59))
    const after = reviewed(newMemory(START), 1, indianTime(2026, 3, 3, 0, 1))
    expect([before.due_at, after.due_at]).toEqual([indianTime(2026, 3, 3), indianTime(2026, 3, 4)])
  })

  test('are counted in Indian days as well: what was remembered a day longer is remembered better', () => {
    const { memory } = practised([{ rating: 3, late: 0 }])[0]!
    // The same date in UTC, two dates in India.
    const before = reviewed(memory, 3, indianTime(2026, 3, 19, 23, 59))
    const after = reviewed(memory, 3, indianTime(2026, 3, 20, 0, 1))
    expect(after.stability).toBeGreaterThan(before.stability)
  })
})

describe('a question is known', () => {
  test('after three right answers on their days, or after two easy ones', () => {
    const known = (rating: Rating) =>
      practised(Array.from({ length: 4 }, () => ({ rating, late: 9 }))).findIndex(({ memory }) => isKnown(memory)) + 1
    expect([known(3), known(4), known(1)]).toEqual([3, 2, 0])
  })

  test('not before it was ever practised', () => {
    expect(isKnown(newMemory(START))).toBe(false)
  })
})

describe('a mistake', () => {
  const standing = (memory: Memory, left: Standing['left_reason'] = null, leftAt = START): Standing => ({
    ...memory,
    added_at: START,
    left_at: left && leftAt,
    left_reason: left,
  })

  test('in an exam brings a question in, due at once', () => {
    expect(afterMistake(undefined, { at: START, wrong: false })).toMatchObject({
      due_at: START,
      reps: 0,
      left_at: null,
    })
  })

  test('repeated brings a question that had left back as a lapse, due at once', () => {
    const { memory } = practised([3, 3, 3].map((rating) => ({ rating: rating as Rating, late: 9 }))).at(-1)!
    const at = memory.due_at + 10 * DAY
    const back = afterMistake(standing(memory, 'known', memory.last_review_at!), { at, wrong: true })
    expect(back).toMatchObject({ due_at: at, left_at: null, left_reason: null, lapses: 1, reps: 4, last_review_at: at })
    expect(back.stability).toBeLessThan(memory.stability)
  })

  test('of skipping brings it back, without saying that it was forgotten', () => {
    const { memory } = practised([{ rating: 4, late: 1 }])[0]!
    const at = START + 30 * DAY
    const back = afterMistake(standing(memory, 'removed', START + DAY), { at, wrong: false })
    expect(back).toEqual({ ...standing(memory), due_at: at })
    expect(afterMistake(standing(memory), { at, wrong: false })).toEqual(standing(memory))
  })

  test('made before the last practice, or before the question left, says nothing', () => {
    const { memory, at } = practised([{ rating: 3, late: 1 }])[0]!
    expect(afterMistake(standing(memory), { at, wrong: true })).toEqual(standing(memory))
    const left = standing(newMemory(START), 'removed', START + DAY)
    expect(afterMistake(left, { at: START + DAY, wrong: true })).toEqual(left)
  })
})

describe('whatever a learner answers, and whenever', () => {
  const reviews = fc.array(
    fc.record({ rating: fc.constantFrom<Rating>(1, 2, 3, 4), late: fc.integer({ min: 0, max: 24 * 500 }) }),
    { minLength: 1, maxLength: 12 },
  )
  const starts = fc.integer({ min: indianTime(2024, 1, 1), max: indianTime(2040, 1, 1) })

  test('a question is due at the beginning of an Indian day after the review', () => {
    fc.assert(
      fc.property(reviews, starts, (given, start) => {
        for (const { memory, at } of practised(given, start)) {
          expect(memory.due_at).toBeGreaterThan(at)
          expect(startOfIndianDay(memory.due_at)).toBe(memory.due_at)
          expect(memory.last_review_at).toBe(at)
        }
      }),
    )
  })

  test('numbers stay sound, reviews are counted, and a better grade never means sooner', () => {
    fc.assert(
      fc.property(reviews, starts, (given, start) => {
        for (const [index, { memory, at }] of practised(given, start).entries()) {
          expect(memory.reps).toBe(index + 1)
          expect(memory.stability).toBeGreaterThan(0)
          expect(memory.difficulty).toBeGreaterThanOrEqual(1)
          expect(memory.difficulty).toBeLessThanOrEqual(10)
          const next = ([1, 2, 3, 4] as const).map((rating) => reviewed(memory, rating, at + 40 * DAY).due_at)
          expect(next).toEqual([...next].sort((a, b) => a - b))
        }
      }),
    )
  })

  test('enough right answers make it known, however often it was forgotten before', () => {
    fc.assert(
      fc.property(reviews, starts, (given, start) => {
        const rightOnes = Array.from({ length: 12 }, () => ({ rating: 3 as const, late: 9 }))
        const all = practised([...given, ...rightOnes], start)
        expect(all.slice(given.length).some(({ memory }) => isKnown(memory))).toBe(true)
      }),
    )
  })

  test('a wrong answer never makes it known, and forgetting brings it back tomorrow or a few days on', () => {
    fc.assert(
      fc.property(reviews, starts, (given, start) => {
        const { memory } = practised(given, start).at(-1)!
        const at = memory.due_at + HOUR
        const { due_at } = reviewed(memory, 1, at)
        expect(due_at - startOfIndianDay(at)).toBeLessThanOrEqual(KNOWN_AFTER * DAY)
      }),
    )
  })

  test('a later wrong answer in an exam has it back in the notebook, due that day', () => {
    fc.assert(
      fc.property(reviews, starts, fc.integer({ min: 1, max: 400 }), fc.boolean(), (given, start, days, left) => {
        const { memory, at } = practised(given, start).at(-1)!
        const standing: Standing = {
          ...memory,
          added_at: start,
          left_at: left ? at : null,
          left_reason: left ? 'known' : null,
        }
        const wrongAt = at + days * DAY
        const back = afterMistake(standing, { at: wrongAt, wrong: true })
        expect(back).toMatchObject({ left_at: null, left_reason: null, due_at: wrongAt, lapses: memory.lapses + 1 })
      }),
    )
  })
})
