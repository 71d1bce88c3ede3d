import { paths, withQuery } from '#lib/both/paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import type { ExamCourse } from './detail/detail.contract.ts'
import { MOCK_TEST } from './exams.rules.ts'

/** Where the exam screen leads. */

/** The course that a course exam was opened from stands in the address, `?course=`. */
const askedCourse = () => readId(new URLSearchParams(location.search).get('course'))

/** The course to go back to: the one in the address, else one that the exam stands in, an active one first. */
function courseOf(courses: ExamCourse[]): number | undefined {
  return askedCourse() ?? (courses.find(isActive) ?? courses[0])?.id
}

const isActive = ({ courseStatus }: ExamCourse) => courseStatus === 'Active'

/** Where the result of an attempt is shown. */
export function resultPath(examId: number, examType: number, resultId: number, courses: ExamCourse[] = []): string {
  if (examType === MOCK_TEST) return paths.mockTestResult(examId, resultId)
  const course = courseOf(courses)
  return course ? paths.courseExamResult(course, resultId) : withQuery(paths.examResult(examId), { id: resultId })
}

/** The page that the exam is started from. */
export function examPath(examId: number, examType: number, courses: ExamCourse[] = []): string {
  if (examType === MOCK_TEST) return paths.mockTest(examId)
  const course = courseOf(courses)
  return course ? paths.courseExam(course, examId) : paths.myCourses
}

/**
 * What a start says of the course it is made in; nothing when that course is not active, so that the server chooses.
 * @param course the one in the address unless told otherwise
 */
export function placeOfStart(courses: ExamCourse[], course = askedCourse()): { course_map_id?: number } {
  const place = courses.find((each) => each.id === course && isActive(each))
  return place ? { course_map_id: place.course_map_id } : {}
}
