import {
  actionOf,
  resume,
  takeServers,
  type Action,
  type AttemptWork,
  type JournalEntry,
  type Work,
} from './attempt.rules.ts'
import type { SavedResponse } from '../attempt.contract.ts'

/**
 * What a device had not delivered when another became the writer of the attempt. Neither is right by itself, for the
 * candidate may have answered the same question there: it is set aside, shown, and used or dropped as the candidate says.
 */

/** Sets aside what the server has not confirmed. */
export function setAside(attempt: AttemptWork): AttemptWork {
  const aside: Record<number, Action> = { ...attempt.aside }
  const work: Record<number, Work> = {}
  for (const own of Object.values(attempt.work)) {
    if (own.delivery === 'saved') work[own.qid] = { ...own, inFlight: null }
    else if (own.delivery !== 'outdated') aside[own.qid] = actionOf(own)
  }
  return { ...attempt, work, aside }
}

/**
 * The work as it stands after loading while another writes. Its numbers say nothing about this device's: both may have
 * counted from the same answer on.
 */
export function resumeBeside(responses: readonly SavedResponse[], journal: readonly JournalEntry[]): AttemptWork {
  return { ...takeBeside(setAside(resume([], journal, false)), responses), reachable: true }
}

/** Takes over what the server holds; what was set aside and is the same needs no decision. */
export function takeBeside(attempt: AttemptWork, responses: readonly SavedResponse[]): AttemptWork {
  const next = takeServers(attempt, responses)
  const aside = Object.values(next.aside).filter(({ qid, option, marked }) => {
    const theirs = next.work[qid]
    return (theirs?.option ?? null) !== option || (theirs?.marked ?? false) !== marked
  })
  return { ...next, aside: Object.fromEntries(aside.map((action) => [action.qid, action])) }
}

/** Sets aside the entries of a journal that could only be read now, each unless a later action is set aside already. */
export function addLateBeside(attempt: AttemptWork, journal: readonly JournalEntry[]): AttemptWork {
  const late = journal.filter(({ qid, seq }) => seq > (attempt.aside[qid]?.seq ?? 0))
  const aside = { ...attempt.aside }
  for (const { qid } of late) delete aside[qid]
  return takeBeside({ ...attempt, aside: { ...aside, ...setAside(resume([], late, false)).aside } }, [])
}

/** What is set aside and what stands in its place, by question. */
export function asideList(attempt: AttemptWork): { own: Action; instead: Work | undefined }[] {
  return Object.values(attempt.aside).map((own) => ({ own, instead: attempt.work[own.qid] }))
}

/**
 * Returns the journal's entry of a question whose own answer was dropped. Its number stays the server's, so that a later
 * answer from another device, which counts from that number, is not taken for an earlier one.
 */
export function entryInstead({ qid, seq, timeFrom, timeTo }: Action, instead: Work | undefined): JournalEntry {
  const stored = { option: instead?.option ?? null, marked: instead?.marked ?? false }
  return { qid, seq: instead?.seq ?? seq, replaces: seq, timeFrom, timeTo, ...stored, saved: true }
}
