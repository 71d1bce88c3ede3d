import type { CourseExam } from './course-exams.contract.ts'

/** The exams of several lists, none twice, newest first; those of one moment stay in their order. */
export function mergedExams(lists: CourseExam[][]): CourseExam[] {
  const byId = new Map<number, CourseExam>()
  for (const exam of lists.flat()) if (!byId.has(exam.id)) byId.set(exam.id, exam)
  return [...byId.values()].sort((one, other) => other.created_at - one.created_at)
}
