import { counted } from '#lib/both/text/format.ts'
import type { Hindrance } from './fault-texts.ts'

/** What an exam says of faults when it is handed in and after that; fault-texts.ts has what it says before. */

/** Before the exam is handed in, of answers that had not arrived when it went on elsewhere. */
export const setAsideWarning = (count: number) =>
  `${counted(count, 'answer')} that had not reached the server when the exam was continued elsewhere would not be counted.`

/** Before the exam is handed in while the server will not have some answers. */
export const unsavedWarning = (count: number) =>
  `${counted(count, 'answer')} could not be saved and would not be counted.`

/** Before the exam is handed in, and while it is, when the journal of this device cannot be read. */
export const UNREAD_WARNING =
  'The answers kept on this device cannot be read. Answers that you gave without a connection may not have reached the server; those would not be counted.'

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

/** In the summary before the submit, while the exam cannot be handed in at once. @param journalled answers are also written to this device */
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

/** On such a screen, when the journal of this device cannot be read. */
export const UNREAD_ENDED =
  'The answers kept on this device cannot be read at the moment. Any that are not counted are listed with the result as soon as they can be read.'

/** Answers given on such a screen. */
export const notArrivedText = (count: number) =>
  `${counted(count, 'answer')} given here had not reached the server; any that are not counted are listed with the result.`
