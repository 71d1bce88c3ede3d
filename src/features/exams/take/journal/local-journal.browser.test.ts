import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageOver } from '../../../../../tests/support/sitting/fake-storage.ts'
import type { JournalEntry } from '../answers/attempt.rules.ts'
import { putEntry } from './journal.rules.ts'
import { changeLocal, readLocal } from './local-journal.browser.ts'

const NOW = 1_800_000_000_000
/** Characters that the browser gives the site. */
let capacity = Infinity
let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  capacity = Infinity
  stored = new Map()
  const length = (without: string) =>
    [...stored].reduce((sum, [key, text]) => sum + (key === without ? 0 : text.length), 0)
  vi.stubGlobal(
    'localStorage',
    storageOver(stored, (key, text) => length(key) + text.length > capacity),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const entry = (qid: number, saved: boolean): JournalEntry => ({
  qid,
  option: qid * 10,
  marked: false,
  seq: qid,
  timeFrom: NOW,
  timeTo: NOW,
  saved,
})

/** Characters of a journal of about so many entries. */
const ENTRIES_OF_300_000 = 3000

const entriesFrom = (first: number, count: number, saved: boolean) =>
  Array.from({ length: count }, (_, index) => entry(first + index, saved))

/** Writes a journal of an attempt, a minute after the one before. */
function writeJournal(user: number, attempt: number, entries: JournalEntry[]): boolean {
  vi.advanceTimersByTime(60_000)
  return changeLocal(user, attempt, (journal) => Object.assign(journal, { entries }))
}

const answer = (user: number, attempt: number, qid: number) =>
  changeLocal(user, attempt, (journal) => putEntry(journal, entry(qid, false)))

const questionsOf = (user: number, attempt: number) => readLocal(user, attempt).entries.map(({ qid }) => qid)

describe('a journal of more than 300,000 characters', () => {
  test('keeps the unsaved answers and drops those that the server has', () => {
    const entries = [...entriesFrom(1, ENTRIES_OF_300_000, true), ...entriesFrom(5001, 3, false)]
    expect(writeJournal(5, 70, entries)).toBe(true)
    expect(questionsOf(5, 70)).toEqual([5001, 5002, 5003])
  })

  test('is refused when all its answers are unsaved; the journal of before stays', () => {
    expect(writeJournal(5, 70, entriesFrom(1, 2, false))).toBe(true)
    expect(writeJournal(5, 70, entriesFrom(1, ENTRIES_OF_300_000, false))).toBe(false)
    expect(questionsOf(5, 70)).toEqual([1, 2])
  })
})

describe('when the journals of all attempts have no room beside another', () => {
  const FULL = 2300
  /** Ten journals; the ones named have an unsaved answer. */
  const fill = (unsaved: (attempt: number) => boolean) => {
    const written = []
    for (let attempt = 1; attempt <= 10; attempt++)
      written.push(writeJournal(4, attempt, [...entriesFrom(1, FULL, true), entry(9999, !unsaved(attempt))]))
    return written
  }
  const attempts = () => [...stored.keys()].map((key) => Number(key.split(' ')[2]))

  test('the oldest without unsaved answers are dropped', () => {
    fill((attempt) => attempt === 2)
    expect(attempts()).toContain(2)
    expect(attempts()).not.toContain(1)
    expect(attempts()).toContain(10)
    expect([...stored.values()].join('').length).toBeLessThanOrEqual(2_400_000)
    expect(answer(5, 70, 1)).toBe(true)
  })

  test('no unsaved answer is dropped, of this learner or another, and the new answer is refused', () => {
    fill(() => true)
    const before = new Map(stored)
    expect(before.size).toBeGreaterThan(5)
    expect(writeJournal(5, 70, entriesFrom(1, FULL, false))).toBe(false)
    expect(stored).toEqual(before)
  })

  test('a journal with a wish to submit is not dropped', () => {
    changeLocal(4, 1, (journal) => (journal.wish = NOW))
    fill(() => false)
    expect(readLocal(4, 1).wish).toBe(NOW)
  })
})

test('small journals of many learners on one phone stay', () => {
  for (let user = 1; user <= 40; user++) expect(answer(user, user, 1)).toBe(true)
  expect(stored.size).toBe(40)
})

describe('when the browser has no more room in the middle of an exam', () => {
  test('journals of other attempts without unsaved answers give way', () => {
    writeJournal(4, 1, entriesFrom(1, 100, true))
    writeJournal(4, 2, [entry(1, false)])
    capacity = [...stored.values()].join('').length
    expect(answer(5, 70, 1)).toBe(true)
    expect([...stored.keys()]).toEqual(['padavu-journal 4 2', 'padavu-journal 5 70'])
  })

  test('answers that the server has give way to the unsaved one', () => {
    writeJournal(5, 70, entriesFrom(1, 100, true))
    stored.set('user', 'x'.repeat(1000))
    capacity = [...stored.values()].join('').length
    expect(answer(5, 70, 200)).toBe(true)
    expect(questionsOf(5, 70)).toEqual([200])
  })

  test('an answer for which there is no room is refused, and no unsaved one is lost', () => {
    writeJournal(5, 70, [entry(1, false)])
    capacity = [...stored.values()].join('').length
    expect(answer(5, 70, 2)).toBe(false)
    expect(questionsOf(5, 70)).toEqual([1])
  })
})

test.each([
  '',
  'null',
  '[]',
  '{',
  '{"entries":5,"place":{"visited":1},"times":[],"wish":"x"}',
  '{"entries":[null,{"qid":"1"}]}',
])('an item that holds %s is read as an empty journal, and replaced by the next answer', (text) => {
  stored.set('padavu-journal 5 70', text)
  expect(readLocal(5, 70)).toMatchObject({ entries: [], wish: 0 })
  expect(answer(5, 70, 1)).toBe(true)
  expect(questionsOf(5, 70)).toEqual([1])
})
