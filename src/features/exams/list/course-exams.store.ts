import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { listChapterExams, listCourseExams } from './course-exams.contract.ts'
import { mergedExams } from './course-exams.rules.ts'
import { timed } from '#lib/browser/server-time.ts'
import { toast } from '#ui/Toasts.tsx'

/** Every exam of a course, by the course's id, from two lists; what one of them gives is shown although the other fails. */
export const courseExams = loading(
  async (courseId: number, signal) => {
    const [ofCourse, ofChapters] = await Promise.allSettled([
      timed(() => call(listCourseExams, { params: { courseId }, signal })),
      call(listChapterExams, { params: { courseId }, signal }),
    ])
    signal.throwIfAborted()
    const lists = [
      ...(ofCourse.status === 'fulfilled' ? [ofCourse.value.examcontent] : []),
      ...(ofChapters.status === 'fulfilled' ? [ofChapters.value.data] : []),
    ]
    const [failure] = [ofCourse, ofChapters].filter((outcome) => outcome.status === 'rejected')
    if (failure && (lists.length === 0 || isRefresh())) throw failure.reason
    if (failure) tell(failure.reason)
    return mergedExams(lists)
  },
  { onFailed: tell },
)

/** A refresh changes nothing unless both lists came. */
function isRefresh(): boolean {
  return courseExams.$state.get().is === 'shown'
}

/** Document 2, section 8. */
function tell(error: unknown): void {
  const trouble =
    error instanceof ApiError ? 'Failed to fetch course exams' : 'Error while fetching course exam details'
  toast.error(trouble, { id: trouble })
}
