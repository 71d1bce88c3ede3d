import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading, type Loaded } from '#lib/browser/call/loading.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { askExam } from './ask-exam.browser.ts'
import { detailFailure, NOT_HERE, type DetailFailure } from './detail-failure.rules.ts'
import { placeOfStart } from '../exam-outcome.browser.ts'
import type { ExamCourse, ExamDetail } from './detail.contract.ts'
import { startExam } from '../take/take.contract.ts'
import { writerName } from '../take/page/writer.browser.ts'

/** A start call is on its way, or the exam screen is opening. */
export const $starting = atom(false)

/** An exam before it is started (document 2, section 2). */
export const detail = loading(
  (examId: number, signal) => {
    $starting.set(false)
    return askExam(examId, { signal })
  },
  { mayMiss: true },
)

/**
 * Refreshes the exam while it stays displayed, unless a start is on its way.
 * @throws as the call
 */
export async function refreshDetail(): Promise<void> {
  if (!$starting.get()) await detail.refresh()
}

/** Why nothing is shown of it. */
export function whyNot(state: Loaded<ExamDetail, true>): DetailFailure | undefined {
  if (state.is === 'failed') return detailFailure(state.error)
  return state.is === 'missing' ? NOT_HERE : undefined
}

/**
 * Starts an attempt and opens the exam screen.
 * @param course the course in which an exam of courses is started, of those it stands in
 * @returns what to tell the learner when it did not start
 */
export async function startAndOpen(
  examId: number,
  course?: number,
  courses: ExamCourse[] = [],
): Promise<string | undefined> {
  if ($starting.get()) return undefined
  $starting.set(true)
  try {
    const writer = await writerName($user.get()?.id ?? 0, examId)
    await call(startExam, { body: { exam_id: examId, status: 'start', writer, ...placeOfStart(courses, course) } })
    location.assign(withQuery(paths.takeExam(examId), { course }))
    return undefined
  } catch (error) {
    $starting.set(false)
    // The dates or the attempts are others than those displayed.
    if (error instanceof ApiError && error.status === 409) detail.refresh().catch(() => {})
    return (error instanceof ApiError && error.message) || 'Failed to start the exam'
  }
}
