import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { DetailState } from '../../detail/exam-detail.store.ts'
import type { NotCounted } from '../../not-counted/not-counted.browser.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { ExamQuestion } from '../attempt.contract.ts'

/**
 * The exam screen: which of its faces shows, and what its parts share. Loading and resuming are in exam-loading.store.ts,
 * what a candidate does with a question in exam-answering.store.ts, the time in exam-clock.store.ts, the end in
 * exam-hand-in.store.ts, or in exam-ended.store.ts when it comes from elsewhere.
 */

/** Why the exam is being handed in, and what stands in the way. */
export interface Finishing {
  cause: 'learner' | 'deadline'
  /** No answer came, the server is away for a moment, or it answered with another error; tried again until it takes it. */
  problem?: 'unreachable' | 'away' | 'refused'
  /** The candidate's wish to submit outlives this page. */
  kept: boolean
}

/** The attempt has ended without this screen. */
export interface EndedScreen {
  name: 'ended'
  exam: ExamDetail
  attempt: Attempt
  questions: ExamQuestion[]
  how: 'submitted' | 'time'
  /** Where the result is; undefined until the server has it. */
  result: string | undefined
  /** Nor can the server be asked for it. */
  unreachable: boolean
  /** Answers given here that the server does not have. */
  left: number
}

export type Screen =
  | Exclude<DetailState, { name: 'shown' }>
  /** No attempt is under way. */
  | { name: 'gate'; exam: ExamDetail; notCounted: NotCounted; starting: boolean }
  | { name: 'running'; exam: ExamDetail; attempt: Attempt; questions: ExamQuestion[] }
  | { name: 'finishing'; exam: ExamDetail; attempt: Attempt; questions: ExamQuestion[]; finishing: Finishing }
  | EndedScreen

export const $screen = atom<Screen>({ name: 'loading' })
/** Index of the question on the screen. */
export const $index = atom(0)
export const $online = atom(true)
/** 'Save & Next' waits for the server. */
export const $waiting = atom(false)
/** What the candidate is to be told; the island shows it as a toast. */
export const $message = atom<{ text: string } | undefined>(undefined)
/** What lies over the question; last: the summary of 'Submit', to which 'Save & Next' led from the last question. */
export type ExamDialog = 'exit' | 'submit' | 'last' | 'help' | 'palette'

export const $dialog = atom<ExamDialog | undefined>(undefined)
/** Answers that the server would not take when the candidate wanted to submit. */
export const $unsaved = atom(0)

/** The exam of this page, the name under which this tab writes, and whether the exam has been handed in. */
export const session = { examId: 0, writer: '', over: false }

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

/** Ends a request that takes too long. */
export const inTime = () => AbortSignal.timeout(REQUEST_LIMIT)

/** Tells the candidate something. */
export const say = (text: string) => $message.set({ text })

/** The learner whose answers these are; 0 while nobody is logged in. */
export const userId = () => $user.get()?.id ?? 0

/**
 * here: this tab; opened: another already did when this one was opened; continued: another took over; claiming: this one is
 * about to.
 */
export type Writing = 'here' | 'opened' | 'continued' | 'claiming'

export const $writing = atom<Writing>('here')

/** The summary before the exam is handed in. */
export const isAskingSubmit = (dialog: ExamDialog | undefined) => dialog === 'submit' || dialog === 'last'

/** Another tab or device writes now: this one shows what is, and changes nothing. */
export function loseWriter(): void {
  const screen = $screen.get()
  if (screen.name !== 'running' || $writing.get() !== 'here') return
  $writing.set('continued')
  if (isAskingSubmit($dialog.get())) {
    $dialog.set(undefined)
    // What was asked about is set aside.
    $unsaved.set(0)
  }
  screen.attempt.yieldTo()
}
