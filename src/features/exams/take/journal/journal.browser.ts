import { JOURNAL } from '#lib/browser/device/device-data.ts'
import { deviceStore } from '#lib/browser/device/device-store.ts'
import type { JournalEntry } from '../answers/attempt.rules.ts'
import { emptyJournal, mergeJournals, putEntry, type Journal, type Place } from './journal.rules.ts'
import { changeLocal, readLocal } from './local-journal.browser.ts'
import type { Spent } from '../times/question-times.rules.ts'

/**
 * The journal of exam answers on this device (design decision 7), in a database of its own that outlives the log-in and
 * the clearing of local storage. Its keys are [learner, attempt, question], its values the latest action on the question;
 * further keys hold the place, the wish to submit and the times. Every change is also written to a second journal
 * (local-journal.browser.ts); reading merges the two.
 */

type Key = [user: number, attempt: number, of: number | 'place' | 'wish' | `times ${string}`]

export interface JournalOfAttempt extends Omit<Journal, 'wish'> {
  /** The candidate has asked to submit, and the server does not have it yet. */
  wish: boolean
  /** The database could not be read: the rest is the second journal alone, and answers may be missing. */
  unread: boolean
}

export const journalStore = deviceStore<Key>(JOURNAL, 'actions')

export const journalKey = (user: number, attempt: number, of: Key[2]): Key => [user, attempt, of]

/** Milliseconds that a change waits for the database once the second journal has it. */
const DATABASE_LEAD = 250

/**
 * Writes a change to both journals.
 * @param change of the second journal
 * @param database the same of the database
 * @returns false when neither takes it
 */
async function write(
  user: number,
  attempt: number,
  change: (journal: Journal) => void,
  database: () => Promise<boolean>,
): Promise<boolean> {
  // The log-in has ended: whose journal it would be is not known.
  if (user === 0) return false
  const local = changeLocal(user, attempt, change)
  const written = database()
  if (!local) return written
  void written.then((takes) => takes || changeLocal(user, attempt, (journal) => (journal.alone = true)))
  return Promise.race([
    written.then(() => true),
    new Promise<true>((resolve) => setTimeout(() => resolve(true), DATABASE_LEAD)),
  ])
}

/** Writes an action. @returns false when this browser cannot keep it */
export function writeEntry(user: number, attempt: number, entry: JournalEntry): Promise<boolean> {
  return write(
    user,
    attempt,
    (journal) => putEntry(journal, entry),
    () => journalStore.set(journalKey(user, attempt, entry.qid), entry),
  )
}

/** Remembers the place, so that a reload goes on there. */
export function writePlace(user: number, attempt: number, place: Place): Promise<boolean> {
  return write(
    user,
    attempt,
    (journal) => (journal.place = place),
    () => journalStore.set(journalKey(user, attempt, 'place'), place),
  )
}

const TIMES = 'times '

/** Keeps how long each question was on the screen of a tab. */
export function writeTimes(user: number, attempt: number, tab: string, spent: Spent): Promise<boolean> {
  return write(
    user,
    attempt,
    (journal) => (journal.times[tab] = spent),
    () => journalStore.set(journalKey(user, attempt, `${TIMES}${tab}`), spent),
  )
}

/** The server has them, and the tab is gone or the attempt over. */
export function dropTimes(user: number, attempt: number, tab: string): Promise<boolean> {
  return write(
    user,
    attempt,
    (journal) => delete journal.times[tab],
    () => journalStore.remove([journalKey(user, attempt, `${TIMES}${tab}`)]),
  )
}

/** Keeps the wish to submit, like an answer, until the server has it. @returns false when this browser cannot keep it */
export function writeWish(user: number, attempt: number): Promise<boolean> {
  return changeWish(user, attempt, 1)
}

/** The wish has come true, or was taken back. A wish in a database that hangs is older than this, so it no longer counts. */
export function dropWish(user: number, attempt: number): Promise<boolean> {
  return changeWish(user, attempt, -1)
}

/** The change is later than the one before also on a device whose clock was set back. */
function changeWish(user: number, attempt: number, sign: 1 | -1): Promise<boolean> {
  const wish = sign * Math.max(Date.now(), Math.abs(readLocal(user, attempt).wish) + 1)
  const of = journalKey(user, attempt, 'wish')
  return write(
    user,
    attempt,
    (journal) => (journal.wish = wish),
    () => (wish > 0 ? journalStore.set(of, wish) : journalStore.remove([of])),
  )
}

/** Reads what this device holds of an attempt. */
export async function readJournal(user: number, attempt: number): Promise<JournalOfAttempt> {
  const found = await readDatabase(user, [attempt])
  const local = readLocal(user, attempt)
  const journal = mergeJournals(local, found?.get(attempt) ?? emptyJournal())
  if (found && local.alone) void writeMissed(user, attempt, journal)
  return { ...journal, wish: journal.wish > 0, unread: !found }
}

/** Writes a journal to the database, which has missed a change; a log-out may then drop the second journal. */
async function writeMissed(user: number, attempt: number, { entries, times, wish }: Journal): Promise<void> {
  const key = (of: Key[2]) => journalKey(user, attempt, of)
  const taken = await Promise.all([
    ...entries.map((entry) => journalStore.set(key(entry.qid), entry)),
    ...Object.entries(times).map(([tab, spent]) => journalStore.set(key(`${TIMES}${tab}`), spent)),
    wish > 0 ? journalStore.set(key('wish'), wish) : journalStore.remove([key('wish')]),
  ])
  if (taken.every(Boolean)) changeLocal(user, attempt, (journal) => (journal.alone = false))
}

/** Journals of the named attempts in the database; undefined when it could not be read. */
export async function readDatabase(
  user: number,
  attempts: readonly number[],
): Promise<Map<number, Journal> | undefined> {
  const all = await journalStore.entries()
  if (!all) return undefined
  const journals = new Map<number, Journal>()
  for (const [[owner, attempt, of], value] of all) {
    if (owner !== user || !attempts.includes(attempt)) continue
    const journal = journals.get(attempt) ?? emptyJournal()
    journals.set(attempt, journal)
    if (of === 'place') journal.place = value as Place
    // Releases before kept `true`.
    else if (of === 'wish') journal.wish = Number(value)
    else if (typeof of === 'string') journal.times[of.slice(TIMES.length)] = value as Spent
    else journal.entries.push(value as JournalEntry)
  }
  return journals
}
