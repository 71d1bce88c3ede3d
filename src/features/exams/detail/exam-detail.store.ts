import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { detailFailure, type DetailState } from './detail-state.rules.ts'
import { placeOfStart } from '../exam-outcome.browser.ts'
import { getExamDetail, type ExamCourse } from './detail.contract.ts'
import { startExam } from '../take/take.contract.ts'
import { timed } from '#lib/browser/server-time.ts'
import { writerName } from '../take/page/writer.browser.ts'

/** The page of an exam before it is started (document 2, section 2). */
export const $detail = atom<DetailState>({ name: 'loading' })

/** A start call is on its way, or the exam screen is opening. */
export const $starting = atom(false)

/** Loads an exam. */
export async function loadDetail(examId: number): Promise<void> {
  $detail.set({ name: 'loading' })
  $starting.set(false)
  try {
    const { data } = await timed(() => call(getExamDetail, { params: { examId } }))
    $detail.set({ name: 'shown', exam: data })
  } catch (error) {
    $detail.set(detailFailure(error))
  }
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
    return (error instanceof ApiError && error.message) || 'Failed to start the exam'
  }
}
