import { $user } from '#features/auth/auth.store.ts'
import { askedPause, passes } from '#lib/both/calls/prospect.ts'
import { call } from '#lib/browser/call/call.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { retries } from '#lib/browser/retry-pause.ts'
import { timers } from '#lib/browser/timers.ts'
import { learn } from '../course-page.store.ts'
import { logPurchaseInterest, logSyllabus, logVideo, savePosition, type Chapter } from '../course.contract.ts'

/** What is noted on the server without the learner waiting for it or hearing of a failure (document 2, section 8). */

type Logged = Pick<Chapter, 'id' | 'content_id'>

const target = (courseId: number, chapter: Logged) => ({
  contentIdOrCourseId: chapter.content_id || courseId,
  chapterId: chapter.id,
})

/** The first play of a chapter. */
export function logView(courseId: number, chapter: Logged): void {
  call(logVideo, { params: target(courseId, chapter), query: { device: 'web' } }).catch((error: unknown) =>
    noteFailure('The view log', error),
  )
}

/** Chapters whose watched log is on its way, and has not been refused. */
const pending = new Set<number>()

/** Milliseconds before the second try; each later pause is twice as long, up to the longest. */
const FIRST_PAUSE = 3000
const LONGEST_PAUSE = 60_000

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

/**
 * Logs that the chapter counts as watched; the page shows it once the server has noted it. A failure that may pass is
 * repeated after a pause, and when the network returns, as long as the page is open to the same learner.
 */
export async function logWatched(courseId: number, chapter: Logged): Promise<void> {
  if (pending.has(chapter.id)) return
  pending.add(chapter.id)
  const learner = $user.get()?.id
  const { retryNow, retryPause } = retries(timers)
  for (let pause = FIRST_PAUSE; $user.get()?.id === learner; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    try {
      await call(logVideo, {
        params: target(courseId, chapter),
        query: { device: 'web', videowatched: '1' },
        keepalive: true,
        signal: AbortSignal.timeout(REQUEST_LIMIT),
      })
      learn(chapter.id, { watched: '1' })
      break
    } catch (error) {
      noteFailure('The watched log', error)
      if (!passes(error)) break
      addEventListener('online', retryNow, { once: true })
      await retryPause(Math.max(pause, askedPause(error)))
    }
  }
  pending.delete(chapter.id)
}

/**
 * Keeps where playback stopped.
 * @param leaving the page goes away, so it must not be drawn anew
 * @param watchedMs milliseconds of the video played since the last time
 */
export function keepPosition(chapterId: number, seconds: number, leaving: boolean, watchedMs: number): void {
  // Milliseconds are all the server keeps.
  const position = Math.round(seconds * 1000) / 1000
  call(savePosition, { params: { chapterId }, body: { position, watched_ms: watchedMs }, keepalive: leaving }).catch(
    (error: unknown) => noteFailure('Saving the position', error),
  )
  if (!leaving) learn(chapterId, { position })
}

/** The learner goes to buy the course. */
export function logBuy(courseId: number): void {
  call(logPurchaseInterest, {
    query: { course_id: courseId, page: 'course_amount_page_web' },
    keepalive: true,
  }).catch((error: unknown) => noteFailure('The purchase log', error))
}

/** The learner opens a syllabus. */
export function logSyllabusOpened(courseId: number): void {
  call(logSyllabus, { query: { course_id: courseId }, keepalive: true }).catch((error: unknown) =>
    noteFailure('The syllabus log', error),
  )
}
