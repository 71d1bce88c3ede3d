import type { ClockAnchor } from '#lib/both/time/server-clock.ts'
import { letterOf } from '#lib/both/text/format.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import {
  entriesOfPaper,
  leaveGap,
  resume,
  seenOnly,
  unsaved,
  type Action,
  type Label,
  type Work,
} from '../answers/attempt.rules.ts'
import type { Trouble } from '../answers/attempt-trouble.rules.ts'
import { deliverAttempt, type Attempt } from '../answers/attempt.store.ts'
import { resumeBeside } from '../answers/set-aside.rules.ts'
import type { ExamQuestion, OpenAttempt } from '../attempt.contract.ts'
import type { ExamAnswering } from './exam-answering.store.ts'
import type { ExamBase } from './exam-base.store.ts'
import type { ExamEnded } from './exam-ended.store.ts'
import type { ExamHandIn } from './exam-hand-in.store.ts'

/** Milliseconds between two tries to read the journal. */
const JOURNAL_PAUSE = 3000

export type ExamRunning = ReturnType<typeof examRunning>

/** An attempt under way: put together from server and journal, and kept up with the server. */
export function examRunning(
  { session, calls, clock, deadline, readLate, retry, times }: ExamBase,
  answering: ExamAnswering,
  handingIn: ExamHandIn,
  ended: ExamEnded,
) {
  const { $screen, $unread, $writing, loseWriter, ports, say } = session
  const { learner, journal, device, time, page } = ports
  /** What was known of the time a moment ago, to go on from when the device slept and the server cannot be asked. */
  let anchor: ClockAnchor | undefined
  /** A window that is looked at again says so twice. */
  let refreshing = false

  const run = async (exam: ExamDetail, open: OpenAttempt, writing: 'here' | 'opened', asked = true): Promise<void> => {
    const user = learner()
    const questions = exam.exam_questions
    const { entries, place, wish, times: known, unread } = await journal.readJournal(user, open.id)
    const own = entriesOfPaper(entries, questions)
    const found = writing === 'here' ? resume(open.responses, own, asked) : resumeBeside(open.responses, own)
    const work = unread ? leaveGap(found) : found
    const visited = Object.fromEntries((place?.visited ?? []).map((qid) => [qid, true as const]))
    const attempt = deliverAttempt(
      { ...work, visited: { ...work.visited, ...visited } },
      {
        timers: time,
        write: (entry) => journal.writeEntry(user, open.id, { ...entry, label: labelOf(entry, questions) }),
        send: (action, leaving) =>
          calls.sendAction(action, open.id, seenOnly(attempt.$work.get()), leaving).then(deadline.readReceipt),
        ask: async () => (await calls.askAttempt(open.id))?.responses ?? [],
        onTrouble,
        onOver: () => void ended.seeEnd(),
        onOther: () => {
          loseWriter()
          void refresh()
        },
      },
    )
    if (writing !== 'here') attempt.yieldTo()
    $writing.set(writing)
    $unread.set(unread)
    $screen.set({ name: 'running', exam, attempt, questions })
    times.countTimes(open.id, known)
    // A reload goes on where the candidate was.
    answering.goTo(
      Math.max(
        0,
        questions.findIndex(({ qid }) => qid === place?.qid),
      ),
    )
    attempt.wake()
    clock.run(open.deadline_at, {
      onEnd: () => void ($writing.get() === 'here' ? handingIn.handIn('deadline') : ended.seeEnd()),
      onDoubt: () => {
        // Until the server tells its time.
        if (anchor) time.trustDevice(anchor)
        void refresh()
      },
      onMark: () => attempt.wake(),
      onBeat: () => {
        anchor = time.clockAnchor()
        void device.keepClock(user, exam.id, anchor)
      },
    })
    if (asked) void device.keepPaper(user, exam)
    deadline.watchEnd(() => void ended.seeEnd())
    if (wish && writing === 'here') void handingIn.handIn('learner', { again: true })
    if (unread) readAgain(attempt)
  }

  /** Reads the journal until that succeeds. A wish to submit in it holds only without a later action. */
  const readAgain = (attempt: Attempt): void => {
    time.after(JOURNAL_PAUSE, async () => {
      const screen = $screen.get()
      if (session.over || !('attempt' in screen) || screen.attempt !== attempt) return
      const wish = await readLate()
      if ($unread.get()) return readAgain(attempt)
      if (wish && $writing.get() === 'here') void handingIn.handIn('learner', { again: true })
    })
  }

  const onTrouble = ({ option }: Action, trouble: Trouble): void => {
    if (!learner()) return
    // An answer that could not travel is safe on this device, and the header says so.
    if (option === null) say(trouble === 'kept' ? 'Error while clearing answer' : 'Failed to clear answer.')
    else if (trouble !== 'kept') say('Failed to update asnwer')
  }

  /** Asks the server for its time, for the writer, and for answers given elsewhere. */
  const refresh = async (): Promise<void> => {
    const screen = $screen.get()
    if (refreshing || screen.name !== 'running' || !screen.exam.open_attempt) return
    refreshing = true
    try {
      const told = await calls.askExam()
      const open = told.data.open_attempt
      if ($screen.get() !== screen) return
      if (open?.id !== screen.exam.open_attempt.id) return void ended.seeEnd(told)
      if (open.writer !== 'you') loseWriter()
      screen.attempt.take(open.responses)
      deadline.takeEnd(open)
    } catch {
      // The next answer is sent all the same.
    } finally {
      refreshing = false
    }
  }

  return {
    /** Goes on with the attempt. `asked`: the server was; otherwise all this is what the device kept. */
    run,

    /** The network is back, or the page is looked at again. */
    wake: (): void => {
      retry.retryNow()
      const screen = $screen.get()
      if (screen.name !== 'running') return
      if ($writing.get() !== 'here') void times.tellTimes()
      screen.attempt.wake()
      void refresh()
    },

    /** The page goes out of sight, and perhaps for good. */
    leave: (): void => {
      const screen = $screen.get()
      if (!('attempt' in screen)) return
      screen.attempt.leave()
      void times.tellTimes(true)
    },

    /** Whether something would be lost with the page that nobody has been told of. */
    asksToLeave: (): boolean => {
      const screen = $screen.get()
      if (session.over || !learner() || !('attempt' in screen)) return false
      const { $work, $journalled } = screen.attempt
      const waits = screen.name === 'finishing' && screen.finishing.cause === 'learner' && !screen.finishing.kept
      // What this device keeps is sent when the exam is opened again. Whoever was asked already has been told so.
      const lost = ({ delivery }: Work) => !page.isAsked() || !$journalled.get() || delivery === 'writing'
      return waits || unsaved($work.get()).some(lost)
    },
  }
}

function labelOf({ qid, option }: Action, questions: readonly ExamQuestion[]): Label {
  const index = questions.findIndex((question) => question.qid === qid)
  const position = questions[index]?.question.answer_option.findIndex(({ id }) => id === option) ?? -1
  return { question: index + 1, letter: position < 0 ? null : letterOf(position) }
}
