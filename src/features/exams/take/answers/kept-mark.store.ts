import type { ExamSession, Screen } from '../sitting/exam-session.store.ts'

/**
 * Marks for the log-in page (features/auth/guard.ts) that the answers of this exam are kept, on the device or by the server:
 * it says so to whoever's log-in ends in the middle of it. There are none before an attempt runs, and what the journal did
 * not take may be lost with the page.
 */
export function markWhileKept(session: ExamSession): void {
  const { markKept } = session.ports.page
  let unlisten = () => {}
  session.$screen.subscribe((screen) => {
    unlisten()
    unlisten = isUnderWay(screen)
      ? screen.attempt.$journalled.subscribe((journalled) => markKept(journalled && !session.over))
      : () => {}
    // While it loads, and where that fails, what was kept before is kept.
    if (screen.name === 'gate' || screen.name === 'ended') markKept(false)
  })
}

const isUnderWay = (screen: Screen) => screen.name === 'running' || screen.name === 'finishing'
