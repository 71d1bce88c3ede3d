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

/** Beside the result, about answers that are not in it. */
export const NOT_COUNTED =
  'Given on this device, but had not reached the server when the exam was submitted or the time was over.'

/** Where an attempt is offered that staff gave back. @param seconds that were left of it */
export const givenBackText = (seconds: number) =>
  `A fault on our side ended your exam. You can continue from where it stopped: every answer that was saved is there, and you have ${spokenDuration(seconds)}. The time starts when you continue.`
