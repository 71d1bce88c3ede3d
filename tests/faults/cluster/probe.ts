import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'
import { callsThrough } from '../../support/api/calls.ts'
import { candidateOf } from '../../support/scenes/candidate.ts'
import type { SeededExam } from '../../support/scenes/exam-fixture.ts'
import { insist, type Tally } from '../sit.ts'

/** Saves an answer four times a second, and knows how long none was acknowledged. */
export interface Probe {
  /** Begins to measure anew. */
  begin: () => void
  /** The longest time without an acknowledgement since then, in milliseconds. */
  longest: () => number
  stop: () => Promise<void>
}

const EVERY = SECOND / 4

/** What came later than this was no service. */
const PATIENCE = 5 * SECOND

/** A candidate of its own, beside those of the exam. */
export async function startProbe(url: string, exam: SeededExam, token: string, tally: Tally): Promise<Probe> {
  const call = callsThrough((path, init) => fetch(url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) }))
  const candidate = candidateOf({ call }, exam, token)
  const { id } = (await insist(() => candidate.start(), tally)).body.data.open_attempt!
  const [question] = exam.questions
  let last = Date.now()
  let longest = 0
  let running = true
  const look = () => {
    const now = Date.now()
    longest = Math.max(longest, now - last)
    return now
  }
  const ask = async (seq: number) => {
    const answer = await candidate.answer(question!, question!.right, { attempt_id: id, seq }).catch(() => undefined)
    if (answer?.status === 200) last = look()
  }
  // Each whether the one before was answered or not.
  const asking = (async () => {
    for (let seq = 1; running; seq += 1) {
      void ask(seq)
      await pause(EVERY)
    }
  })()
  return {
    begin: () => {
      longest = 0
      last = Date.now()
    },
    longest: () => {
      look()
      return longest
    },
    stop: async () => {
      running = false
      await asking
    },
  }
}
