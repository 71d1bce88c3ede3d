import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR, indianTime, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import {
  ALWAYS_OPEN,
  closingDate,
  deadlineOf,
  examMinutes,
  examPhase,
  GRACE,
  isoDates,
  isUnderWay,
  marksOf,
  NEVER,
  normalisedPercentages,
  openingDate,
  percentageOf,
  phaseOf,
  remainingAttempts,
  scoreUnits,
  secondsIfStartedNow,
  sectionScores,
  totalMarks,
  twoDecimals,
  writerAsSeen,
} from './exams.rules.ts'

const third = { units_per_mark: 3, correct_units: 3, wrong_units: 1 }
const whole = { units_per_mark: 1, correct_units: 2, wrong_units: 0 }

describe('attempts and time', () => {
  test.each([
    [3, 0, 3],
    [3, 2, 1],
    [3, 3, 0],
    [2, 3, 0],
  ])('of %i attempts allowed and %i completed, %i remain', (allowed, completed, remaining) => {
    expect(remainingAttempts(allowed, completed)).toBe(remaining)
  })

  test.each([
    [999, 'upcoming'],
    [1000, 'active'],
    [1999, 'active'],
    [2000, 'expired'],
  ])('an exam that opens at 1000 and closes at 2000 is at %i %s', (now, phase) => {
    expect(examPhase(1000, 2000, now)).toBe(phase)
  })

  test('calls give opening and closing time in seconds and as instants, and none where the exam has none', () => {
    const [opens_at, closes_at] = [Date.UTC(2026, 2, 1) + 999, Date.UTC(2026, 2, 2) + 999]
    expect([openingDate(opens_at), closingDate(closes_at)]).toEqual([1_772_323_200, 1_772_409_600])
    expect(isoDates({ opens_at, closes_at })).toEqual({
      start_date_iso: '2026-03-01T00:00:00.999Z',
      end_date_iso: '2026-03-02T00:00:00.999Z',
    })
    expect([openingDate(ALWAYS_OPEN), closingDate(NEVER)]).toEqual([null, null])
    expect(isoDates({ opens_at: ALWAYS_OPEN, closes_at: NEVER })).toEqual({ start_date_iso: null, end_date_iso: null })
  })

  test.each([
    [100, 200, 99_999, 'upcoming'],
    [100, 200, 100_000, 'active'],
    [100, 200, 200_000, 'expired'],
    [null, 200, 0, 'active'],
    [null, 200, 200_000, 'expired'],
    [100, null, 99_999, 'upcoming'],
    [100, null, NEVER - 1, 'active'],
  ])('an exam whose call says that it is open from %s to %s is at %i %s', (start_date, end_date, now, phase) => {
    expect(phaseOf({ start_date, end_date }, now)).toBe(phase)
  })

  test('an answer that was given in time may travel for five seconds', () => {
    expect(GRACE).toBe(5000)
  })

  test('who writes is told from the point of view of whoever asks', () => {
    expect(writerAsSeen(null, 'mine')).toBe('nobody')
    expect(writerAsSeen(null, undefined)).toBe('nobody')
    expect(writerAsSeen('mine', 'mine')).toBe('you')
    expect(writerAsSeen('other', 'mine')).toBe('another')
    expect(writerAsSeen('other', undefined)).toBe('another')
  })

  test.each([
    [75, 75],
    [1, 1],
    [null, 30],
    [0, 30],
  ])('an exam of %s minutes lasts %i', (given, minutes) => {
    expect(examMinutes(given)).toBe(minutes)
  })

  test('an attempt ends after its time, or with the exam when that is sooner', () => {
    const closes = indianTime(2026, 3, 2, 12)
    expect(deadlineOf(closes - 2 * HOUR, 60, closes)).toBe(closes - HOUR)
    expect(deadlineOf(closes - HOUR, 60, closes)).toBe(closes)
    expect(deadlineOf(closes - 10 * MINUTE, 60, closes)).toBe(closes)
    expect(deadlineOf(closes - HOUR, null, closes)).toBe(closes - 30 * MINUTE)
  })

  test('the instructions can say how long an attempt started now would last', () => {
    const exam = { minutes: 60, opens_at: 0, closes_at: 5 * HOUR }
    expect(secondsIfStartedNow(exam, -1)).toBe(0)
    expect(secondsIfStartedNow(exam, HOUR)).toBe(3600)
    expect(secondsIfStartedNow(exam, 5 * HOUR - 90 * SECOND)).toBe(90)
    expect(secondsIfStartedNow(exam, 5 * HOUR)).toBe(0)
  })

  test('an attempt is under way until its deadline or its submission', () => {
    expect(isUnderWay({ status: 'open', deadline_at: 100 }, 99)).toBe(true)
    expect(isUnderWay({ status: 'open', deadline_at: 100 }, 100)).toBe(false)
    expect(isUnderWay({ status: 'completed', deadline_at: 100 }, 50)).toBe(false)
  })
})

