import { KEPT_EXAM_KEY } from '#features/auth/auth.rules.ts'
import { $screen, session, type Screen } from '../sitting/exam-session.store.ts'

/**
 * Marks for the log-in page (features/auth/guard.ts) that the answers of this exam are kept, on the device or by the server:
 * it says so to whoever's log-in ends in the middle of it. There are none before an attempt runs, and what the journal did
 * not take may be lost with the page.
 */
export function markKept(): void {
  let unlisten = () => {}
  $screen.subscribe((screen) => {
    unlisten()
    unlisten = isUnderWay(screen) ? screen.attempt.$journalled.subscribe(mark) : () => {}
    // While it loads, and where that fails, what was kept before is kept.
    if (screen.name === 'gate' || screen.name === 'ended') forgetMark()
  })
}

const isUnderWay = (screen: Screen) => screen.name === 'running' || screen.name === 'finishing'

/** The attempt is over, or what was given last is nowhere but on the page. */
export function forgetMark(): void {
  try {
    sessionStorage.removeItem(KEPT_EXAM_KEY)
  } catch {
    // Nothing was marked.
  }
}

function mark(journalled: boolean): void {
  if (!journalled || session.over) return forgetMark()
  try {
    sessionStorage.setItem(KEPT_EXAM_KEY, location.pathname)
  } catch {
    // The log-in page says nothing of answers.
  }
}
