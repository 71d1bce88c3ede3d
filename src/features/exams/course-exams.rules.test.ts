import { describe, expect, it } from 'vitest'
import type { CourseExam } from './course-exams.contract.ts'
import { mergedExams } from './course-exams.rules.ts'

const exam = (id: number, created_at: number, name = '') => ({ id, created_at, name }) as CourseExam

describe('the exams of both lists', () => {
  it('come newest first, and in their order when they came together', () => {
    const merged = mergedExams([
      [exam(1, 5), exam(2, 5)],
      [exam(3, 9), exam(4, 5)],
    ])
    expect(merged.map(({ id }) => id)).toEqual([3, 1, 2, 4])
  })

  it('hold an exam once, as the first list has it', () => {
    expect(mergedExams([[exam(1, 5, 'first')], [exam(1, 5, 'second')]])).toEqual([exam(1, 5, 'first')])
  })
})
