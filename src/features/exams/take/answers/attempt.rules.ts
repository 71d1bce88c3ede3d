import type { QuestionState } from '#features/questions/questions.rules.ts'
import type { ExamQuestion, SavedResponse } from '../attempt.contract.ts'
import type { Receipt } from '../take.contract.ts'

/** What a candidate did on a question: chose an option, cleared it, or marked it. */
export interface Action {
  qid: number
  /** The chosen option's id; null: none. */
  option: number | null
  marked: boolean
  /** Counts the candidate's actions over the whole attempt; of a question the highest counts. */
  seq: number
  /** When the question came on the screen and when this was done, milliseconds by the server's clock. */
  timeFrom: number
  timeTo: number
}

/** The action alone, of what more is known of it. */
export const actionOf = ({ qid, option, marked, seq, timeFrom, timeTo }: Action): Action => ({
  qid,
  option,
  marked,
  seq,
  timeFrom,
  timeTo,
})

/** How an action is told of without its paper: the question's number from 1, and the option's letter; null: none. */
export interface Label {
  question: number
  letter: string | null
}

/** An action as the journal of this device keeps it. */
export interface JournalEntry extends Action {
  /** The server has confirmed it. */
  saved: boolean
  label?: Label
  /** Number of a dropped action in whose place this entry stands. */
  replaces?: number
}

/**
 * Where an action is on its way to the server:
 * writing: into this device's journal; waiting: for its turn; sending; saved: the server has confirmed it;
 * kept: the server cannot be reached, the action is on this device and is sent later;
 * failed: the server answered that it cannot store it now, it is sent again later;
 * refused: the server will not have it, it is sent again when the candidate says so;
 * outdated: the server has a later action on the question, from another device.
 */
export type Delivery = 'writing' | 'waiting' | 'sending' | 'saved' | 'kept' | 'failed' | 'refused' | 'outdated'

/** The latest action on a question. */
export interface Work extends Action {
  delivery: Delivery
  /** The number of the action that is on its way now, which may be an earlier one. */
  inFlight: number | null
}

/** A candidate's work on a paper. Every function below gives a new one and changes nothing. */
export interface AttemptWork {
  readonly work: Readonly<Record<number, Work>>
  /** Given here and not delivered before another tab or device became the writer: the candidate decides (set-aside.rules.ts). */
  readonly aside: Readonly<Record<number, Action>>
  /** Questions that have been on the screen. */
  readonly visited: Readonly<Record<number, true>>
  /** The highest number given to an action so far, by anyone. */
  readonly lastSeq: number
  /** False from the first request without an answer to the next one with. */
  readonly reachable: boolean
}

/** Requests on their way at once; a single one finds out whether the server is back. */
const PARALLEL = 4

/** An action this young is the candidate's last word, even if another device counted further. Milliseconds. */
const LAST_WORD = 20_000

/**
 * The work as it stands after loading: of each question the later of what server and journal hold.
 * @param asked the server was: what the journal calls saved and the server does not have is sent again
 */
export function resume(
  responses: readonly SavedResponse[],
  journal: readonly JournalEntry[],
  asked = true,
): AttemptWork {
  const work: Record<number, Work> = {}
  let lastSeq = 0
  for (const { saved, label: _label, replaces = 0, ...action } of journal) {
    work[action.qid] = { ...action, delivery: saved && !asked ? 'saved' : 'waiting', inFlight: null }
    lastSeq = Math.max(lastSeq, action.seq, replaces)
  }
  return takeServers({ work, aside: {}, visited: {}, lastSeq, reachable: asked }, responses)
}

/**
 * Higher than the number of actions of any attempt. Actions of a page that could not read the journal count from so much
 * further on, so that they are later than all in it.
 */
const UNREAD_GAP = 10_000

/** Leaves room for the actions in a journal that could not be read yet. */
export const leaveGap = (attempt: AttemptWork): AttemptWork => ({ ...attempt, lastSeq: attempt.lastSeq + UNREAD_GAP })

/**
 * Adds entries of a journal that could only be read now, each unless the work has a later action on its question.
 * @param asked as in `resume`
 */
