import { atom, type ReadableAtom } from 'nanostores'
import { askedPause, prospectOf } from '#lib/both/calls/prospect.ts'
import type { QuizAnswer } from './quizzes.contract.ts'

/** A result on its way to the server. */
export interface QuizResult {
  submission: string
  userId: number
  quizId: number
  /** When it was worked out, milliseconds since 1970 by the device's clock. */
  at: number
  correct_count: number
  incorrect_count: number
  answers: QuizAnswer[]
  /** Ids of questions seen and left; what earlier versions of these pages kept does not say. */
  skipped?: number[] | undefined
}

/** `waiting`: it could not be sent and will be tried again; `refused`: the server does not take it. */
export type Delivery = 'sending' | 'waiting' | 'stored' | 'refused'

export interface OutboxPorts {
  /** Who is logged in here now. */
  learner: () => number | undefined
  /** What earlier pages of this browser left of a learner's, oldest first. */
  read: (learner: number) => Promise<QuizResult[]>
  /** Keeps it on this device; resolves where the device cannot, too. */
  keep: (result: QuizResult) => Promise<unknown>
  drop: (result: QuizResult) => Promise<unknown>
  /** Sends it for who is logged in. @throws ApiError when the server answers with an error */
  send: (result: QuizResult) => Promise<unknown>
}

export interface Outbox {
  /** By submission. */
  $deliveries: ReadableAtom<Record<string, Delivery>>
  /** Sends a new result. The promise resolves as soon as this device keeps it. */
  add: (result: QuizResult) => Promise<void>
  /** Tries now what waits here, as when the network is back. The promise resolves when all has been tried. */
  flush: () => Promise<void>
}

/** Milliseconds between tries; the last again and again. */
const WAITS = [2_000, 5_000, 15_000, 30_000, 60_000]

/**
 * Sends results until the server has them. Each has a name of its own, so one that arrived although its reply was lost is
 * stored once. Each is sent for its own learner only: it waits while nobody or somebody else is logged in.
 */
export function resultOutbox(ports: OutboxPorts): Outbox {
  const $deliveries = atom<Record<string, Delivery>>({})
  let pending: QuizResult[] = []
  let draining: Promise<void> | undefined
  let tries = 0
  /** Milliseconds that the server asked to be left alone for with its last error. */
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = ({ submission }: QuizResult, delivery: Delivery) =>
    $deliveries.set({ ...$deliveries.get(), [submission]: delivery })
  // Asked anew before each is sent: another tab may have changed who is logged in.
  const next = () => pending.find(({ userId }) => userId === ports.learner())
  const settle = async (result: QuizResult, delivery: 'stored' | 'refused') => {
    pending = pending.filter(({ submission }) => submission !== result.submission)
    note(result, delivery)
    await ports.drop(result)
  }
  /** @returns false when the rest has to wait too */
  const sendOne = async (result: QuizResult): Promise<boolean> => {
    try {
      await ports.send(result)
    } catch (error) {
      asked = askedPause(error)
      if (prospectOf(error) !== 'refused') {
        note(result, 'waiting')
        return false
      }
      await settle(result, 'refused')
      return true
    }
    await settle(result, 'stored')
    return true
  }
  const sendAll = async () => {
    clearTimeout(timer)
    let going = true
    for (let result = next(); result && going; result = next()) going = await sendOne(result)
    draining = undefined
    if (going) tries = 0
    else timer = setTimeout(() => void drain(), Math.max(WAITS[Math.min(tries++, WAITS.length - 1)]!, asked))
  }
  const drain = async () => {
    if (next()) await (draining ??= sendAll())
  }
  return {
    $deliveries,
    add: async (result) => {
      pending = [...pending, result]
      note(result, 'sending')
      const kept = ports.keep(result)
      void drain()
      await kept
    },
    flush: async () => {
      const learner = ports.learner()
      if (learner === undefined) return
      const left = await ports.read(learner)
      const known = new Set(pending.map(({ submission }) => submission))
      pending = [...left.filter(({ submission }) => !known.has(submission)), ...pending]
      await drain()
    },
  }
}
