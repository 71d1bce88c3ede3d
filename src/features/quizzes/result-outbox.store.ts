import { atom, type ReadableAtom } from 'nanostores'
import { Unreachable } from '#lib/call.ts'
import { ApiError } from '#lib/errors.ts'
import type { QuizAnswer } from './quizzes.contract.ts'

/** A result on its way to the server. */
export interface QuizResult {
  submission: string
  userId: number
  quizId: number
  correct_count: number
  incorrect_count: number
  answers: QuizAnswer[]
}

/** `waiting`: it could not be sent and will be tried again; `refused`: the server does not take it. */
export type Delivery = 'sending' | 'waiting' | 'stored' | 'refused'

export interface OutboxPorts {
  /** What was left by earlier pages of this browser. */
  read: () => QuizResult[]
  write: (pending: QuizResult[]) => void
  send: (result: QuizResult) => Promise<unknown>
}

export interface Outbox {
  /** By submission. */
  $deliveries: ReadableAtom<Record<string, Delivery>>
  add: (result: QuizResult) => void
  /** Tries now what is pending, as when the network is back. */
  flush: () => void
}

/** Milliseconds between tries; the last again and again. */
const WAITS = [2_000, 5_000, 15_000, 30_000, 60_000]

/**
 * Sends results until the server has them. Each has a name of its own, so one that arrived although its reply was lost is
 * stored once. Results outlive the page as far as the browser's storage does.
 */
export function resultOutbox(ports: OutboxPorts): Outbox {
  const $deliveries = atom<Record<string, Delivery>>({})
  let pending = ports.read()
  let sending = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = ({ submission }: QuizResult, delivery: Delivery) =>
    $deliveries.set({ ...$deliveries.get(), [submission]: delivery })
  const settle = (result: QuizResult, delivery: 'stored' | 'refused') => {
    pending = pending.filter(({ submission }) => submission !== result.submission)
    ports.write(pending)
    note(result, delivery)
  }
  /** @returns false when the rest has to wait too */
  const sendOne = async (result: QuizResult): Promise<boolean> => {
    try {
      await ports.send(result)
      settle(result, 'stored')
    } catch (error) {
      if (mayPass(error)) {
        note(result, 'waiting')
        return false
      }
      settle(result, 'refused')
    }
    return true
  }
  const drain = async () => {
    if (sending) return
    sending = true
    clearTimeout(timer)
    let going = true
    for (let next = pending[0]; next && going; next = pending[0]) going = await sendOne(next)
    sending = false
    if (going) tries = 0
    else timer = setTimeout(() => void drain(), WAITS[Math.min(tries++, WAITS.length - 1)])
  }
  return {
    $deliveries,
    add: (result) => {
      pending = [...pending, result]
      ports.write(pending)
      note(result, 'sending')
      void drain()
    },
    flush: () => {
      if (pending.length > 0) void drain()
    },
  }
}

/** No answer, a server in trouble or one that asks to wait: the same may succeed later. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return error instanceof Unreachable
}
