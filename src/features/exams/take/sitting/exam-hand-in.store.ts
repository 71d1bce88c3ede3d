import { ApiError } from '#lib/both/calls/errors.ts'
import { askedPause, passes, prospectOf } from '#lib/both/calls/prospect.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import { isCode } from '../answers/attempt-trouble.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamBase } from './exam-base.store.ts'
import type { Finishing } from './exam-session.store.ts'

/** How long a submit waits for the last answers. */
const FLUSH_PATIENCE = 8000
/** The same at the deadline: what the server takes late for having travelled (GRACE), less the way back. */
const LAST_FLUSH_PATIENCE = 4000

/** What a candidate agrees to with a submit: that answers which cannot be saved are missing, and what an unread journal holds. */
export interface Agreed {
  without?: boolean
  unread?: boolean
}

type Problem = NonNullable<Finishing['problem']>

export type ExamHandIn = ReturnType<typeof examHandIn>

/** The end of the attempt that this screen brings about. */
export function examHandIn({ session, calls, clock, readLate, retry, times, closing }: ExamBase) {
  const { $dialog, $online, $screen, $unread, $unsaved, loseWriter, ports, say } = session
  const { learner, journal, page } = ports
  /** Milliseconds that the server asked to be left alone for with its last error. */
  let asked = 0
  let takenBack = false

  const handIn = async (
    cause: Finishing['cause'],
    { without = false, unread = false, again = false }: Agreed & { again?: boolean } = {},
  ): Promise<void> => {
    const screen = $screen.get()
    // The time is over for one that waits.
    if (screen.name === 'finishing') return retry.retryNow()
    if (screen.name !== 'running' || session.over) return
    const { exam, attempt } = screen
    const wish = cause === 'learner' ? exam.open_attempt?.id : undefined
    if (wish !== undefined && $unread.get() && !unread) {
      // The candidate decides, knowing that answers may be missing. A wish from before is replaced by the question.
      if (again) void journal.dropWish(learner(), wish)
      return $dialog.set('submit')
    }
    const causeNow = () => (wish !== undefined && clock.$secondsLeft.get() > 0 ? 'learner' : 'deadline')
    let kept = again
    const show = (problem?: Problem) =>
      $screen.set({ ...screen, name: 'finishing', finishing: { cause: causeNow(), kept, ...(problem && { problem }) } })
    const goOn = () => {
      if (wish !== undefined) void journal.dropWish(learner(), wish)
      $screen.set(screen)
      clock.resume()
    }
    takenBack = false
    $dialog.set(undefined)
    let told: Problem | undefined = again ? 'unreachable' : undefined
    show($online.get() ? told : 'unreachable')
    if (wish !== undefined) kept = await journal.writeWish(learner(), wish)
    const began = ports.time.steady()
    // The last moment for answers that the journal alone has.
    if ($unread.get()) await readLate()
    let spent = ports.time.steady() - began
    for (;;) {
      const now = causeNow()
      const left = await attempt.settleAll((now === 'deadline' ? LAST_FLUSH_PATIENCE : FLUSH_PATIENCE) - spent)
      spent = 0
      const lacks = now === 'learner' && left > 0 && !without && !(await isOver(exam, attempt))
      // Another tab of this browser may have handed it in, here as below.
      if (session.over) return
      if (takenBack) return goOn()
      let problem: Problem | 'another' | undefined
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
          clock.resume()
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
  const tell = (problem: Problem, cause: Finishing['cause']): void => {
    if (problem === 'refused') say('Failed to submit the exam.')
    else if (problem === 'away' || cause === 'deadline') say('Error while submitting answer.')
  }

  /** Until it is time to try again. */
  const pause = async (): Promise<void> => {
    await retry.retryPause(asked)
    asked = 0
  }

  /**
   * Where the device alone says that time is over, the server is asked first, and while it does not answer nothing is
   * handed in: the network may be back a moment later, and time be left. The server ends attempts by itself.
   */
  const timeByServer = async ({ open_attempt: open }: ExamDetail): Promise<'left' | 'over' | 'unknown'> => {
    if (ports.time.isServersTime() || !open) return 'over'
    try {
      return (await calls.askAttempt(open.id)) ? 'left' : 'over'
    } catch (error) {
      // Refused for good, as for an exam that has left: what is left to do is decided by the hand-in itself.
      return passes(error) ? 'unknown' : 'over'
    }
  }

  /**
   * Whether answers are missing because the attempt has ended elsewhere, by the server's word. Then nothing is asked about
   * them: the submit, which is idempotent, leads to the result, and that names what was not counted.
   */
  const isOver = async ({ open_attempt: open }: ExamDetail, attempt: Attempt): Promise<boolean> => {
    if (!open || !attempt.$work.get().reachable) return false
    try {
      return !(await calls.askAttempt(open.id))
    } catch {
      return false
    }
  }

  /** @returns what stands in the way; `another`: another tab or device writes */
  const submit = async (
    { id, open_attempt: open, courses }: ExamDetail,
    attempt: Attempt,
    cause: Finishing['cause'],
  ): Promise<Problem | 'another' | undefined> => {
    try {
      const { result_id, exam_type } = await calls.submit(
        open?.id,
        times.questionTimes(),
        cause === 'deadline' ? open?.deadline_at : undefined,
      )
      closing.closeAttempt(attempt)
      const how = cause === 'deadline' ? 'time' : 'submitted'
      if (open) ports.tabs.tellTabs({ user: learner(), attempt: open.id, how })
      page.leaveFlash(['Exam submitted successfully.'])
      await ports.device.forgetOffline(learner(), id)
      if (open) {
        await journal.dropWish(learner(), open.id)
        // The submit has told them.
        await journal.dropTimes(learner(), open.id, session.writer)
      }
      void page.leaveFor(page.resultPath(id, exam_type.id, result_id, courses))
      return undefined
    } catch (error) {
      if (isCode(error, 'other_writer')) return 'another'
      // Or was given more time, of which this screen has not heard.
      if (isCode(error, 'given_back') || isCode(error, 'more_time')) {
        closing.offerToContinue(attempt)
        return undefined
      }
      asked = askedPause(error)
      if (prospectOf(error) !== 'away') return 'refused'
      return error instanceof ApiError ? 'away' : 'unreachable'
    }
  }

  return {
    /**
     * Hands the exam in: the last answers first. While the server cannot be reached it goes on trying; a candidate's wish
     * is kept on this device meanwhile and may be taken back, until the time is over. `without`: submit even if answers
     * cannot be saved; `unread`: even if the journal cannot be read; `again`: the wish was kept before the page was opened.
     */
    handIn,
    /** The candidate goes on with the exam instead of waiting until it can be handed in. */
    takeBack: (): void => {
      takenBack = true
      retry.retryNow()
    },
  }
}
