import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { counted } from '#lib/both/text/format.ts'
import type { OpenAttempt } from '../attempt.contract.ts'
import type { ExamCalls } from '../sitting/exam-calls.store.ts'
import type { ExamSession } from '../sitting/exam-session.store.ts'
import type { ExamClock } from './exam-clock.store.ts'

/** How often a screen asks whether its end was moved, unless a receipt has told it: the rest of ten seconds is for the reply. */
const ASK_EVERY = 8 * SECOND

export type ExamDeadline = ReturnType<typeof examDeadline>

/** The end of the attempt under way, which staff may move to a later time. */
export function examDeadline(session: ExamSession, calls: ExamCalls, clock: ExamClock) {
  const { $online, $screen, ports, say } = session
  const { device, learner, page, time } = ports
  /** What the server last said of moves. */
  let known = 0
  let cancel = () => {}

  const takeEnd = (told: Partial<OpenAttempt> & Pick<OpenAttempt, 'deadline_at'>): void => {
    const screen = $screen.get()
    if (screen.name !== 'running' || !screen.exam.open_attempt) return
    const more = told.deadline_at - screen.exam.open_attempt.deadline_at
    const exam = { ...screen.exam, open_attempt: { ...screen.exam.open_attempt, ...told } }
    $screen.set({ ...screen, exam })
    if (more >= MINUTE) say(`You have been given ${counted(Math.round(more / MINUTE), 'more minute')}.`)
    void device.keepPaper(learner(), exam)
    clock.resume(told.deadline_at)
  }

  const askSoon = (pause = ASK_EVERY): void => {
    cancel()
    cancel = session.over ? () => {} : time.after(pause, () => void ask().finally(askSoon))
  }

  const ask = async (): Promise<void> => {
    const screen = $screen.get()
    // A page that comes into sight, or has its network back, asks for everything.
    if (screen.name !== 'running' || !page.isVisible() || !$online.get()) return
    const { id } = screen.exam.open_attempt!
    try {
      const moved = await calls.askMoved(id)
      if (moved === known) return
      const open = await calls.askAttempt(id)
      if (open) takeEnd(open)
      known = moved
    } catch {
      // The next time.
    }
  }

  return {
    /** Takes over the end, and what else the server has told of the attempt, and says so if there is more time. */
    takeEnd,
    /** Asks every few seconds, from a moment on that is another one for each of a hall. */
    watchEnd: (): void => askSoon(Math.random() * ASK_EVERY),
    stopWatching: (): void => cancel(),
    /** A receipt tells the end as well. One that was overtaken may tell an earlier one, which no end becomes. */
    readReceipt: ({ deadline_at }: { deadline_at: number }): void => {
      const screen = $screen.get()
      if (screen.name !== 'running' || !screen.exam.open_attempt) return
      if (deadline_at > screen.exam.open_attempt.deadline_at) takeEnd({ deadline_at })
      askSoon()
    },
  }
}