describe('marks', () => {
  test.each([
    [10, 0, 10],
    [10, 3, 9],
    [7, 2, 6.33],
    [7, 1, 6.67],
    [0, 1, -0.33],
    [0, 2, -0.67],
    [0, 0, 0],
    [100, 0, 100],
  ])('%i right and %i wrong at one mark and a third off give %f', (correct, incorrect, marks) => {
    expect(marksOf(scoreUnits(correct, incorrect, third), third)).toBe(marks)
  })

  test.each([
    [1, 200, 0.01],
    [-1, 200, -0.01],
    [1, 201, 0],
    [-1, 201, 0],
    [3, 200, 0.02],
    [1005, 1000, 1.01],
    [2, 3, 0.67],
    [-2, 3, -0.67],
    [-1, 3, -0.33],
    [0, 7, 0],
  ])('%i / %i is %f: half goes away from zero', (numerator, denominator, rounded) => {
    expect(twoDecimals(numerator, denominator)).toBe(rounded)
    expect(Object.is(twoDecimals(numerator, denominator), -0)).toBe(false)
  })

  test('the full marks are the number of questions times the marks of a right answer', () => {
    expect(totalMarks(100, third)).toBe(100)
    expect(totalMarks(40, whole)).toBe(80)
    expect(totalMarks(3, { units_per_mark: 4, correct_units: 1, wrong_units: 0 })).toBe(0.75)
  })

  test('rounding is exact for every score', () => {
    const marking = fc.record({
      units_per_mark: fc.integer({ min: 1, max: 1000 }),
      correct_units: fc.integer({ min: 1, max: 1_000_000 }),
      wrong_units: fc.integer({ min: 0, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), marking, (correct, incorrect, given) => {
        const units = scoreUnits(correct, incorrect, given)
        const hundredths = BigInt(Math.round(marksOf(units, given) * 100))
        // |hundredths / 100 - units / perMark| <= 1/200, in whole numbers
        const difference = hundredths * BigInt(given.units_per_mark) - BigInt(units) * 100n
        const size = difference < 0n ? -difference : difference
        const within = 2n * size <= BigInt(given.units_per_mark)
        const away = 2n * size !== BigInt(given.units_per_mark) || (units > 0 ? difference > 0n : difference < 0n)
        expect(within && away).toBe(true)
      }),
    )
  })
})

describe('percentages', () => {
  test.each([
    [2, 3, 66.67],
    [0, 3, 0],
    [-5, 3, 0],
    [3, 3, 100],
    [1, 8, 12.5],
    [0, 0, 0],
  ])('%i of %i units are %f percent', (units, full, percent) => {
    expect(percentageOf(units, full)).toBe(percent)
  })

  test.each([
    [
      [50, 50],
      [50, 50],
    ],
    [
      [100, 50, 50],
      [50, 25, 25],
    ],
    [
      [33.33, 66.67, 100],
      [16.67, 33.34, 50],
    ],
    [
      [10, 10, 10],
      [33.33, 33.33, 33.33],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [80, 0],
      [100, 0],
    ],
    [[], []],
  ])('the pie of %j is %j', (given, shares) => {
    expect(normalisedPercentages(given)).toEqual(shares)
  })

  test('the shares of a pie add up to 100 but for rounding', () => {
    const percentages = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(percentages, (hundredths) => {
        const shares = normalisedPercentages(hundredths.map((each) => each / 100))
        const sum = shares.reduce((total, share) => total + share, 0)
        const expected = hundredths.some((each) => each > 0) ? 100 : 0
        expect(Math.abs(sum - expected)).toBeLessThanOrEqual(0.005 * shares.length + 1e-9)
      }),
    )
  })

  test('each section has its own counts, marks and percentage', () => {
    const questions = [
      { section: 0, outcome: 'correct' },
      { section: 1, outcome: 'incorrect' },
      { section: 0, outcome: 'incorrect' },
      { section: 0, outcome: 'unanswered' },
    ] as const
    expect(sectionScores(3, [...questions], third)).toEqual([
      { questions: 3, correct: 1, incorrect: 1, total: 3, mark: 0.67, percentage: 22.22 },
      { questions: 1, correct: 0, incorrect: 1, total: 1, mark: -0.33, percentage: 0 },
      { questions: 0, correct: 0, incorrect: 0, total: 0, mark: 0, percentage: 0 },
    ])
  })
})
