import { describe, expect, test } from 'vitest'
import {
  act,
  countStates,
  entriesOfPaper,
  insist,
  questionState,
  received,
  resume,
  saveState,
  sending,
  staysHere,
  takeServers,
  toSend,
  undelivered,
  unsaved,
  visit,
  written,
  type AttemptWork,
  type JournalEntry,
} from './attempt.rules.ts'
import type { ExamQuestion } from '../attempt.contract.ts'
import type { Receipt } from '../take.contract.ts'

const NOW = 1_000_000

function did(work: AttemptWork, qid: number, option: number | null, marked = false, timeTo = NOW): AttemptWork {
  return act(work, { qid, option, marked, timeFrom: NOW - 5000, timeTo })
}

/** Does, and lets the journal have it. */
function kept(work: AttemptWork, qid: number, option: number | null, timeTo = NOW): AttemptWork {
  const next = did(work, qid, option, false, timeTo)
  return written(next, qid, next.lastSeq)
}

function receipt(qid: number, seq: number, more: Partial<Receipt> = {}): Receipt {
  return {
    status: true,
    success: true,
    message: 'Saved',
    attempt_id: 1,
    qid,
    seq,
    stale: false,
    saved_at: NOW,
    server_time: NOW + 100,
    deadline_at: NOW + 60_000,
    ...more,
  }
}

function entry(qid: number, option: number | null, seq: number): JournalEntry {
  return { qid, option, marked: false, seq, timeFrom: 0, timeTo: 0, saved: false }
}

const fresh = resume([], [])

describe('resuming', () => {
  const saved = { qid: 1, answer_option_id: 11, marked: false, seq: 4 }

  test('the journal wins where it is later, and is sent', () => {
    const work = resume([saved], [entry(1, 12, 5)])
    expect(work.work[1]).toMatchObject({ option: 12, delivery: 'waiting' })
    expect(toSend(work).map(({ qid }) => qid)).toEqual([1])
  })

  test('the server wins where it is as late or later, and nothing is sent', () => {
    for (const seq of [3, 4]) {
      const work = resume([saved], [entry(1, 12, seq)])
      expect(work.work[1]).toMatchObject({ option: 11, seq: 4, delivery: 'saved' })
      expect(toSend(work)).toEqual([])
    }
  })

  test('an answer that only the journal has is sent', () => {
    expect(toSend(resume([], [entry(7, 70, 1)])).map(({ qid }) => qid)).toEqual([7])
  })

  test('actions count on from the highest number of server and journal', () => {
    const work = did(resume([{ ...saved, seq: 9 }], [entry(2, 20, 12)]), 3, 30)
    expect(work.work[3]?.seq).toBe(13)
  })

  test('questions with saved work count as visited', () => {
    expect(questionState(resume([{ ...saved, answer_option_id: null }], []), 1)).toBe('not_answered')
  })

  test('entries of other papers, or with options that the question does not have, are left alone', () => {
    const option = (id: number) => ({ id, answer_option: '' })
    const paper: ExamQuestion[] = [
      { qid: 1, section: 0, question: { question_content: '', answer_option: [11, 12].map(option) } },
    ]
    const entries = [entry(1, 11, 1), entry(1, 99, 2), entry(1, null, 3), entry(2, 11, 4)]
    expect(entriesOfPaper(entries, paper).map(({ seq }) => seq)).toEqual([1, 3])
  })
})

