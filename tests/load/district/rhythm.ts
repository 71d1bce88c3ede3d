import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { seeded, type Random } from '../../support/random.ts'

/** What a candidate's browser does at a moment; each comes to one request or a few. */
export const ACTS = ['arrive', 'start', 'save', 'glance', 'reload', 'submit', 'leave'] as const

export type Act = (typeof ACTS)[number]

/** All that candidates do, in the order of time. Parallel columns: half a million objects would be as much work as they. */
export interface Rhythm {
  /** Milliseconds from the moment in which the doors open. */
  at: Float64Array
  /** Index of the candidate. */
  who: Uint32Array
  /** Index into ACTS. */
  act: Uint8Array
}

/**
 * What people do, by the rules of the sizing table in docs/scaling.md; what that does not say is assumed, and generous: more
 * than halls have shown.
 */
export const habits = {
  /** They open the exam's page within so long before the doors open, and start within so long after. */
  arriving: MINUTE,
  starting: MINUTE,
  /** A hundred answers in a hundred minutes, and every sixth action a change of mind. */
  savesAMinute: 1.2,
  /** Looks at something else: the page says how long each question was shown, and asks for the exam on its return. */
  glancesAMinute: 0.1,
  /** Candidates who load the page anew, once. */
  reload: 0.1,
  /** Candidates who go without a word, and whom the server finishes. */
  leave: 0.03,
  /** Of those who hand in, in the last minute; the others do in the last third of the time before it. */
  last: 0.5,
  lastMinute: MINUTE,
  /** Nobody hands in so late that the deadline does it: phones show the time. */
  margin: SECOND,
} as const

/**
 * The rhythm of an exam whose doors open for everybody at 0 and that ends for everybody after so many minutes, at least 2.
 * The same seed gives the same.
 */
export function rhythmOf({ candidates, minutes, seed }: { candidates: number; minutes: number; seed: number }): Rhythm {
  const random = seeded(seed)
  const at: number[] = []
  const who: number[] = []
  const act: number[] = []
  for (let candidate = 0; candidate < candidates; candidate += 1) {
    const add = (what: Act, when: number) => {
      at.push(when)
      who.push(candidate)
      act.push(ACTS.indexOf(what))
    }
    const from = random.between(0, habits.starting)
    const { how, until } = endOf(random, minutes * MINUTE, from)
    add('arrive', random.between(-habits.arriving, 0))
    add('start', from)
    for (const when of atRandom(random, habits.savesAMinute, from, until)) add('save', when)
    for (const when of atRandom(random, habits.glancesAMinute, from, until)) add('glance', when)
    if (random.chance(habits.reload)) add('reload', random.between(from, until))
    add(how, until)
  }
  const order = Uint32Array.from(at.keys()).sort((one, other) => at[one]! - at[other]!)
  return {
    at: Float64Array.from(order, (place) => at[place]!),
    who: Uint32Array.from(order, (place) => who[place]!),
    act: Uint8Array.from(order, (place) => act[place]!),
  }
}

function endOf(random: Random, length: number, from: number): { how: 'submit' | 'leave'; until: number } {
  if (random.chance(habits.leave)) return { how: 'leave', until: random.between(from, length) }
  const lastMinute = Math.max(length - habits.lastMinute, from)
  const until = random.chance(habits.last)
    ? random.between(lastMinute, length - habits.margin)
    : random.between(Math.max(from, (lastMinute * 2) / 3), lastMinute)
  return { how: 'submit', until }
}

/** Moments that know nothing of each other, so many a minute: the pauses between them are exponential. */
function* atRandom(random: Random, aMinute: number, from: number, until: number): Generator<number> {
  const pause = () => (-Math.log(1 - random.next()) / aMinute) * MINUTE
  for (let when = from + pause(); when < until; when += pause()) yield when
}
