import { describe, expect, it } from 'vitest'
import type { CourseExam } from './course-exams.contract.ts'
import { examsOfChapter, mergedExams } from './course-exams.rules.ts'

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

  it('are told by their chapter, for a chapter that is locked', () => {
    const at = (id: number, chapter: number | null) =>
      ({ id, chapter: chapter === null ? null : { id: chapter, title: '' } }) as CourseExam
    expect(examsOfChapter([at(1, null), at(2, 7), at(3, 8), at(4, 7)], 7).map(({ id }) => id)).toEqual([2, 4])
  })
})
