import type { Attempt } from '../answers/attempt.store.ts'
import { stopClock } from '../times/exam-clock.store.ts'
import { session } from './exam-session.store.ts'
import { keepOwn } from '../times/exam-times.store.ts'
import { forgetMark } from '../answers/kept-mark.store.ts'

/** The attempt is over for this screen: no time runs, nothing is sent, and leaving is not asked about. */
export function closeAttempt(attempt: Attempt): void {
  keepOwn()
  session.over = true
  forgetMark()
  stopClock()
  attempt.stop()
}

/** Staff have given the attempt back: the page that comes offers to continue it. */
export function offerToContinue(attempt: Attempt): void {
  closeAttempt(attempt)
  location.reload()
}
