import type { ExamPorts } from '../sitting/exam-ports.store.ts'
import { turnTo, type Spent, type Watch } from './question-times.rules.ts'

/** Milliseconds between two looks; what was spent since the last one is lost when the browser crashes. */
const PAUSE = 5000

/**
 * Times how long each question of the attempt under way is on the screen. It stands still while the page is hidden, and where
 * the exam can only be read: another tab counts then.
 * @param counts whether a question on the screen counts at the moment
 * @param keep called now and then, and when the page is left, to keep what `spentSoFar` gives
 */
export function timeQuestions({ time, page }: ExamPorts, counts: () => boolean, keep: () => void) {
  let watch: Watch = { spent: {} }
  /** The question on the screen, also while the page is hidden. */
  let shown: number | undefined
  let watching = false

  const look = () => {
    watch = turnTo(watch, page.isVisible() && counts() ? shown : undefined, time.steady())
  }
  const lookAndKeep = () => {
    if (!watching) return
    look()
    keep()
  }
  const lookAgain = () => {
    lookAndKeep()
    time.after(PAUSE, lookAgain)
  }
  return {
    /** Begins to time an attempt. @param before what is known of it from before a reload */
    begin: (before: Spent | undefined): void => {
      watch = { spent: before ?? {} }
      shown = undefined
      if (watching) return
      watching = true
      time.after(PAUSE, lookAgain)
    },
    /** Another question is on the screen. */
    questionShown: (qid: number): void => {
      shown = qid
      look()
    },
    /** Milliseconds by question, up to now. */
    spentSoFar: (): Spent => {
      look()
      return watch.spent
    },
    lookAndKeep,
  }
}
