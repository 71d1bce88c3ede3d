import { examTimes } from '../times/exam-times.store.ts'
import { examAnswering } from './exam-answering.store.ts'
import { examCalls } from './exam-calls.store.ts'
import { examClock } from '../times/exam-clock.store.ts'
import { examClosing } from './exam-closing.store.ts'
import { examEnded } from './exam-ended.store.ts'
import { examHandIn } from './exam-hand-in.store.ts'
import { examLoading } from './exam-loading.store.ts'
import type { ExamPorts } from './exam-ports.store.ts'
import { examRunning } from './exam-running.store.ts'
import { examSession } from './exam-session.store.ts'
import { examWriter } from './exam-writer.store.ts'
import { markWhileKept } from '../answers/kept-mark.store.ts'
import { retries } from '../times/retry-pause.store.ts'

export type ExamSitting = ReturnType<typeof sitExam>

/**
 * Sits an exam: what its screen shows, and what a candidate can do there. Its parts know those that are made before them;
 * all that is around them is in the ports. Nothing happens before `open`.
 */
export function sitExam(examId: number, ports: ExamPorts) {
  const session = examSession(examId, ports)
  const calls = examCalls(session)
  const clock = examClock(ports.time)
  const retry = retries(ports.time)
  const times = examTimes({ session, calls })
  const closing = examClosing({ session, clock, times })
  const answering = examAnswering({ session, times })
  const handingIn = examHandIn({ session, calls, clock, retry, times, closing })
  const ended = examEnded({ session, calls, clock, retry, times, closing, handingIn })
  const writer = examWriter({ session, calls, clock, answering, ended })
  const running = examRunning({ session, calls, clock, retry, times, answering, handingIn, ended })
  const { load, start, hideNotCounted } = examLoading({ session, calls, writer, running })
  const { $screen, $index, $online, $waiting, $message, $dialog, $unsaved, $writing } = session

  return {
    $screen,
    $index,
    $online,
    $waiting,
    $message,
    $dialog,
    $unsaved,
    $writing,
    $secondsLeft: clock.$secondsLeft,
    /** The name under which it writes, and whether the exam has been handed in. */
    session: session as Readonly<Pick<typeof session, 'writer' | 'over'>>,

    /** Opens the exam, and keeps up with what happens to its page. */
    open: (): void => {
      const { device, page, tabs } = ports
      device.installWorker()
      page.watchBack()
      markWhileKept(session)
      $online.set(page.isOnline())
      tabs.hearTabs(ended.hearHandedIn)
      page.watch({
        onNetwork: (there) => {
          $online.set(there)
          if (there) running.wake()
        },
        onFocus: running.wake,
        onVisible: (visible) => {
          if (visible) running.wake()
          else running.leave()
          times.lookAndKeep()
        },
        onLeave: running.leave,
        asksToLeave: running.asksToLeave,
      })
      void load()
    },
    load,
    start,
    hideNotCounted,
    goTo: answering.goTo,
    choose: answering.choose,
    clear: answering.clear,
    unmark: answering.unmark,
    next: answering.next,
    markAndNext: answering.markAndNext,
    continueHere: writer.continueHere,
    handIn: handingIn.handIn,
    takeBack: handingIn.takeBack,
  }
}
