import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { listChapterExams, listCourseExams, type CourseExam } from './course-exams.contract.ts'
import { mergedExams } from './course-exams.rules.ts'
import { timed } from '#lib/browser/server-time.ts'

/** Every exam of a course. */
export interface CourseExams {
  courseId: number
  exams: CourseExam[]
}

export const $courseExams = atom<'loading' | 'failed' | CourseExams>('loading')

let turn = 0

/**
 * Loads both lists of a course's exams; what one of them gives is shown although the other fails.
 * @returns what to tell the learner of a failure (document 2, section 8)
 */
export async function loadCourseExams(courseId: number): Promise<string | undefined> {
  const mine = (turn += 1)
  const params = { courseId }
  $courseExams.set('loading')
  const [ofCourse, ofChapters] = await Promise.allSettled([
    timed(() => call(listCourseExams, { params })),
    call(listChapterExams, { params }),
  ])
  if (mine !== turn) return undefined
  const failures = [ofCourse, ofChapters].filter((outcome) => outcome.status === 'rejected')
  const lists = [
    ...(ofCourse.status === 'fulfilled' ? [ofCourse.value.examcontent] : []),
    ...(ofChapters.status === 'fulfilled' ? [ofChapters.value.data] : []),
  ]
  $courseExams.set(lists.length > 0 ? { courseId, exams: mergedExams(lists) } : 'failed')
  const [first] = failures
  if (!first) return undefined
  return first.reason instanceof ApiError ? 'Failed to fetch course exams' : 'Error while fetching course exam details'
}
