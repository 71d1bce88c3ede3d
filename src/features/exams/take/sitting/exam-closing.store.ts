import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamTimes } from '../times/exam-times.store.ts'
import type { ExamClock } from '../times/exam-clock.store.ts'
import type { ExamSession } from './exam-session.store.ts'

/** The end of the attempt on this screen, however it came. */
export function examClosing(session: ExamSession, clock: ExamClock, times: ExamTimes) {
  const { page } = session.ports

  /** The attempt is over for this screen: no time runs, nothing is sent, and leaving is not asked about. */
  const closeAttempt = (attempt: Attempt): void => {
    times.keepOwn()
    session.over = true
    page.markKept(false)
    clock.stop()
    attempt.stop()
  }
  return {
    closeAttempt,
    /** Staff have given the attempt back, or more time: the page that comes offers to continue it, or goes on. */
    offerToContinue: (attempt: Attempt): void => {
      closeAttempt(attempt)
      page.reload()
    },
  }
}
