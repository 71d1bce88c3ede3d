import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { OpenAttempt } from '../attempt.contract.ts'
import type { Receipt } from '../take.contract.ts'
import type { ExamCalls } from '../sitting/exam-calls.store.ts'
import type { ExamSession } from '../sitting/exam-session.store.ts'
import type { ExamClock } from './exam-clock.store.ts'

/**
 * How long a screen waits before it asks whether its end was moved: the rest of ten seconds is for the reply. A hall does not
 * ask in one moment: its starts take turns, and receipts let each wait anew.
 */
const ASK_AFTER = 8 * SECOND

/** The end of the attempt under way, which staff may move to a later time. */
export function examDeadline(session: ExamSession, calls: ExamCalls, clock: ExamClock) {
  const { $screen, ports, say } = session
  /** What the server last said of moves. */
  let known = 0
  let cancel = () => {}
  let seeEnd = () => {}

  const takeEnd = (told: Partial<OpenAttempt> & Pick<OpenAttempt, 'deadline_at'>): void => {
    const screen = $screen.get()
    if (screen.name !== 'running') return
    const before = screen.exam.open_attempt!
    // It is moved by whole minutes.
    const more = (told.deadline_at - before.deadline_at) / MINUTE
    const exam = { ...screen.exam, open_attempt: { ...before, ...told } }
    $screen.set({ ...screen, exam })
    if (more > 0) say(`You have ${more} min more.`, true)
    void ports.device.keepPaper(ports.learner(), exam)
    clock.resume(told.deadline_at)
  }

  /** Asks in a while, and again and again. */
  const askLater = (): void => {
    cancel()
    // What could not be asked is asked the next time.
    if (!session.over) cancel = ports.time.after(ASK_AFTER, () => void ask().then(askLater, askLater))
  }

  const ask = async (): Promise<void> => {
    const screen = $screen.get()
    if (screen.name !== 'running') return
    const { id } = screen.exam.open_attempt!
    const { moved } = await calls.askMoved(id)
    // A server that answers again is no longer away, even without an answer to send.
    if (moved === known && screen.attempt.$work.get().reachable) return
    const open = await calls.askAttempt(id)
    if (open) {
      screen.attempt.take(open.responses)
      takeEnd(open)
    } else seeEnd()
    known = moved
  }

  return {
    /** Takes over the end, and what else the server has told of the attempt, and says so if there is more time. */
    takeEnd,
    /** Asks every few seconds whether the end was moved. @param onOver the attempt has ended elsewhere */
    watchEnd: (onOver: () => void): void => {
      seeEnd = onOver
      askLater()
    },
    /** A receipt tells the end as well. One that was overtaken may tell an earlier one, which no end becomes. */
    readReceipt: (receipt: Receipt): Receipt => {
      const screen = $screen.get()
      if (screen.name === 'running' && receipt.deadline_at > screen.exam.open_attempt!.deadline_at)
        takeEnd({ deadline_at: receipt.deadline_at })
      askLater()
      return receipt
    },
  }
}
