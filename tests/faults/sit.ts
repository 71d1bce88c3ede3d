import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { entriesOfPaper, resume, type Action, type JournalEntry } from '#features/exams/take/answers/attempt.rules.ts'
import { deliverAttempt, type Attempt } from '#features/exams/take/answers/attempt.store.ts'
import type { Receipt } from '#features/exams/take/take.contract.ts'
import { timers } from '#lib/browser/timers.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { Candidate } from '../support/scenes/candidate.ts'
import type { Random } from '../support/random.ts'

/** Counts over all candidates. */
export interface Tally {
  /** Saves that left a candidate, and what became of them. */
  sent: number
  acknowledged: number
  unanswered: number
  refused: number
  /** Receipts that say another action is stored: of one candidate with one device there is none. */
  stale: number
  /** Times the exam was opened again, the page or the browser having gone. */
  reopened: number
  /** Replies that say that the server cannot at the moment, and when to try again. */
  unavailable: number
  /** What a balancer says in the place of a server that was lost with the request (502, 504). */
  cutShort: number
  /** All other replies of 500 and above. */
  serverErrors: number
}

export const newTally = (): Tally => ({
  sent: 0,
  acknowledged: 0,
  unanswered: 0,
  refused: 0,
  stale: 0,
  reopened: 0,
  unavailable: 0,
  cutShort: 0,
  serverErrors: 0,
})

/** What a candidate knows of its exam when it is over. */
export interface Record {
  candidate: Candidate
  attempts: Set<number>
  /** The option it chose last of each question; null: cleared. */
  chosen: Map<number, number | null>
  /** Every action of a question that was sent. */
  sent: Map<number, Pick<Action, 'seq' | 'option'>[]>
  /** The highest action of a question that the server acknowledged. */
  acknowledged: Map<number, number>
  /** Undefined when it left without handing in. */
  resultId: number | undefined
}

export function newRecord(candidate: Candidate): Record {
  return {
    candidate,
    attempts: new Set(),
    chosen: new Map(),
    sent: new Map(),
    acknowledged: new Map(),
    resultId: undefined,
  }
}

/** How an exam ends: with the others, somewhere in the middle, or never by the candidate. */
export type Ending = 'late' | 'early' | 'never'

/** What a page that is gone gets to hear. */
const silence = new Promise<never>(() => {})

/** Milliseconds between two tries to reach the server. */
const RETRY = 300

/** How a candidate works. */
export interface Pace {
  /** Milliseconds between two actions, at most. */
  thinking: number
  /** The chance that one who leaves early goes on after an action. */
  stays: number
}

/**
 * A candidate as the exam page makes it: the page's own delivery of answers (attempt.store.ts), with a journal that
 * outlives the page, which is closed and opened again now and then.
 * @param sitting true while the exam goes on
 */
export async function sit(
  record: Record,
  {
    random,
    tally,
    ending,
    sitting,
    pace: { thinking, stays },
  }: { random: Random; tally: Tally; ending: Ending; sitting: () => boolean; pace: Pace },
): Promise<void> {
  const { candidate } = record
  const { questions } = candidate.exam
  const journal = new Map<number, JournalEntry>()
  const marked = new Map<number, boolean>()
  const writer = randomUUID()
  const send = async ({ qid, option, marked, seq, timeFrom, timeTo }: Action, attemptId: number): Promise<Receipt> => {
    const extras = { attempt_id: attemptId, seq, marked, writer, time_from: timeFrom, time_to: timeTo }
    const answer = option === null ? candidate.clear({ qid }, extras) : candidate.answer({ qid }, option, extras)
    const { status, body } = await answer
    if (status !== 200) throw new ApiError(status, body.message, body.code ? { code: body.code } : {})
    return body
  }

  const openPage = async (): Promise<{ attempt: Attempt; close: () => void }> => {
    let open = true
    const { body } = await insist(() => candidate.start(writer), tally)
    const { id, responses } = body.data.open_attempt!
    record.attempts.add(id)
    const attempt = deliverAttempt(resume(responses, entriesOfPaper([...journal.values()], body.data.exam_questions)), {
      timers,
      write: async (entry) => {
        if (!open) return silence
        journal.set(entry.qid, entry)
        return true
      },
      send: async (action) => {
        if (!open) return silence
        tally.sent += 1
        record.sent.set(action.qid, [...(record.sent.get(action.qid) ?? []), action])
        const receipt = await send(action, id).catch((error: unknown) => {
          if (!open) return silence
          if (!(error instanceof ApiError)) tally.unanswered += 1
          else if (error.status >= 500) countFailure(tally, error.status)
          else tally.refused += 1
          throw error
        })
        if (!open) return silence
        tally.acknowledged += 1
        if (receipt.stale) tally.stale += 1
        record.acknowledged.set(action.qid, Math.max(record.acknowledged.get(action.qid) ?? 0, receipt.seq))
        return receipt
      },
      ask: async () => (await candidate.detail(writer)).body.data.open_attempt?.responses ?? [],
      onTrouble: () => {},
      onOver: () => {},
      onOther: () => {},
    })
    attempt.wake()
    const close = () => {
      open = false
      attempt.stop()
    }
    return { attempt, close }
  }

  const act = (attempt: Attempt) => {
    const { qid, options } = random.pick(questions)
    if (random.chance(0.1)) marked.set(qid, !marked.get(qid))
    else record.chosen.set(qid, random.chance(0.15) ? null : random.pick(options))
    const now = Date.now()
    const option = record.chosen.get(qid) ?? null
    attempt.act({ qid, option, marked: marked.get(qid) ?? false, timeFrom: now - thinking, timeTo: now })
  }

  let page = await openPage()
  while (sitting() && (ending === 'late' || random.chance(stays))) {
    act(page.attempt)
    await pause(random.between(0, thinking))
    if (random.chance(0.03)) {
      page.close()
      tally.reopened += 1
      page = await openPage()
    }
  }
  if (ending === 'never') {
    page.close()
    return
  }
  while ((await page.attempt.settleAll(RETRY)) > 0) page.attempt.wake()
  const [attemptId] = record.attempts
  record.resultId = (await insist(() => candidate.submit(attemptId, writer), tally)).body.result_id
  page.close()
}

/** Calls until the server answers. @throws Error when it refuses */
export async function insist<T extends { status: number; body: { message?: string } }>(
  call: () => Promise<T>,
  tally: Tally,
): Promise<T> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer?.status === 200) return answer
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${answer.body.message}`)
    if (answer) countFailure(tally, answer.status)
    await pause(RETRY)
  }
}

/** Counts a reply of 500 or above. */
export function countFailure(tally: Tally, status: number): void {
  if (status === 503) tally.unavailable += 1
  else if (status === 502 || status === 504) tally.cutShort += 1
  else tally.serverErrors += 1
}
