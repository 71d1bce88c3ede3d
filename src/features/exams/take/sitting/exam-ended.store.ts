import { unsaved } from '../answers/attempt.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamBase } from './exam-base.store.ts'
import type { ExamTold } from './exam-calls.store.ts'
import type { ExamHandIn } from './exam-hand-in.store.ts'
import type { Screen } from './exam-session.store.ts'
import type { HandedIn } from '../page/exam-tabs.browser.ts'

export type ExamEnded = ReturnType<typeof examEnded>

type WithAttempt = Extract<Screen, { attempt: Attempt }>
const hasAttempt = (screen: Screen): screen is WithAttempt => 'attempt' in screen

/** The end of an attempt that another tab, another device or the server itself has brought about. */
export function examEnded({ session, calls, deadline, retry, times, closing }: ExamBase, handingIn: ExamHandIn) {
  const { $dialog, $screen, $writing, ports } = session
  /** A refused answer and a look at the page may find out at once. */
  let looking = false

  const seeEnd = async (told?: ExamTold): Promise<void> => {
    const screen = $screen.get()
    const id = 'exam' in screen ? screen.exam.open_attempt?.id : undefined
    if (session.over || looking || screen.name !== 'running' || id === undefined) return
    const end = screen.exam.open_attempt!.deadline_at
    const timeIsOver = () => ports.time.serverNow() >= end
    if ($writing.get() === 'here' && timeIsOver()) return handingIn.handIn('deadline')
    if (timeIsOver()) wait(screen)
    looking = true
    await look(screen, id, timeIsOver, told).finally(() => (looking = false))
  }

  /** Asks until it is known what came of the attempt. */
  const look = async (
    screen: Extract<Screen, { name: 'running' }>,
    id: number,
    timeIsOver: () => boolean,
    told?: ExamTold,
  ): Promise<void> => {
    for (let said = told; ; said = undefined) {
      try {
        said ??= await calls.askExam()
        if (isSettled()) return
        const { open_attempt: open, results, given_back } = said.data
        if (given_back) return closing.offerToContinue(screen.attempt)
        if (open?.id === id) {
          $screen.set(screen)
          return deadline.takeEnd(open)
        }
        // By the server's word: a device that was away may not know how late it is.
        const result = results.find(({ attempt_id }) => attempt_id === id)
        if ($writing.get() === 'here' && result?.finished_by !== 'learner') {
          $screen.set(screen)
          return void handingIn.handIn('deadline')
        }
        if (result) return close(screen, result.finished_by === 'learner' ? 'submitted' : 'time', id)
        wait(screen)
      } catch {
        // As long as there is time the page asks again whenever it is looked at.
        if (isSettled() || !timeIsOver()) return
        wait(screen, true)
      }
      await retry.retryPause()
    }
  }

  /** Heard from another tab meanwhile, or the time of this one ended and it hands in. */
  const isSettled = () => session.over || $screen.get().name === 'finishing'

  /** The time is over and the result is not there yet. */
  const wait = ({ exam, attempt, questions }: WithAttempt, unreachable = false): void => {
    $dialog.set(undefined)
    $screen.set({ name: 'ended', exam, attempt, questions, how: 'time', unreachable, result: undefined, left: 0 })
  }

  const close = ({ exam, attempt, questions }: WithAttempt, how: 'submitted' | 'time', id: number): void => {
    const work = attempt.$work.get()
    const left = unsaved(work).length + Object.keys(work.aside).length
    void times.tellTimes()
    closing.closeAttempt(attempt)
    $dialog.set(undefined)
    const result = ports.page.resultPath(exam.id, exam.exam_type.id, id, exam.courses)
    $screen.set({ name: 'ended', exam, attempt, questions, how, unreachable: false, result, left })
    void ports.device.forgetOffline(ports.learner(), exam.id)
  }

  return {
    /** The tab of this browser that wrote has handed the exam in. */
    hearHandedIn: ({ user, attempt, how }: HandedIn): void => {
      const screen = $screen.get()
      if (session.over || !hasAttempt(screen)) return
      if (user === ports.learner() && attempt === screen.exam.open_attempt?.id) close(screen, how, attempt)
    },

    /**
     * What the server's word means that the attempt is no longer under way: it was submitted elsewhere, its time is over,
     * or staff have given it back. A screen that writes hands in what it has when the time is over; one that can only be
     * read waits until the exam has been handed in, for it is another's.
     * @param told what the server said of the exam; asked for when left out
     */
    seeEnd,
  }
}
