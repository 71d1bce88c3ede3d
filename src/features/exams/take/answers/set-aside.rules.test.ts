import { describe, expect, test } from 'vitest'
import { act, received, resume, sending, type AttemptWork, type JournalEntry } from './attempt.rules.ts'
import { addLateBeside, asideList, entryInstead, resumeBeside, setAside, takeBeside } from './set-aside.rules.ts'

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

describe('when another becomes the writer', () => {
  const LONG_AGO = 600_000
  const receipt = (qid: number, seq: number, stale: boolean) => ({
    ...{ status: true, success: true, message: '', attempt_id: 1, qid, seq, stale },
    ...{ saved_at: LONG_AGO, server_time: LONG_AGO, deadline_at: 2 * LONG_AGO },
  })
  /** Sends a question's action and hears what became of it. */
  const heard = (work: AttemptWork, qid: number, seq: number, stale: boolean) =>
    received(sending(work, qid), qid, work.work[qid]!.seq, receipt(qid, seq, stale))

  test('an answer that a later one from elsewhere has outdated is not offered again', () => {
    const work = heard(resume([], [entry(1, 11, 3), entry(2, 22, 4)]), 1, 50, true)
    expect(work.work[1]?.delivery).toBe('outdated')
    expect(Object.keys(setAside(work).aside)).toEqual(['2'])
    expect(setAside(work).work).toEqual({})
  })

  test('what the server has confirmed stands as it was, and waits for nothing', () => {
    const work = heard(resume([], [entry(1, 11, 1)]), 1, 1, false)
    expect(setAside(work).work[1]).toEqual({ ...work.work[1], delivery: 'saved', inFlight: null })
    expect(setAside(work).aside).toEqual({})
  })

  test('what was set aside before and is not decided yet stays set aside', () => {
    const before = setAside(resume([], [entry(1, 11, 1)]))
    const work = act(before, { qid: 2, option: 22, marked: false, timeFrom: 0, timeTo: 0 })
    expect(asideList(setAside(work)).map(({ own }) => [own.qid, own.option])).toEqual([
      [1, 11],
      [2, 22],
    ])
  })
})

test('an answer that the server had confirmed to this device gives way to a later one without a question', () => {
  const work = resumeBeside([stored(1, 19, 2)], [entry(1, 11, 1, true)])
  expect(work.aside).toEqual({})
  expect(work.work[1]).toMatchObject({ option: 19, seq: 2, delivery: 'saved' })
  expect(work.reachable).toBe(true)
})

test('the same answer with another mark needs a decision', () => {
  const marked = { ...entry(1, 11, 5), marked: true }
  const work = takeBeside(setAside(resume([], [marked])), [stored(1, 11, 1)])
  expect(asideList(work)).toMatchObject([{ own: { option: 11, marked: true }, instead: { option: 11, marked: false } }])
})

test('of an answer that was dropped the journal keeps what the server has, or that it has none', () => {
  const own = { ...entry(1, 11, 5), timeFrom: 3, timeTo: 4 }
  const [instead] = Object.values(resume([{ ...stored(1, 19, 7), marked: true }], []).work)
  const kept = { qid: 1, replaces: 5, timeFrom: 3, timeTo: 4, saved: true }
  expect(entryInstead(own, instead)).toEqual({ ...kept, option: 19, marked: true, seq: 7 })
  expect(entryInstead(own, undefined)).toEqual({ ...kept, option: null, marked: false, seq: 5 })
})

describe('entries of a journal that could only be read late', () => {
  const beside = resumeBeside([], [entry(1, 11, 3), entry(2, 21, 3), entry(3, 31, 3)])

  test('take the place of earlier answers that are set aside, and of no later ones', () => {
    const late = addLateBeside(beside, [entry(1, 12, 2), entry(2, 22, 4), entry(4, 41, 1)])
    expect(asideList(late).map(({ own }) => [own.qid, own.option])).toEqual([
      [1, 11],
      [2, 22],
      [3, 31],
      [4, 41],
    ])
  })

  test('that the server had confirmed leave no earlier answer to decide about', () => {
    expect(Object.keys(addLateBeside(beside, [entry(3, 32, 5, true)]).aside)).toEqual(['1', '2'])
  })
})
