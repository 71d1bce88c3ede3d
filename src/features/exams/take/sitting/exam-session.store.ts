import { atom } from 'nanostores'
import type { DetailFailure } from '../../detail/detail-failure.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamPorts } from './exam-ports.store.ts'
import type { NotCounted } from '../../not-counted/not-counted.browser.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { ExamQuestion } from '../attempt.contract.ts'

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
  | { name: 'loading' }
  | DetailFailure
  /** No attempt is under way. */
  | { name: 'gate'; exam: ExamDetail; notCounted: NotCounted; starting: boolean }
  | { name: 'running'; exam: ExamDetail; attempt: Attempt; questions: ExamQuestion[] }
  | { name: 'finishing'; exam: ExamDetail; attempt: Attempt; questions: ExamQuestion[]; finishing: Finishing }
  | EndedScreen

/** What lies over the question; last: the summary of 'Submit', to which 'Save & Next' led from the last question. */
export type ExamDialog = 'exit' | 'submit' | 'last' | 'help' | 'palette'

/**
 * here: this tab; opened: another already did when this one was opened; continued: another took over; claiming: this one is
 * about to.
 */
export type Writing = 'here' | 'opened' | 'continued' | 'claiming'

/** The summary before the exam is handed in. */
export const isAskingSubmit = (dialog: ExamDialog | undefined) => dialog === 'submit' || dialog === 'last'

export type ExamSession = ReturnType<typeof examSession>

/** Which face of the exam screen shows, and what its parts share. */
export function examSession(examId: number, ports: ExamPorts) {
  const $screen = atom<Screen>({ name: 'loading' })
  const $writing = atom<Writing>('here')
  const $dialog = atom<ExamDialog | undefined>(undefined)
  /** Answers that the server would not take when the candidate wanted to submit. */
  const $unsaved = atom(0)
  /** What the candidate is to be told; the island shows it as a toast. */
  const $message = atom<{ text: string; good: boolean | undefined } | undefined>(undefined)
  return {
    examId,
    ports,
    /** The name under which this tab writes. */
    writer: '',
    /** The exam has been handed in. */
    over: false,
    $screen,
    /** Index of the question on the screen. */
    $index: atom(0),
    $online: atom(true),
    /** 'Save & Next' waits for the server. */
    $waiting: atom(false),
    $message,
    $dialog,
    $unsaved,
    /** The journal of this device could not be read yet: answers may be missing. */
    $unread: atom(false),
    $writing,
    /** Tells the candidate that something is wrong; `good`: something that they will like. */
    say: (text: string, good?: boolean): void => $message.set({ text, good }),
    /** Another tab or device writes now: this one shows what is, and changes nothing. */
    loseWriter: (): void => {
      const screen = $screen.get()
      if (screen.name !== 'running' || $writing.get() !== 'here') return
      $writing.set('continued')
      if (isAskingSubmit($dialog.get())) {
        $dialog.set(undefined)
        // What was asked about is set aside.
        $unsaved.set(0)
      }
      screen.attempt.yieldTo()
    },
  }
}
