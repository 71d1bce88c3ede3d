import type { ExamCalls } from '../sitting/exam-calls.store.ts'
import type { ExamSession } from '../sitting/exam-session.store.ts'
import { accountOf, type Spent } from './question-times.rules.ts'
import { timeQuestions } from './question-times.store.ts'

export type ExamTimes = ReturnType<typeof examTimes>

/**
 * How long this tab has shown each question, on its way to the server: with the submit, and before that whenever the page
 * goes out of sight or another tab goes on, for the exam may be handed in elsewhere.
 */
export function examTimes(session: ExamSession, calls: ExamCalls) {
  const { $screen, $writing, ports } = session
  const { learner, journal } = ports
  /** Milliseconds that the server was last told of, all questions together. */
  let told = 0
  let unlisten: (() => void) | undefined

  const attemptId = (): number | undefined => {
    const screen = $screen.get()
    return 'attempt' in screen ? screen.exam.open_attempt?.id : undefined
  }

  const keepOwn = (): void => {
    const attempt = attemptId()
    if (attempt !== undefined && !session.over && $writing.get() === 'here')
      void journal.writeTimes(learner(), attempt, session.writer, spentSoFar())
  }

  const isCounting = () => $screen.get().name === 'running' && $writing.get() === 'here'
  const { begin, questionShown, spentSoFar, lookAndKeep } = timeQuestions(ports, isCounting, keepOwn)

  /** @returns false when it did not arrive; it is told again with what follows */
  const tell = async (...account: Parameters<ExamCalls['keepTimes']>): Promise<boolean> => {
    try {
      await calls.keepTimes(...account)
      return true
    } catch {
      return false
    }
  }

  const tellOther = async (attempt: number, tab: string, spent: Spent): Promise<void> => {
    if (await tell(attempt, tab, accountOf(spent))) await journal.dropTimes(learner(), attempt, tab)
  }

  const tellTimes = async (leaving = false): Promise<void> => {
    const attempt = attemptId()
    const times = accountOf(spentSoFar())
    const sum = times.reduce((all, { ms }) => all + ms, 0)
    if (attempt === undefined || session.over || sum <= told) return
    const before = told
    // A page that goes says so twice.
    told = sum
    if (!(await tell(attempt, session.writer, times, leaving))) told = before
  }

  return {
    questionShown,
    /** Looks at what is on the screen, which comes into sight or goes, and keeps it. */
    lookAndKeep,
    /** Begins to count. @param known accounts of this browser's tabs, by name */
    countTimes: (attempt: number, known: Record<string, Spent>): void => {
      told = 0
      const { [session.writer]: own, ...others } = known
      begin(own)
      unlisten?.()
      unlisten = $writing.listen((writing) => {
        // From this moment on it counts, or does not.
        spentSoFar()
        if (writing === 'continued') void tellTimes()
      })
      // Of tabs that are gone and could not tell. One that lives has its account in memory and tells more.
      if ($writing.get() === 'here')
        for (const [tab, spent] of Object.entries(others)) void tellOther(attempt, tab, spent)
    },
    /** Writes this tab's account to the journal. */
    keepOwn,
    /** Tells the server what it has not been told. @param leaving the request may outlive the page */
    tellTimes,
    /** This tab's account as a submit sends it. */
    questionTimes: () => accountOf(spentSoFar()),
  }
}
