import { createStore, del, delMany, entries, set } from 'idb-keyval'
import { JOURNAL } from '#lib/browser/device/device-data.ts'
import type { JournalEntry } from './attempt.rules.ts'
import type { Spent } from '../times/question-times.rules.ts'
import { kept } from '#lib/browser/device/device-store.ts'

/**
 * The journal of exam answers on this device (design decision 7), in a database of its own that outlives the log-in and
 * the clearing of local storage. Its keys are [learner, attempt, question], its values the latest action on the question;
 * beside them stands what else the device knows of the attempt.
 */

type Key = [user: number, attempt: number, of: number | 'place' | 'wish' | `times ${string}`]

/** Where the candidate is in the paper. */
export interface Place {
  visited: number[]
  /** The question on the screen. */
  qid: number
}

export interface JournalOfAttempt {
  entries: JournalEntry[]
  place: Place | undefined
  /** The candidate has asked to submit, and the server does not have it yet. */
  wish: boolean
  /** How long each question was on the screen of each tab, by the tab's name. */
  times: Record<string, Spent>
}

const store = createStore(JOURNAL, 'actions')

/** Writes an action. @returns false when this browser cannot keep it */
export function writeEntry(user: number, attempt: number, entry: JournalEntry): Promise<boolean> {
  return kept(() => set(key(user, attempt, entry.qid), entry, store))
}

/** Remembers the place, so that a reload goes on there. */
export function writePlace(user: number, attempt: number, place: Place): Promise<boolean> {
  return kept(() => set(key(user, attempt, 'place'), place, store))
}

const TIMES = 'times '
const isTimes = (of: Key[2]) => typeof of === 'string' && of.startsWith(TIMES)

/** Keeps how long each question was on the screen of a tab. */
export function writeTimes(user: number, attempt: number, tab: string, spent: Spent): Promise<boolean> {
  return kept(() => set(key(user, attempt, `${TIMES}${tab}`), spent, store))
}

/** The server has them, and the tab is gone or the attempt over. */
export function dropTimes(user: number, attempt: number, tab: string): Promise<boolean> {
  return kept(() => del(key(user, attempt, `${TIMES}${tab}`), store))
}

/** Keeps the wish to submit, like an answer, until the server has it. @returns false when this browser cannot keep it */
export function writeWish(user: number, attempt: number): Promise<boolean> {
  return kept(() => set(key(user, attempt, 'wish'), true, store))
}

/** The wish has come true, or was taken back. */
export function dropWish(user: number, attempt: number): Promise<boolean> {
  return kept(() => del(key(user, attempt, 'wish'), store))
}

/** What this device holds of an attempt; nothing where it cannot be read. */
export async function readJournal(user: number, attempt: number): Promise<JournalOfAttempt> {
  const found: JournalOfAttempt = { entries: [], place: undefined, wish: false, times: {} }
  for (const [[, , of], value] of await own(user, (id) => id === attempt)) {
    if (of === 'place') found.place = value as Place
    else if (of === 'wish') found.wish = true
    else if (typeof of === 'string') found.times[of.slice(TIMES.length)] = value as Spent
    else found.entries.push(value as JournalEntry)
  }
  return found
}

/** Actions of the named attempts whose receipt this device does not have. */
export async function unsentOf(
  user: number,
  attempts: readonly number[],
): Promise<{ attempt: number; entry: JournalEntry }[]> {
  const found = await own(user, (id) => attempts.includes(id))
  return found.flatMap(([[, attempt, of], value]) => {
    const entry = value as JournalEntry
    return typeof of !== 'number' || entry.saved ? [] : [{ attempt, entry }]
  })
}

/** Times in the named attempts that the server may not have. */
export async function untoldTimes(
  user: number,
  attempts: readonly number[],
): Promise<{ attempt: number; tab: string; spent: Spent }[]> {
  const found = await own(user, (id) => attempts.includes(id))
  return found.flatMap(([[, attempt, of], value]) =>
    isTimes(of) ? [{ attempt, tab: String(of).slice(TIMES.length), spent: value as Spent }] : [],
  )
}

/**
 * Drops the journal of attempts whose result is known, but for the times, which stay until they are told.
 * @param all also what never reached the server, which the candidate has seen
 */
export async function forgetAttempts(user: number, attempts: readonly number[], all: boolean): Promise<void> {
  const found = await own(user, (id) => attempts.includes(id))
  const isKnown = (of: Key[2], value: unknown) => all || typeof of !== 'number' || (value as JournalEntry).saved
  const gone = found.filter(([[, , of], value]) => !isTimes(of) && isKnown(of, value))
  if (gone.length === 0) return
  await kept(() =>
    delMany(
      gone.map(([found]) => found),
      store,
    ),
  )
}

async function own(user: number, wanted: (attempt: number) => boolean): Promise<[Key, unknown][]> {
  let all: [Key, unknown][] = []
  await kept(async () => {
    all = await entries<Key, unknown>(store)
  })
  return all.filter(([[of, attempt]]) => of === user && wanted(attempt))
}

const key = (user: number, attempt: number, of: Key[2]): Key => [user, attempt, of]
