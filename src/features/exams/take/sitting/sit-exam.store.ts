import { examReadiness } from '../../offline/exam-readiness.store.ts'
import { markWhileKept } from '../answers/kept-mark.store.ts'
import { examAnswering } from './exam-answering.store.ts'
import { examBase } from './exam-base.store.ts'
import { examEnded } from './exam-ended.store.ts'
import { examHandIn } from './exam-hand-in.store.ts'
import { examLoading } from './exam-loading.store.ts'
import type { ExamPorts } from './exam-ports.store.ts'
import { examRunning } from './exam-running.store.ts'
import { examWriter } from './exam-writer.store.ts'

export type ExamSitting = ReturnType<typeof sitExam>

/**
 * Sits an exam: what its screen shows, and what a candidate can do there. Its parts know those that are made before them;
 * all that is around them is in the ports. Nothing happens before `open`.
 */
export function sitExam(examId: number, ports: ExamPorts) {
  const base = examBase(examId, ports)
  const { session, clock, times } = base
  const answering = examAnswering(base)
  const handingIn = examHandIn(base)
  const ended = examEnded(base, handingIn)
  const writer = examWriter(base, answering, ended)
  const running = examRunning(base, answering, handingIn, ended)
  const loading = examLoading(base, writer, running)
  const { retryKeeping, ...readiness } = examReadiness(session)

  /** Opens the exam, and keeps up with what happens to its page. */
  const open = (): void => {
    const { page, tabs } = ports
    /** A tab that was frozen has missed the network's events. */
    const wake = () => {
      session.$online.set(page.isOnline())
      running.wake()
      retryKeeping()
    }
    page.watchBack()
    markWhileKept(session)
    session.$online.set(page.isOnline())
    tabs.hearTabs(ended.hearHandedIn)
    page.watch({
      onNetwork: (there) => (there ? wake() : session.$online.set(false)),
      onFocus: wake,
      onVisible: (visible) => {
        if (visible) wake()
        else running.leave()
        times.lookAndKeep()
      },
      onLeave: running.leave,
      asksToLeave: running.asksToLeave,
    })
    void loading.load()
  }

  return Object.assign(session, answering, handingIn, {
    ...loading,
    ...readiness,
    $secondsLeft: clock.$secondsLeft,
    $doubt: clock.$doubt,
    continueHere: writer.continueHere,
    open,
  })
}
