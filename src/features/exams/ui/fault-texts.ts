import { spokenDuration } from '#lib/both/text/format.ts'
import { MINUTE } from '#lib/both/time/clock.ts'

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

/** While the journal of this device cannot be read. */
export const JOURNAL_UNREAD =
  'The answers kept on this device cannot be read at the moment. This page keeps trying; closing other tabs of this site can help.'

/** Without a network, when the paper that this device keeps cannot be read. */
export const PAPER_UNREAD =
  'There is no connection, and the exam kept on this device cannot be read at the moment. This page keeps trying; closing other tabs of this site can help.'

/** Consequence on the screen of a running exam. */
export const UNREAD_MISSING = 'Answers that you gave without a connection may be missing here.'

/** Consequence shown with a result. */
export const NOT_KNOWN = 'Once they can be read, answers that were not counted are listed here.'

/** While a reload without a network would not show the exam again. */
export const NOT_REOPENED =
  'Do not reload or close this page while you are offline: the exam could not be opened again.'

/** While the clocks of the device disagree and the server cannot be reached. @param ms by which less time may be left */
export const timeDoubtText = (ms: number) =>
  `Up to ${Math.ceil(ms / MINUTE)} min less may be left than is shown. Answers that reach the server after the end are not counted.`

/** Short name of the place of an answer that has not arrived. */
export const placeText = (journalled: boolean) => (journalled ? 'on this device' : 'not saved yet')

/** Beside the result, about answers that are not in it. */
export const NOT_COUNTED =
  'Given on this device, but had not reached the server when the exam was submitted or the time was over.'

/** Where an attempt is offered that staff gave back. @param seconds that were left of it */
export const givenBackText = (seconds: number) =>
  `A fault on our side ended your exam. You can continue from where it stopped: every answer that was saved is there, and you have ${spokenDuration(seconds)}. The time starts when you continue.`
