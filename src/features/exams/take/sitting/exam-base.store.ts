import { retries } from '#lib/browser/retry-pause.ts'
import { examClock } from '../times/exam-clock.store.ts'
import { examDeadline } from '../times/exam-deadline.store.ts'
import { lateJournal } from '../journal/late-journal.store.ts'
import { examTimes } from '../times/exam-times.store.ts'
import { examCalls } from './exam-calls.store.ts'
import { examClosing } from './exam-closing.store.ts'
import type { ExamPorts } from './exam-ports.store.ts'
import { examSession } from './exam-session.store.ts'

export type ExamBase = ReturnType<typeof examBase>

/** What every part of the exam screen stands on. */
export function examBase(examId: number, ports: ExamPorts) {
  const session = examSession(examId, ports)
  const calls = examCalls(session)
  const clock = examClock(ports.time)
  const retry = retries(ports.time)
  const times = examTimes(session, calls)
  const deadline = examDeadline(session, calls, clock)
  return {
    session,
    calls,
    clock,
    deadline,
    retry,
    times,
    closing: examClosing(session, clock, times),
    readLate: lateJournal(session),
  }
}
