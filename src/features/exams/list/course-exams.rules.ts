import type { CourseExam } from './course-exams.contract.ts'

/** Why exams of a course are locked (document 2, section 4, 'Course and payment status'). */
export const lockedWords = {
  'Not Purchased': 'This feature is available for purchased course',
  Expired: 'This course has expired. Please renew to continue.',
} as const

/** The exams of several lists, none twice, newest first; those of one moment stay in their order. */
export function mergedExams(lists: CourseExam[][]): CourseExam[] {
  const byId = new Map<number, CourseExam>()
  for (const exam of lists.flat()) if (!byId.has(exam.id)) byId.set(exam.id, exam)
  return [...byId.values()].sort((one, other) => other.created_at - one.created_at)
}

/** Those of them that stand at a chapter. */
export function examsOfChapter(exams: CourseExam[], chapterId: number): CourseExam[] {
  return exams.filter(({ chapter }) => chapter?.id === chapterId)
}
