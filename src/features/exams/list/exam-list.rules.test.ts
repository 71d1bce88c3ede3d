import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/both/time/clock.ts'
import { nextExam } from './exam-list.rules.ts'

const now = Date.UTC(2026, 10, 21)
const exam = (id: number, more: object = {}) => ({
  id,
  start_date: (now - HOUR) / 1000,
  end_date: (now + HOUR) / 1000,
  attempt: 2,
  exams_completed: 0,
  in_progress: false,
  ...more,
})
const next = (...exams: ReturnType<typeof exam>[]) => nextExam(exams, now)?.id

describe('the exam that stands out in a list', () => {
  it('is the one whose clock runs', () => {
    expect(next(exam(1), exam(2, { in_progress: true }), exam(3, { in_progress: true }))).toBe(2)
    // Begun for the last time, and closed since.
    const begun = exam(2, { in_progress: true, exams_completed: 2, end_date: now / 1000 })
    expect(next(exam(1), begun)).toBe(2)
  })

  it('is else the first that was never sat, and then the first with an attempt left', () => {
    expect(next(exam(1, { exams_completed: 1 }), exam(2), exam(3))).toBe(2)
    expect(next(exam(1, { exams_completed: 2 }), exam(2, { exams_completed: 1 }))).toBe(2)
  })

  it('is none where no exam can be sat now', () => {
    const [closed, toCome] = [exam(1, { end_date: now / 1000 }), exam(2, { start_date: now / 1000 + 1 })]
    expect(next(closed, toCome, exam(3, { exams_completed: 2 }))).toBeUndefined()
  })
})
