import { atom, type ReadableAtom } from 'nanostores'
import { Unreachable } from '#lib/browser/call/call.ts'
import { askedPause, prospectOf } from '#lib/both/calls/prospect.ts'
import type { PracticeOutcome } from './practice.contract.ts'
import type { OwnGrade } from './practice.rules.ts'

/** An answer, or the grade of one, on its way to the server. */
export type Sending = { question_id: number; review: number } & (
  { kind: 'answer'; option: number | 'skip'; took_ms: number } | { kind: 'grade'; grade: OwnGrade }
)

/** What became of it. `waiting`: it could not be sent and will be tried again; `refused`: the server does not take it. */
export type Fate =
  { is: 'sent'; outcome: PracticeOutcome } | { is: 'waiting'; onDevice: boolean } | { is: 'refused'; message: string }

/** What delivery needs from around it. */
export interface Surroundings {
  /** What was left by earlier pages of this browser, oldest first. */
  read: () => Promise<Sending[]>
  /** @returns false when this browser cannot keep it */
  write: (sending: Sending) => Promise<boolean>
  drop: (sending: Sending) => Promise<unknown>
  /** True while the learner whose answers these are is the one who is logged in. */
  isOwn: () => boolean
  /** @throws ApiError when the server refuses; anything else means it was not reached */
  send: (sending: Sending) => Promise<PracticeOutcome>
  /** Something that had waited arrived, or was refused. */
  onLate: (sending: Sending, fate: Exclude<Fate, { is: 'waiting' }>) => void
}

export interface Delivery {
  /** What waits to be sent, oldest first. */
  $waiting: ReadableAtom<readonly Sending[]>
  /** Keeps it on this device, then sends it. */
  deliver: (sending: Sending) => Promise<Fate>
  /** Takes up what earlier pages left. */
  resume: () => Promise<void>
  /** Tries now what waits: the network is back, or the page is looked at again. */
  wake: () => Promise<void>
}

/** Milliseconds between tries; the last again and again. */
const PAUSES = [2000, 5000, 15_000, 30_000]

/** Delivers answers of practice: this device first, then the server, again until it has them. Repeats are harmless. */
export function practiceDelivery(around: Surroundings): Delivery {
  const $waiting = atom<readonly Sending[]>([])
  let running = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Milliseconds that the server asked to be left alone for with its last error. */
  let asked = 0

  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void wake(), Math.max(PAUSES[Math.min(tries++, PAUSES.length - 1)]!, asked))
  }
  const attempt = async (sending: Sending): Promise<Exclude<Fate, { is: 'waiting' }> | 'later' | 'unreachable'> => {
    // Another tab has logged somebody else in, or nobody is: the answer is not theirs.
    if (!around.isOwn()) return 'later'
    try {
      const outcome = await around.send(sending)
      asked = 0
      await around.drop(sending)
      return { is: 'sent', outcome }
    } catch (error) {
      asked = askedPause(error)
      const prospect = prospectOf(error)
      if (prospect === 'away') return 'unreachable'
      if (prospect !== 'refused') return 'later'
      await around.drop(sending)
      return { is: 'refused', message: error instanceof Error ? error.message : '' }
    }
  }
  const wake = async () => {
    if (running || $waiting.get().length === 0) return
    running = true
    for (const sending of $waiting.get()) {
      const fate = await attempt(sending)
      if (fate === 'unreachable') break
      if (fate === 'later') continue
      $waiting.set($waiting.get().filter((other) => other !== sending))
      tries = 0
      around.onLate(sending, fate)
    }
    running = false
    if ($waiting.get().length > 0) later()
  }
  return {
    $waiting,
    deliver: async (sending) => {
      const onDevice = await around.write(sending)
      const fate = await attempt(sending)
      if (typeof fate === 'object') return fate
      $waiting.set([...$waiting.get(), sending])
      later()
      return { is: 'waiting', onDevice }
    },
    resume: async () => {
      $waiting.set([...(await around.read()), ...$waiting.get()])
      await wake()
    },
    wake,
  }
}

/** True for a call that never arrived. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Unreachable
}
