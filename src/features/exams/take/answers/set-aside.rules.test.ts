import { expect, test } from 'vitest'
import { act, resume, type JournalEntry } from './attempt.rules.ts'
import { asideList, resumeBeside, setAside, takeBeside } from './set-aside.rules.ts'

const entry = (qid: number, option: number | null, seq: number, saved = false): JournalEntry => ({
  qid,
  option,
  marked: false,
  seq,
  timeFrom: 0,
  timeTo: 0,
  saved,
})
const stored = (qid: number, option: number | null, seq: number) => ({
  qid,
  answer_option_id: option,
  marked: false,
  seq,
})

test('only what the server does not have is set aside, and what it has stands in its place', () => {
  const responses = [stored(1, 11, 1), stored(2, 29, 2)]
  // The other device counted to the same number, and beyond.
  const work = resumeBeside(responses, [entry(1, 11, 1, true), entry(2, 22, 2), entry(3, 33, 3)])
  expect(asideList(work).map(({ own, instead }) => [own.qid, own.option, instead?.option])).toEqual([
    [2, 22, 29],
    [3, 33, undefined],
  ])
  expect(work.work[2]).toMatchObject({ option: 29, delivery: 'saved' })
})

test('what was given the same elsewhere needs no decision, nor an answer cleared that is not there', () => {
  const work = setAside(resume([], [entry(1, 11, 5), entry(2, null, 6)]))
  expect(takeBeside(work, [stored(1, 11, 1)]).aside).toEqual({})
})

test('a later answer given here ends the question', () => {
  const work = setAside(resume([], [entry(1, 11, 5)]))
  const after = act(work, { qid: 1, option: 12, marked: false, timeFrom: 0, timeTo: 0 })
  expect(after.aside).toEqual({})
  expect(after.work[1]).toMatchObject({ option: 12, seq: 6 })
})

test('without the server, what it had confirmed counts as saved; with it, what it does not have is sent again', () => {
  const journal = [entry(1, 11, 1, true), entry(2, 22, 2)]
  const deliveries = (asked: boolean) => Object.values(resume([], journal, asked).work).map(({ delivery }) => delivery)
  expect(deliveries(false)).toEqual(['saved', 'waiting'])
  expect(deliveries(true)).toEqual(['waiting', 'waiting'])
  expect(resume([], journal, false).reachable).toBe(false)
})
