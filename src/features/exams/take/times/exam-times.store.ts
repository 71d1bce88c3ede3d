import { call } from '#lib/browser/call/call.ts'
import { $screen, $writing, inTime, session, userId } from '../sitting/exam-session.store.ts'
import { keepTimes } from '../take.contract.ts'
import { dropTimes, writeTimes } from '../answers/journal.browser.ts'
import { questionTimes, spentSoFar, timeQuestions } from './question-times.browser.ts'
import { accountOf, type Spent } from './question-times.rules.ts'

/**
 * How long this tab has shown each question, on its way to the server: with the submit, and before that whenever the page
 * goes out of sight or another tab goes on, for the exam may be handed in elsewhere.
 */

/** Milliseconds that the server was last told of, all questions together. */
let told = 0
let unlisten: (() => void) | undefined

/** Begins to count. @param known accounts of this browser's tabs, by name */
export function countTimes(attempt: number, known: Record<string, Spent>): void {
  told = 0
  const { [session.writer]: own, ...others } = known
  const isCounting = () => $screen.get().name === 'running' && $writing.get() === 'here'
  timeQuestions(own, isCounting, keepOwn)
  unlisten?.()
  unlisten = $writing.listen((writing) => {
    // From this moment on it counts, or does not.
    spentSoFar()
    if (writing === 'continued') void tellTimes()
  })
  // Of tabs that are gone and could not tell. One that lives has its account in memory and tells more.
  if ($writing.get() === 'here') for (const [tab, spent] of Object.entries(others)) void tellOther(attempt, tab, spent)
}

/** Writes this tab's account to the journal. */
export function keepOwn(): void {
  const attempt = attemptId()
  if (attempt !== undefined && !session.over && $writing.get() === 'here')
    void writeTimes(userId(), attempt, session.writer, spentSoFar())
}

/** Tells the server what it has not been told. @param leaving the request may outlive the page */
export async function tellTimes(leaving = false): Promise<void> {
  const attempt = attemptId()
  const times = questionTimes()
  const sum = times.reduce((all, { ms }) => all + ms, 0)
  if (attempt === undefined || session.over || sum <= told) return
  const before = told
  // A page that goes says so twice.
  told = sum
  if (!(await tell(attempt, session.writer, times, leaving))) told = before
}

async function tellOther(attempt: number, tab: string, spent: Spent): Promise<void> {
  if (await tell(attempt, tab, accountOf(spent))) await dropTimes(userId(), attempt, tab)
}

/** @returns false when it did not arrive; it is told again with what follows */
async function tell(attempt: number, writer: string, times: ReturnType<typeof accountOf>, leaving = false) {
  try {
    const body = { exam_id: session.examId, attempt_id: attempt, writer, times }
    await call(keepTimes, { body, signal: inTime(), keepalive: leaving })
    return true
  } catch {
    return false
  }
}

function attemptId(): number | undefined {
  const screen = $screen.get()
  return 'attempt' in screen ? screen.exam.open_attempt?.id : undefined
}
