import { counted, spokenDuration } from '#lib/both/text/format.ts'

/**
 * What an exam says while something fails: what happened, without blaming anybody's device or clock, and what becomes of the
 * answers (docs/decisions/0033-faults-in-an-exam.md has the table). The specified messages, which are toasts, stay as they
 * are.
 */

/** What keeps answers from the server. offline: the browser has no network; the others are those of attempt.store.ts. */
export type Hindrance = 'offline' | 'network' | 'server' | 'storage'

const happened: Record<Hindrance, string> = {
  offline: 'You are offline.',
  network: 'The server cannot be reached.',
  server: 'The server is unavailable for the moment.',
  storage: 'The server cannot save answers at the moment.',
}

/** While answers cannot be sent. @param journalled they are also written to this device */
export function keptText(hindrance: Hindrance, journalled: boolean): string {
  const kept = journalled
    ? 'Your answers are kept on this device and will be sent as soon as possible.'
    : 'Your answers are kept on this page and will be sent as soon as possible: please keep it open.'
  return `${happened[hindrance]} ${kept}`
}

/** While answers reach the server, but the journal of this device cannot be written. */
export const JOURNAL_AWAY =
  'Your answers are sent only to the server and are not kept on this device as well. Please keep this page open until it says that all are saved.'

/** Where an answer is that has not arrived, in a few words. */
export const placeText = (journalled: boolean) => (journalled ? 'on this device' : 'not saved yet')

/** The exam is written to elsewhere. @param opened it was so when this screen was opened; otherwise it was taken over */
export const elsewhereText = (opened: boolean) =>
  opened
    ? 'This exam is open in another tab or on another device.'
    : 'The exam continues in another tab or on another device.'

/** What follows for this screen and its answers. */
export const READ_ONLY = 'You can only view it here. Everything that was saved is there too.'

/** Above the answers that had not arrived when the exam went on elsewhere. */
export const NOT_SAVED_HERE = 'Answered here but not saved:'

/** The same once this screen writes again. */
export const setAsideText = (count: number) =>
  `${counted(count, 'answer')} given here had not reached the server when the exam was continued elsewhere.`

/** The same before the exam is handed in. */
export const setAsideWarning = (count: number) =>
  `${counted(count, 'answer')} that had not reached the server when the exam was continued elsewhere would not be counted.`

/** Before the exam is handed in while the server will not have some answers. */
export const unsavedWarning = (count: number) =>
  `${counted(count, 'answer')} could not be saved and would not be counted.`

/**
 * At the deadline, while the server does not take the exam.
 * @param open answers that have not arrived
 */
export function handInText(problem: 'unreachable' | 'away' | 'refused', open: number): string {
  const trying =
    problem === 'refused'
      ? 'The server could not accept the exam. This page keeps trying.'
      : 'The server cannot be reached. This page keeps trying; keep it open, or come back later.'
  const rest =
    open > 0
      ? ` Not sent yet: ${counted(open, 'answer')}. Any answer that is not counted is listed with the result.`
      : ''
  return `${trying} Every answer that reached the server before the end is counted.${rest}`
}

/** In the summary before the submit, while the exam cannot be handed in at once. @param journalled as above */
export function submitLaterText(hindrance: Hindrance, journalled: boolean): string {
  const [now, then] = whenBack(hindrance === 'server' || hindrance === 'storage' ? 'away' : 'unreachable')
  return `${now} If you submit now, your answers are kept on this ${journalled ? 'device' : 'page'} and the exam will be submitted as soon as ${then}.`
}

/** The heading while a candidate's wish to submit waits. */
export function waitingTitle(problem: 'unreachable' | 'away' | 'refused'): string {
  return `Your exam will be submitted when ${whenBack(problem)[1]}`
}

const whenBack = (problem: 'unreachable' | 'away' | 'refused'): [now: string, then: string] =>
  ({
    unreachable: ['There is no connection to the server.', 'the network is back'] as [string, string],
    away: ['The server is unavailable for the moment.', 'the server is back'] as [string, string],
    refused: ['The server could not accept the exam.', 'the server accepts it'] as [string, string],
  })[problem]

/**
 * Below it.
 * @param open answers that have not arrived
 * @param kept answers and wish outlive the page
 */
export function waitingText(problem: 'unreachable' | 'away' | 'refused', open: number, kept: boolean): string {
  const answers =
    open > 0
      ? `${counted(open, 'answer')} ${open === 1 ? 'is' : 'are'} kept on this ${kept ? 'device' : 'page'} and sent first.`
      : 'All your answers are saved.'
  const rest = kept
    ? 'Keep this page open, or open the exam again on this device before the time is over.'
    : 'Please keep this page open.'
  return `${whenBack(problem)[0]} ${answers} ${rest} At the end of the time, every answer that reached the server is counted.`
}

/** Where somebody is about to leave an exam that waits to be handed in. @param kept answers and wish outlive the page */
export const leavingText = (kept: boolean) =>
  kept
    ? 'The exam has not been submitted yet. Your answers are kept on this device: open the exam again before the time is over.'
    : 'The exam has not been submitted yet, and what was not sent is only on this page. If you leave, it will be lost.'

/**
 * On a screen whose attempt has ended without it.
 * @param done the result is there
 */
export function endedText(how: 'submitted' | 'time', done: boolean, unreachable: boolean): string {
  if (how === 'submitted')
    return 'It was submitted in another tab or on another device, with every answer saved until then.'
  if (done) return 'The exam was submitted with every answer that reached the server before the end.'
  return unreachable
    ? handInText('unreachable', 0)
    : 'The exam is being submitted. Every answer that reached the server before the end is counted.'
}

/** Answers given on such a screen. */
export const notArrivedText = (count: number) =>
  `${counted(count, 'answer')} given here had not reached the server; any that are not counted are listed with the result.`

/** Beside the result, about answers that are not in it. */
export const NOT_COUNTED =
  'Given on this device, but had not reached the server when the exam was submitted or the time was over.'

/** Where an attempt is offered that staff gave back. @param seconds that were left of it */
export const givenBackText = (seconds: number) =>
  `A fault on our side ended your exam. You can continue from where it stopped: every answer that was saved is there, and you have ${spokenDuration(seconds)}. The time starts when you continue.`
