import { call } from '#lib/call.ts'
import { askedPause, isAway } from '#lib/away.ts'
import { ApiError } from '#lib/errors.ts'
import { isCode } from './attempt-trouble.rules.ts'
import type { Attempt } from './attempt.store.ts'
import { askAttempt } from './exam-calls.browser.ts'
import { resumeClock, stopClock } from './exam-clock.store.ts'
import { resultPath } from './exam-outcome.browser.ts'
import {
  $dialog,
  $screen,
  $unsaved,
  $writing,
  inTime,
  loseWriter,
  say,
  session,
  userId,
  type Finishing,
} from './exam-session.store.ts'
import { submitExam, type ExamDetail } from './exams.contract.ts'
import { leaveFlash } from './flash.browser.ts'
import { questionTimes } from './question-times.browser.ts'
import { forgetOffline } from './offline-shell.browser.ts'
import { isServersTime } from './server-clock.browser.ts'

/** The end of the attempt. */

/** How long a submit waits for the last answers. */
const FLUSH_PATIENCE = 8000
/** At the deadline: what the server takes late for having travelled (GRACE), less the way back. */
const LAST_FLUSH_PATIENCE = 4000
const RETRY_PAUSE = 3000

let retry: (() => void) | undefined
/** Milliseconds that the server asked to be left alone for with its last error. */
let asked = 0

/** A hand-in that waits to be tried again does so now. */
export function retryHandIn(): void {
  retry?.()
}

/**
 * Hands the exam in: the last answers first. At the deadline it goes on trying until the server answers.
 * @param without submit even if answers cannot be saved
 */
export async function handIn(cause: Finishing['cause'], without = false): Promise<void> {
  const screen = $screen.get()
  if (screen.name !== 'running' || session.over) return
  const show = (problem?: Finishing['problem']) =>
    $screen.set({ ...screen, name: 'finishing', finishing: { cause, ...(problem && { problem }) } })
  show()
  const goOn = () => {
    $screen.set(screen)
    resumeClock()
  }
  let told: Finishing['problem']
  for (;;) {
    const left = await screen.attempt.settleAll(cause === 'deadline' ? LAST_FLUSH_PATIENCE : FLUSH_PATIENCE)
    if (cause === 'learner' && left > 0 && !without) {
      const { reachable } = screen.attempt.$work.get()
      if (reachable) {
        $unsaved.set(left)
        $dialog.set('submit')
      }
      say(reachable ? 'Failed to update asnwer' : 'Error while submitting answer.')
      return goOn()
    }
    const time = cause === 'deadline' ? await timeByServer(screen.exam) : 'over'
    if (time === 'left') return goOn()
    const problem = time === 'unknown' ? 'unreachable' : await submit(screen.exam, screen.attempt)
    if (!problem) return
    if (problem === 'another') {
      if (cause === 'learner') {
        goOn()
        return loseWriter()
      }
      // By the server's clock it is not quite over; then anybody may hand it in.
      await pause()
      continue
    }
    if (problem !== told) say(problem === 'refused' ? 'Failed to submit the exam.' : 'Error while submitting answer.')
    if (cause === 'learner') return goOn()
    told = problem
    show(problem)
    await pause()
  }
}

/** Until it is time to try again. */
async function pause(): Promise<void> {
  await new Promise<void>((resolve) => {
    retry = resolve
    setTimeout(resolve, Math.max(RETRY_PAUSE, asked))
  })
  retry = undefined
  asked = 0
}

/**
 * Where the device alone says that time is over, the server is asked first, and while it does not answer nothing is handed
 * in: the network may be back a moment later, and time be left. The server ends attempts by itself.
 */
async function timeByServer({ open_attempt: open }: ExamDetail): Promise<'left' | 'over' | 'unknown'> {
  if (isServersTime() || !open) return 'over'
  try {
    return (await askAttempt(open.id)) ? 'left' : 'over'
  } catch (error) {
    // Refused for good, as for an exam that has left: what is left to do is decided by the hand-in itself.
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'over' : 'unknown'
  }
}

/** @returns what stands in the way; `another`: another tab or device writes */
async function submit(exam: ExamDetail, attempt: Attempt): Promise<Finishing['problem'] | 'another'> {
  try {
    const { result_id, exam_type } = await call(submitExam, {
      body: {
        exam_id: exam.id,
        status: 'completed',
        writer: session.writer,
        ...(exam.open_attempt && { attempt_id: exam.open_attempt.id }),
        // Of a screen that could only be read, they would be a reader's.
        ...($writing.get() === 'here' && { times: questionTimes() }),
      },
      signal: inTime(),
    })
    session.over = true
    stopClock()
    attempt.stop()
    leaveFlash(['Exam submitted successfully.'])
    await forgetOffline(userId(), exam.id)
    location.replace(resultPath(exam.id, exam_type.id, result_id, exam.courses))
    return undefined
  } catch (error) {
    if (isCode(error, 'other_writer')) return 'another'
    if (isCode(error, 'given_back')) {
      // The page that comes offers to continue it.
      session.over = true
      stopClock()
      attempt.stop()
      location.reload()
      return undefined
    }
    asked = askedPause(error)
    return isAway(error) ? 'unreachable' : 'refused'
  }
}
