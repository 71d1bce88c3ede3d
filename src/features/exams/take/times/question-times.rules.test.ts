import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOf, LONGEST_GAP, MOST_TIMES, turnTo, type Watch } from './question-times.rules.ts'

const empty: Watch = { spent: {} }

test('the time of all visits of a question is added up', () => {
  let watch = turnTo(empty, 7, 1000)
  watch = turnTo(watch, 8, 4000)
  watch = turnTo(watch, 7, 5000)
  watch = turnTo(watch, 9, 5500)
  expect(accountOf(watch.spent)).toEqual([
    { qid: 7, ms: 3500 },
    { qid: 8, ms: 1000 },
  ])
})

test('a submit tells of questions that were on the screen for a millisecond at least, and of no more than it may', () => {
  expect(accountOf({ 7: 0, 8: 0.4, 9: 0.5 })).toEqual([{ qid: 9, ms: 1 }])
  const many = Object.fromEntries(Array.from({ length: MOST_TIMES + 1 }, (_, index) => [index + 1, 5]))
  expect(accountOf(many)).toHaveLength(MOST_TIMES)
})

test('nothing is counted while the page cannot be seen', () => {
  const hidden = turnTo(turnTo(empty, 7, 0), undefined, 2000)
  const back = turnTo(turnTo(hidden, 7, 50_000), 7, 51_000)
  expect(back.spent).toEqual({ 7: 3000 })
})

test('time goes on from what a reload found', () => {
  expect(turnTo(turnTo({ spent: { 7: 20_000 } }, 7, 0), 8, 500).spent).toEqual({ 7: 20_500 })
})

test('a device that slept, or a clock that was set back, adds next to nothing', () => {
  expect(turnTo(turnTo(empty, 7, 0), 7, 8 * 3600_000).spent).toEqual({ 7: LONGEST_GAP })
  expect(turnTo(turnTo(empty, 7, 9000), 7, 0).spent).toEqual({ 7: 0 })
})

test('however the visits go, the questions together have the time that was watched', () => {
  const visit = fc.record({ qid: fc.option(fc.integer({ min: 1, max: 5 })), for: fc.nat(LONGEST_GAP) })
  fc.assert(
    fc.property(fc.array(visit), (visits) => {
      let now = 0
      let watch = empty
      for (const { qid, for: length } of visits) {
        watch = turnTo(watch, qid ?? undefined, now)
        now += length
      }
      watch = turnTo(watch, undefined, now)
      const watched = visits.reduce((sum, { qid, for: length }) => sum + (qid === null ? 0 : length), 0)
      expect(accountOf(watch.spent).reduce((sum, { ms }) => sum + ms, 0)).toBe(watched)
    }),
  )
})
