import { accountOf, turnTo, type Spent, type Watch } from './question-times.rules.ts'

/**
 * Times how long each question of the attempt under way is on the screen. It stands still while the page is hidden, and where
 * the exam can only be read: another tab counts then.
 */

/** Milliseconds between two looks; what was spent since the last one is lost when the browser crashes. */
const PAUSE = 5000

let watch: Watch = { spent: {} }
/** The question on the screen, also while the page is hidden. */
let shown: number | undefined
let watching = false
let counts = () => true

function look(): void {
  const seen = document.visibilityState === 'visible' && counts()
  watch = turnTo(watch, seen ? shown : undefined, performance.now())
}

/**
 * Begins to time an attempt.
 * @param before what is known of it from before a reload
 * @param isCounting whether a question on the screen counts at the moment
 * @param keep called now and then, and when the page is left, to keep what `spentSoFar` gives
 */
export function timeQuestions(before: Spent | undefined, isCounting: () => boolean, keep: () => void): void {
  watch = { spent: before ?? {} }
  counts = isCounting
  shown = undefined
  if (watching) return
  watching = true
  const lookAndKeep = () => {
    look()
    keep()
  }
  document.addEventListener('visibilitychange', lookAndKeep)
  setInterval(lookAndKeep, PAUSE)
}

/** Another question is on the screen. */
export function questionShown(qid: number): void {
  shown = qid
  look()
}

/** Milliseconds by question, up to now. */
export function spentSoFar(): Spent {
  look()
  return watch.spent
}

/** The same as a submit sends it. */
export function questionTimes(): { qid: number; ms: number }[] {
  return accountOf(spentSoFar())
}
