import { vi } from 'vitest'
import { timers } from '#lib/browser/timers.ts'
import { resume, type Action, type JournalEntry } from '#features/exams/take/answers/attempt.rules.ts'
import { deliverAttempt } from '#features/exams/take/answers/attempt.store.ts'
import type { Receipt } from '#features/exams/take/take.contract.ts'
import type { SavedResponse } from '#features/exams/take/attempt.contract.ts'

const NOW = 1_000_000

/** A server that can be slow, away or unwilling, and a journal. */
export function setUp(stored: SavedResponse[] = [], journal: JournalEntry[] = []) {
  const world = {
    /** What the server does with the next actions. */
    answer: (action: Action): Promise<Receipt> => Promise.resolve(receiptOf(action)),
    /** What the journal waits for before it has an action. */
    disk: Promise.resolve(),
    /** Questions whose actions the journal does not take. */
    unwritable: new Set<number>(),
    sent: [] as Action[],
    written: [] as JournalEntry[],
    troubles: [] as string[],
    over: 0,
    others: 0,
    /** Numbers of the actions that left because the page did. */
    leaving: [] as number[],
    asked: 0,
    /** Order in which things happened. */
    log: [] as string[],
  }
  const attempt = deliverAttempt(resume(stored, journal), {
    timers,
    write: async (entry) => {
      await world.disk
      if (world.unwritable.has(entry.qid)) return false
      world.written.push(entry)
      world.log.push(`journal ${entry.seq}`)
      return true
    },
    send: (action, leaving) => {
      if (leaving) world.leaving.push(action.seq)
      world.sent.push(action)
      world.log.push(`send ${action.seq}`)
      return world.answer(action)
    },
    ask: async () => {
      world.asked += 1
      return [{ qid: 1, answer_option_id: 99, marked: false, seq: 50 }]
    },
    onTrouble: (action, trouble) => world.troubles.push(`${action.option}: ${trouble}`),
    onOver: () => (world.over += 1),
    onOther: () => (world.others += 1),
  })
  const choose = (qid: number, option: number | null) =>
    attempt.act({ qid, option, marked: false, timeFrom: NOW, timeTo: NOW })
  return { world, attempt, choose, delivery: (qid: number) => attempt.$work.get().work[qid]?.delivery }
}

export function receiptOf({ qid, seq }: Action, more: Partial<Receipt> = {}): Receipt {
  const fixed = { status: true, success: true, message: '', attempt_id: 1, stale: false }
  return { ...fixed, qid, seq, saved_at: NOW, server_time: NOW + 50, deadline_at: NOW + 99_999, ...more }
}

/** Lets everything happen that waits for no time. */
export const settle = () => vi.advanceTimersByTimeAsync(0)
