import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { askedPause, passes, prospectOf } from '#lib/both/calls/prospect.ts'
import { isCode } from '../answers/attempt-trouble.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import { askAttempt } from './exam-calls.browser.ts'
import { $secondsLeft, resumeClock } from '../times/exam-clock.store.ts'
import { closeAttempt, offerToContinue } from './exam-closing.browser.ts'
import { resultPath } from '../../exam-outcome.browser.ts'
import {
  $dialog,
  $online,
  $screen,
  $unsaved,
  inTime,
  loseWriter,
  say,
  session,
  userId,
  type Finishing,
} from './exam-session.store.ts'
import { submitExam } from '../take.contract.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import { leaveFlash } from '#lib/browser/device/flash.ts'
import { dropTimes, dropWish, writeWish } from '../answers/journal.browser.ts'
import { questionTimes } from '../times/question-times.browser.ts'
import { tellTabs } from '../page/exam-tabs.browser.ts'
import { leaveFor } from '../page/leave-guard.browser.ts'
import { forgetOffline } from '../../offline/offline-shell.browser.ts'
import { retryNow, retryPause } from '../times/retry-pause.browser.ts'
import { isServersTime } from '#lib/browser/server-time.ts'

/** The end of the attempt. */

/** How long a submit waits for the last answers. */
const FLUSH_PATIENCE = 8000
/** At the deadline: what the server takes late for having travelled (GRACE), less the way back. */
const LAST_FLUSH_PATIENCE = 4000

/** Milliseconds that the server asked to be left alone for with its last error. */
let asked = 0
let takenBack = false

/** The candidate goes on with the exam instead of waiting until it can be handed in. */
export function takeBack(): void {
  takenBack = true
  retryNow()
}

/**
 * Hands the exam in: the last answers first. While the server cannot be reached it goes on trying; a candidate's wish is
 * kept on this device meanwhile and may be taken back, until the time is over.
 * @param without submit even if answers cannot be saved
 * @param again the wish was kept before the page was opened
 */
export async function handIn(
  cause: Finishing['cause'],
  { without = false, again = false }: { without?: boolean; again?: boolean } = {},
): Promise<void> {
  const screen = $screen.get()
  // The time is over for one that waits.
  if (screen.name === 'finishing') return retryNow()
  if (screen.name !== 'running' || session.over) return
  const { exam, attempt } = screen
  const wish = cause === 'learner' ? exam.open_attempt?.id : undefined
  const causeNow = () => (wish !== undefined && $secondsLeft.get() > 0 ? 'learner' : 'deadline')
  let kept = again
  const show = (problem?: Finishing['problem']) =>
    $screen.set({ ...screen, name: 'finishing', finishing: { cause: causeNow(), kept, ...(problem && { problem }) } })
  const goOn = () => {
    if (wish !== undefined) void dropWish(userId(), wish)
    $screen.set(screen)
    resumeClock()
  }
  takenBack = false
  $dialog.set(undefined)
  let told: Finishing['problem'] = again ? 'unreachable' : undefined
  show($online.get() ? told : 'unreachable')
  if (wish !== undefined) kept = await writeWish(userId(), wish)
  for (;;) {
    const now = causeNow()
    const left = await attempt.settleAll(now === 'deadline' ? LAST_FLUSH_PATIENCE : FLUSH_PATIENCE)
    const lacks = now === 'learner' && left > 0 && !without && !(await isOver(exam, attempt))
    // Another tab of this browser may have handed it in, here as below.
    if (session.over) return
    if (takenBack) return goOn()
    let problem: Finishing['problem'] | 'another'
    if (lacks) {
      if (attempt.$work.get().reachable) {
        $unsaved.set(left)
        $dialog.set('submit')
        say('Failed to update asnwer')
        return goOn()
      }
      problem = attempt.$away.get() === 'network' ? 'unreachable' : 'away'
    } else {
      const time = now === 'deadline' ? await timeByServer(exam) : 'over'
      if (session.over) return
      if (time === 'left') {
        if (wish === undefined) return goOn()
        resumeClock()
        continue
      }
      problem = time === 'unknown' ? 'unreachable' : await submit(exam, attempt, now)
    }
    if (!problem || session.over) return
    if (problem === 'another') {
      if (now === 'learner') {
        goOn()
        return loseWriter()
      }
      // By the server's clock it is not quite over; then anybody may hand it in.
      await pause()
      continue
    }
    if (problem !== told) tell(problem, now)
    // A candidate who has not been told to wait stands before the question again.
    if (now === 'learner' && problem === 'refused' && told === undefined) return goOn()
    told = problem
    show(problem)
    await pause()
    if (session.over) return
    if (takenBack) return goOn()
  }
}

/** The specified messages are of servers that answer; that there is no network a candidate reads on the screen. */
function tell(problem: NonNullable<Finishing['problem']>, cause: Finishing['cause']): void {
  if (problem === 'refused') say('Failed to submit the exam.')
  else if (problem === 'away' || cause === 'deadline') say('Error while submitting answer.')
}

/** Until it is time to try again. */
async function pause(): Promise<void> {
  await retryPause(asked)
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
    return passes(error) ? 'unknown' : 'over'
  }
}

/**
 * Whether answers are missing because the attempt has ended elsewhere, by the server's word. Then nothing is asked about
 * them: the submit, which is idempotent, leads to the result, and that names what was not counted.
 */
async function isOver({ open_attempt: open }: ExamDetail, attempt: Attempt): Promise<boolean> {
  if (!open || !attempt.$work.get().reachable) return false
  try {
    return !(await askAttempt(open.id))
  } catch {
    return false
  }
}

/** @returns what stands in the way; `another`: another tab or device writes */
async function submit(
  exam: ExamDetail,
  attempt: Attempt,
  cause: Finishing['cause'],
): Promise<Finishing['problem'] | 'another'> {
  try {
    const { result_id, exam_type } = await call(submitExam, {
      body: {
        exam_id: exam.id,
        status: 'completed',
        writer: session.writer,
        ...(exam.open_attempt && { attempt_id: exam.open_attempt.id }),
        times: questionTimes(),
      },
      signal: inTime(),
    })
    closeAttempt(attempt)
    const how = cause === 'deadline' ? 'time' : 'submitted'
    if (exam.open_attempt) tellTabs({ user: userId(), attempt: exam.open_attempt.id, how })
    leaveFlash(['Exam submitted successfully.'])
    await forgetOffline(userId(), exam.id)
    if (exam.open_attempt) {
      await dropWish(userId(), exam.open_attempt.id)
      // The submit has told them.
      await dropTimes(userId(), exam.open_attempt.id, session.writer)
    }
    void leaveFor(resultPath(exam.id, exam_type.id, result_id, exam.courses))
    return undefined
  } catch (error) {
    if (isCode(error, 'other_writer')) return 'another'
    if (isCode(error, 'given_back')) {
      offerToContinue(attempt)
      return undefined
    }
    asked = askedPause(error)
    if (prospectOf(error) !== 'away') return 'refused'
    return error instanceof ApiError ? 'away' : 'unreachable'
  }
}