export function addLate(attempt: AttemptWork, journal: readonly JournalEntry[], asked: boolean): AttemptWork {
  const late = resume(
    [],
    journal.filter(({ qid, seq }) => seq > (attempt.work[qid]?.seq ?? 0)),
    asked,
  )
  return {
    ...attempt,
    work: { ...attempt.work, ...late.work },
    visited: { ...attempt.visited, ...late.visited },
    lastSeq: Math.max(attempt.lastSeq, late.lastSeq),
  }
}

/** Takes over what the server holds where it is as late as ours or later. */
export function takeServers(attempt: AttemptWork, responses: readonly SavedResponse[]): AttemptWork {
  const work = { ...attempt.work }
  const visited = { ...attempt.visited }
  let { lastSeq } = attempt
  for (const { qid, answer_option_id, marked, seq } of responses) {
    const own = work[qid]
    lastSeq = Math.max(lastSeq, seq)
    if (own && own.seq > seq) continue
    work[qid] = {
      qid,
      option: answer_option_id,
      marked,
      seq,
      timeFrom: own?.timeFrom ?? 0,
      timeTo: own?.timeTo ?? 0,
      delivery: 'saved',
      inFlight: own?.inFlight ?? null,
    }
  }
  for (const qid of Object.keys(work)) visited[Number(qid)] = true
  return { ...attempt, work, visited, lastSeq }
}

/** The question has been on the screen. */
export function visit(attempt: AttemptWork, qid: number): AttemptWork {
  return attempt.visited[qid] ? attempt : { ...attempt, visited: { ...attempt.visited, [qid]: true } }
}

/** The candidate did something; it gets the next number and replaces what still waits on the same question. */
export function act(attempt: AttemptWork, action: Omit<Action, 'seq'>): AttemptWork {
  const seq = attempt.lastSeq + 1
  const inFlight = attempt.work[action.qid]?.inFlight ?? null
  const next = change(attempt, { ...action, seq, delivery: 'writing', inFlight })
  const { [action.qid]: _superseded, ...aside } = next.aside
  return { ...visit(next, action.qid), aside, lastSeq: seq }
}

/** The journal has the action, or cannot have it; either way it may be sent. */
export function written(attempt: AttemptWork, qid: number, seq: number): AttemptWork {
  const own = attempt.work[qid]
  return own?.seq === seq && own.delivery === 'writing' ? change(attempt, { ...own, delivery: 'waiting' }) : attempt
}

/**
 * Questions whose action is to be sent now, oldest action first: new ones, those kept while the server was away once it is
 * back, and, when the time for it has come (`again`), all that did not succeed.
 */
export function toSend(attempt: AttemptWork, again = false): Work[] {
  const all = Object.values(attempt.work)
  const free = (attempt.reachable ? PARALLEL : 1) - all.filter(({ inFlight }) => inFlight !== null).length
  if (free <= 0) return []
  const due = ({ delivery }: Work) =>
    delivery === 'waiting' || (delivery === 'kept' && attempt.reachable) || (again && retried(delivery))
  return all
    .filter((own) => own.inFlight === null && due(own))
    .sort((a, b) => a.seq - b.seq)
    .slice(0, free)
}

const retried = (delivery: Delivery) => delivery === 'kept' || delivery === 'failed'

/** The request of a question's latest action leaves. */
export function sending(attempt: AttemptWork, qid: number): AttemptWork {
  const own = attempt.work[qid]
  return own ? change(attempt, { ...own, delivery: 'sending', inFlight: own.seq }) : attempt
}

/** The server confirmed action `seq`, or told that it holds another. */
export function received(attempt: AttemptWork, qid: number, seq: number, receipt: Receipt): AttemptWork {
  const own = attempt.work[qid]
  if (!own) return attempt
  const heard = { ...attempt, reachable: true, lastSeq: Math.max(attempt.lastSeq, receipt.seq) }
  const landed = { ...own, inFlight: null }
  if (!receipt.stale) return change(heard, own.seq === seq ? { ...landed, delivery: 'saved' } : landed)
  if (own.seq > receipt.seq) return change(heard, landed)
  if (receipt.server_time - own.timeTo > LAST_WORD) return change(heard, { ...landed, delivery: 'outdated' })
  const renumbered = heard.lastSeq + 1
  return { ...change(heard, { ...landed, seq: renumbered, delivery: 'writing' }), lastSeq: renumbered }
}

