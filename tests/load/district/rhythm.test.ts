import { expect, test } from 'vitest'
import { MINUTE } from '#lib/both/time/clock.ts'
import { ACTS, rhythmOf, type Act, type Rhythm } from './rhythm.ts'

const exam = { candidates: 2000, minutes: 30, seed: 7 }
const END = exam.minutes * MINUTE
const rhythm = rhythmOf(exam)

/** Moments of an act, and of which candidate each is. */
function momentsOf({ at, who, act }: Rhythm, what: Act): { at: number; who: number }[] {
  const places = [...act.keys()].filter((place) => ACTS[act[place]!] === what)
  return places.map((place) => ({ at: at[place]!, who: who[place]! }))
}

/** How many of the moments are from `from` on and before `until`. */
const within = (moments: { at: number }[], from: number, until: number) =>
  moments.filter(({ at }) => at >= from && at < until).length

const starts = momentsOf(rhythm, 'start')
const submits = momentsOf(rhythm, 'submit')
const leaves = momentsOf(rhythm, 'leave')

test('everybody opens the page before the doors open, and starts within a minute, half of them in its first half', () => {
  const arrivals = momentsOf(rhythm, 'arrive')
  expect(arrivals).toHaveLength(exam.candidates)
  expect(within(arrivals, -MINUTE, 0)).toBe(exam.candidates)
  expect(new Set(starts.map(({ who }) => who)).size).toBe(exam.candidates)
  expect(within(starts, 0, MINUTE)).toBe(exam.candidates)
  expect(within(starts, 0, MINUTE / 2) / exam.candidates).toBeCloseTo(0.5, 1)
})

test('each saves 1.2 times a minute while it sits, at random', () => {
  const from = new Map(starts.map(({ who, at }) => [who, at]))
  const sat = [...submits, ...leaves].reduce((sum, { who, at }) => sum + at - from.get(who)!, 0) / MINUTE
  const saves = momentsOf(rhythm, 'save')
  expect(saves.length / sat).toBeCloseTo(1.2, 1)
  // Of a Poisson process as many as 1/e of the pauses are longer than the mean.
  const pauses = saves.filter(({ who }) => who < 100).sort((a, b) => a.who - b.who || a.at - b.at)
  const own = pauses
    .slice(1)
    .flatMap(({ who, at }, place) => (pauses[place]!.who === who ? [at - pauses[place]!.at] : []))
  expect(own.filter((pause) => pause > MINUTE / 1.2).length / own.length).toBeCloseTo(Math.exp(-1), 1)
})

test('half of those who hand in do in the last minute, the others in the last third of the time before it', () => {
  expect(within(submits, END - MINUTE, END) / submits.length).toBeCloseTo(0.5, 1)
  expect(within(submits, ((END - MINUTE) * 2) / 3, END)).toBe(submits.length)
})

test('a few leave, and nobody does anything before the start or after the end', () => {
  expect(leaves.length / exam.candidates).toBeCloseTo(0.03, 2)
  expect(submits.length + leaves.length).toBe(exam.candidates)
  const from = new Map(starts.map(({ who, at }) => [who, at]))
  const until = new Map([...submits, ...leaves].map(({ who, at }) => [who, at]))
  const between = (['save', 'glance', 'reload'] as const).flatMap((what) => momentsOf(rhythm, what))
  expect(between.filter(({ who, at }) => at < from.get(who)! || at > until.get(who)!)).toEqual([])
  expect(momentsOf(rhythm, 'reload').length / exam.candidates).toBeCloseTo(0.1, 1)
})

test('is in the order of time, the same for the same seed and another for another', () => {
  expect(rhythm.at.every((at, place) => place === 0 || at >= rhythm.at[place - 1]!)).toBe(true)
  expect(rhythmOf({ ...exam, candidates: 20 })).toEqual(rhythmOf({ ...exam, candidates: 20 }))
  expect(rhythmOf({ ...exam, candidates: 20, seed: 8 })).not.toEqual(rhythmOf({ ...exam, candidates: 20 }))
})

test('a short exam has an end like a long one', () => {
  const short = rhythmOf({ candidates: 1000, minutes: 2, seed: 7 })
  const handedIn = momentsOf(short, 'submit')
  expect(within(handedIn, MINUTE, 2 * MINUTE)).toBeGreaterThan(handedIn.length * 0.45)
  expect(within(handedIn, 0, 2 * MINUTE)).toBe(handedIn.length)
})