describe('sending', () => {
  test('nothing is sent before the journal has it', () => {
    const work = did(fresh, 1, 11)
    expect(toSend(work)).toEqual([])
    expect(toSend(written(work, 1, 1))).toHaveLength(1)
  })

  test('one request a question at a time; a newer action waits and replaces what was queued', () => {
    let work = sending(kept(fresh, 1, 11), 1)
    work = kept(work, 1, 12)
    work = kept(work, 1, 13)
    expect(toSend(work)).toEqual([])
    work = received(work, 1, 1, receipt(1, 1))
    expect(toSend(work).map(({ option, seq }) => [option, seq])).toEqual([[13, 3]])
  })

  test('a receipt of an older action does not make the newer one saved', () => {
    const work = received(kept(sending(kept(fresh, 1, 11), 1), 1, 12), 1, 1, receipt(1, 1))
    expect(unsaved(work)).toHaveLength(1)
  })

  test('what the journal has come to hold of an earlier action says nothing of the newer one', () => {
    const work = did(kept(fresh, 1, 11), 1, 12)
    expect(written(work, 1, 1)).toBe(work)
    expect(toSend(work)).toEqual([])
    expect(written(work, 9, 1)).toBe(work)
    const sent = sending(kept(fresh, 1, 11), 1)
    expect(written(sent, 1, 1)).toBe(sent)
  })

  test('no more than four are on their way at once, nor one more while the server is away', () => {
    let work = fresh
    for (const qid of [1, 2, 3, 4, 5, 6]) work = kept(work, qid, qid)
    for (const qid of [1, 2, 3]) work = sending(work, qid)
    expect(toSend(work).map(({ qid }) => qid)).toEqual([4])
    work = sending(work, 4)
    expect(toSend(work)).toEqual([])
    work = undelivered(work, 1, 1, 'kept')
    expect(toSend(work, true)).toEqual([])
  })

  test('an answer from the server that it has failed shows that it is there', () => {
    const away = undelivered(sending(kept(fresh, 1, 11), 1), 1, 1, 'kept')
    expect(away.reachable).toBe(false)
    const back = undelivered(sending(kept(away, 2, 22), 2), 2, 2, 'refused')
    expect(back.reachable).toBe(true)
    expect(toSend(back).map(({ qid }) => qid)).toEqual([1])
  })

  test('what is known of a question that is not there changes nothing', () => {
    expect(received(fresh, 9, 1, receipt(9, 1))).toBe(fresh)
    expect(undelivered(fresh, 9, 1, 'kept')).toBe(fresh)
    expect(sending(fresh, 9)).toBe(fresh)
    expect(insist(fresh, 9)).toBe(fresh)
  })

  test('insisting sends again what did not arrive, and leaves alone what is on its way or there', () => {
    const waiting = kept(fresh, 1, 11)
    const sent = sending(waiting, 1)
    const saved = received(sent, 1, 1, receipt(1, 1))
    const writing = did(fresh, 1, 11)
    for (const work of [writing, waiting, sent, saved]) expect(insist(work, 1)).toBe(work)
    for (const delivery of ['kept', 'failed'] as const)
      expect(insist(undelivered(sent, 1, 1, delivery), 1).work[1]?.delivery).toBe('waiting')
  })

  test('the oldest actions go first, four at once', () => {
    let work = fresh
    for (const qid of [5, 3, 8, 1, 2, 9]) work = kept(work, qid, qid * 10)
    expect(toSend(work).map(({ qid }) => qid)).toEqual([5, 3, 8, 1])
  })

  test('while the server is away a single request finds out whether it is back; then all go', () => {
    let work = fresh
    for (const qid of [1, 2, 3]) work = undelivered(sending(kept(work, qid, qid), qid), qid, qid, 'kept')
    expect(toSend(work)).toEqual([])
    expect(toSend(work, true).map(({ qid }) => qid)).toEqual([1])
    work = received(sending(work, 1), 1, 1, receipt(1, 1))
    expect(toSend(work).map(({ qid }) => qid)).toEqual([2, 3])
  })

  test('a refused answer is sent again only when the candidate insists', () => {
    const work = undelivered(sending(kept(fresh, 1, 11), 1), 1, 1, 'refused')
    expect(toSend(work, true)).toEqual([])
    expect(toSend(insist(work, 1))).toHaveLength(1)
  })

  test('a failed answer is sent again when its time has come, not at once', () => {
    const work = undelivered(sending(kept(fresh, 1, 11), 1), 1, 1, 'failed')
    expect(toSend(work)).toEqual([])
    expect(toSend(work, true)).toHaveLength(1)
  })

  test('a newer action is not touched by the failure of an older one', () => {
    const work = undelivered(kept(sending(kept(fresh, 1, 11), 1), 1, 12), 1, 1, 'refused')
    expect(work.work[1]).toMatchObject({ option: 12, delivery: 'waiting', inFlight: null })
  })
})