/** The request of action `seq` did not succeed; a newer action on the question is not concerned. */
export function undelivered(
  attempt: AttemptWork,
  qid: number,
  seq: number,
  delivery: 'kept' | 'failed' | 'refused',
): AttemptWork {
  const own = attempt.work[qid]
  if (!own) return attempt
  const landed = { ...own, inFlight: null }
  const next = change(attempt, own.seq === seq ? { ...landed, delivery } : landed)
  return { ...next, reachable: delivery !== 'kept' }
}

/** Lets a question's action be sent again at once. */
export function insist(attempt: AttemptWork, qid: number): AttemptWork {
  const own = attempt.work[qid]
  const again = own && (retried(own.delivery) || own.delivery === 'refused')
  return again ? change(attempt, { ...own, delivery: 'waiting' }) : attempt
}

function change(attempt: AttemptWork, own: Work): AttemptWork {
  return { ...attempt, work: { ...attempt.work, [own.qid]: own } }
}

/** Questions that have been on the screen and have no action. */
export function seenOnly({ visited, work }: AttemptWork): number[] {
  return Object.keys(visited)
    .map(Number)
    .filter((qid) => !work[qid]?.seq)
}

/** Actions that the server has not confirmed. */
export function unsaved(attempt: AttemptWork): Work[] {
  return Object.values(attempt.work).filter(({ delivery }) => delivery !== 'saved')
}

/** True where the answer is on this device alone for longer than a request takes. */
export function isOnDevice({ delivery }: Pick<Work, 'delivery'>): boolean {
  return retried(delivery) || delivery === 'refused'
}

/** The same, and of an answer whose turn has not come while the server is away. */
export function staysHere({ reachable }: Pick<AttemptWork, 'reachable'>, own: Pick<Work, 'delivery'>): boolean {
  return isOnDevice(own) || (!reachable && (own.delivery === 'waiting' || own.delivery === 'sending'))
}

/** What the header says of the work as a whole. */
export type SaveState = 'saved' | 'saving' | 'on_device' | 'offline'

/** @param online what the browser knows of its network */
export function saveState(attempt: AttemptWork, online: boolean): { state: SaveState; count: number } {
  const open = unsaved(attempt)
  // What the journal does not have yet is nowhere; said to be kept, it would be lost with the tab.
  const writing = open.filter(({ delivery }) => delivery === 'writing')
  if (writing.length > 0) return { state: 'saving', count: writing.length }
  const kept = open.filter((own) => staysHere(attempt, own))
  if (kept.length > 0) return { state: 'on_device', count: kept.length }
  if (!online || !attempt.reachable) return { state: 'offline', count: 0 }
  return { state: open.length > 0 ? 'saving' : 'saved', count: open.length }
}

/** The state of a question in the palette. */
export function questionState(attempt: AttemptWork, qid: number): QuestionState {
  const own = attempt.work[qid]
  if (own && own.option !== null) return own.marked ? 'answered_marked' : 'answered'
  if (own?.marked) return 'marked'
  return attempt.visited[qid] ? 'not_answered' : 'not_visited'
}

export type StateCounts = Record<QuestionState, number>

/** How many questions are in each state. */
export function countStates(attempt: AttemptWork, questions: readonly Pick<ExamQuestion, 'qid'>[]): StateCounts {
  const counts: StateCounts = { answered: 0, not_answered: 0, not_visited: 0, marked: 0, answered_marked: 0 }
  for (const { qid } of questions) counts[questionState(attempt, qid)] += 1
  return counts
}

/** The journal's entries that can belong to this paper. */
export function entriesOfPaper(journal: readonly JournalEntry[], paper: readonly ExamQuestion[]): JournalEntry[] {
  const options = new Map(paper.map(({ qid, question }) => [qid, question.answer_option]))
  return journal.filter(({ qid, option }) => {
    const known = options.get(qid)
    return known !== undefined && (option === null || known.some(({ id }) => id === option))
  })
}
