import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { dateOf, firstToSit, mayAttend, timingLabel } from './featured.rules.ts'

/** 21 November 2026, 18:00 to 20:00 in India, as the call has it: the wall clock read as UTC. */
const exam = {
  start_date: Date.UTC(2026, 10, 21, 18) / 1000,
  end_date: Date.UTC(2026, 10, 21, 20) / 1000,
  attempt: 2,
  exams_completed: 0,
}
const starts = Date.UTC(2026, 10, 21, 12, 30)
const ends = starts + 2 * HOUR

describe('timing label', () => {
  test.each([
    [3 * DAY + 5 * HOUR, 'Exam starts in 3 day(s)'],
    [DAY, 'Exam starts in 1 day(s)'],
    [DAY - SECOND, 'Exam starts in 23 hr(s)'],
    [HOUR, 'Exam starts in 1 hr(s)'],
    [HOUR - SECOND, 'Exam starts in 59 min(s)'],
    [MINUTE, 'Exam starts in 1 min(s)'],
    [1, 'Exam starts in 1 min(s)'],
  ])('%d ms before the start, in the largest unit', (before, text) => {
    expect(timingLabel(exam, starts - before)).toEqual({ text, style: 'warning' })
  })

  test('from the start until the end', () => {
    expect(timingLabel(exam, starts)).toEqual({ text: 'Exam ends in 2 hr(s)', style: 'danger' })
    expect(timingLabel(exam, ends - 90 * SECOND)).toEqual({ text: 'Exam ends in 1 min(s)', style: 'danger' })
  })

  test('none afterwards', () => {
    expect(timingLabel(exam, ends)).toBeUndefined()
  })
})

describe('Attend Exam', () => {
  test('only between start and end', () => {
    expect(mayAttend(exam, starts - 1)).toBe(false)
    expect(mayAttend(exam, starts)).toBe(true)
    expect(mayAttend(exam, ends - 1)).toBe(true)
    expect(mayAttend(exam, ends)).toBe(false)
  })

  test('only while attempts used differ from those allowed', () => {
    expect(mayAttend({ ...exam, exams_completed: 1 }, starts)).toBe(true)
    expect(mayAttend({ ...exam, exams_completed: 2 }, starts)).toBe(false)
  })
})

test('a card names the date that comes next, and of an exam that is over its end', () => {
  expect(dateOf(exam, starts - 1)).toEqual({ says: 'Opens', at: starts })
  expect(dateOf(exam, starts)).toEqual({ says: 'Closes', at: ends })
  expect(dateOf(exam, ends)).toEqual({ says: 'Ended', at: ends })
})

test('the exam to sit next is the one under way, else the first that may be attended', () => {
  const used = { ...exam, id: 1, in_progress: false, exams_completed: 2 }
  const free = { ...used, id: 2, exams_completed: 0 }
  const underWay = { ...used, id: 3, in_progress: true }
  expect(firstToSit([used, free, underWay], starts)?.id).toBe(3)
  expect(firstToSit([used, free, { ...free, id: 4 }], starts)?.id).toBe(2)
  expect(firstToSit([used, free], ends)).toBeUndefined()
})