describe('an answer from another device', () => {
  const stored = { qid: 1, answer_option_id: 12, marked: false, seq: 4 }

  test("the candidate's last word is given a higher number and sent again", () => {
    const work = received(sending(kept(fresh, 1, 11), 1), 1, 1, receipt(1, 6, { stale: true }))
    expect(work.work[1]).toMatchObject({ option: 11, seq: 7, delivery: 'writing' })
    expect(work.lastSeq).toBe(7)
  })

  test('an old action gives way, and the server is asked for what it holds', () => {
    const work = received(sending(kept(fresh, 1, 11, NOW - 600_000), 1), 1, 1, receipt(1, 6, { stale: true }))
    expect(work.work[1]?.delivery).toBe('outdated')
    const taken = takeServers(work, [{ qid: 1, answer_option_id: 14, marked: true, seq: 6 }])
    expect(taken.work[1]).toMatchObject({ option: 14, marked: true, delivery: 'saved' })
  })

  test('an action is the last word for twenty seconds', () => {
    const after = (ms: number) =>
      received(sending(kept(fresh, 1, 11), 1), 1, 1, receipt(1, 6, { stale: true, server_time: NOW + ms }))
    expect(after(20_000).work[1]?.delivery).toBe('writing')
    expect(after(20_001).work[1]?.delivery).toBe('outdated')
  })

  test('a stale receipt of an earlier action does not concern one that counts higher, and concerns one that counts the same', () => {
    const twice = kept(sending(kept(fresh, 1, 11), 1), 1, 12)
    expect(received(twice, 1, 1, receipt(1, 1, { stale: true })).work[1]).toMatchObject({ seq: 2, delivery: 'waiting' })
    const same = received(sending(kept(fresh, 1, 11), 1), 1, 1, receipt(1, 1, { stale: true }))
    expect(same.work[1]).toMatchObject({ option: 11, seq: 2, delivery: 'writing' })
  })

  test('taking over what the server holds keeps the times and the request under way, and changes nothing before', () => {
    const sent = sending(kept(visit(fresh, 5), 1, 11), 1)
    const taken = takeServers(sent, [
      { qid: 1, answer_option_id: 14, marked: false, seq: 6 },
      { ...stored, qid: 2 },
    ])
    expect(taken.work[1]).toMatchObject({ timeFrom: NOW - 5000, timeTo: NOW, inFlight: 1 })
    expect(taken.work[2]).toMatchObject({ timeFrom: 0, timeTo: 0, inFlight: null })
    expect(taken.visited).toEqual({ 1: true, 2: true, 5: true })
    expect(sent.visited).toEqual({ 1: true, 5: true })
  })

  test('taking over what the server holds leaves later actions of this device', () => {
    const work = takeServers(kept(kept(fresh, 1, 11), 1, 12), [{ qid: 1, answer_option_id: 11, marked: false, seq: 1 }])
    expect(work.work[1]).toMatchObject({ option: 12, delivery: 'waiting' })
  })
})

describe('the palette', () => {
  test('knows the five states', () => {
    let work = visit(fresh, 2)
    work = did(work, 3, 30)
    work = did(work, 4, null, true)
    work = did(work, 5, 50, true)
    expect([1, 2, 3, 4, 5].map((qid) => questionState(work, qid))).toEqual([
      'not_visited',
      'not_answered',
      'answered',
      'marked',
      'answered_marked',
    ])
    expect(
      countStates(
        work,
        [1, 2, 3, 4, 5, 6].map((qid) => ({ qid })),
      ),
    ).toEqual({ answered: 1, not_answered: 1, not_visited: 2, marked: 1, answered_marked: 1 })
  })

  test('a cleared answer is not answered', () => {
    expect(questionState(did(did(fresh, 1, 11), 1, null), 1)).toBe('not_answered')
  })
})

describe('what the header says', () => {
  test('saving while a request is under way, saved after its receipt', () => {
    const work = sending(kept(fresh, 1, 11), 1)
    expect(saveState(work, true)).toEqual({ state: 'saving', count: 1 })
    expect(saveState(received(work, 1, 1, receipt(1, 1)), true)).toEqual({ state: 'saved', count: 0 })
  })

  test('how many are on this device while the server is away, and offline when none is', () => {
    let work = undelivered(sending(kept(fresh, 1, 11), 1), 1, 1, 'kept')
    work = kept(work, 2, 22)
    expect(saveState(work, true)).toEqual({ state: 'on_device', count: 2 })
    expect(saveState(fresh, false)).toEqual({ state: 'offline', count: 0 })
  })

  test('an answer stays on this device while the server is away, and not while it is only on its way', () => {
    const waiting = kept(fresh, 1, 11)
    const works = [did(fresh, 1, 11), waiting, sending(waiting, 1), received(waiting, 1, 1, receipt(1, 1))]
    const stay = (reachable: boolean) => works.map(({ work }) => staysHere({ reachable }, work[1]!))
    expect(stay(true)).toEqual([false, false, false, false])
    expect(stay(false)).toEqual([false, true, true, false])
  })

  test('nothing is said to be on this device before the journal has it', () => {
    const away = undelivered(sending(kept(fresh, 1, 11), 1), 1, 1, 'kept')
    const writing = did(away, 2, 22)
    expect(saveState(writing, false)).toEqual({ state: 'saving', count: 1 })
    expect(saveState(written(writing, 2, 2), false)).toEqual({ state: 'on_device', count: 2 })
  })
})
