import type { JournalEntry } from '../answers/attempt.rules.ts'
import { journalKey, journalStore, readDatabase } from './journal.browser.ts'
import { emptyJournal, mergeJournals, type Journal } from './journal.rules.ts'
import { changeLocal, readLocal } from './local-journal.browser.ts'
import type { Spent } from '../times/question-times.rules.ts'

/** Journals of attempts that are over. A running exam does without this file. */

/**
 * Reads the journals of the named attempts.
 * @returns undefined when the database could not be read
 */
async function readJournals(user: number, attempts: readonly number[]): Promise<[number, Journal][] | undefined> {
  const found = await readDatabase(user, attempts)
  return (
    found &&
    attempts.map((attempt) => [attempt, mergeJournals(readLocal(user, attempt), found.get(attempt) ?? emptyJournal())])
  )
}

/** Actions of the named attempts whose receipt this device does not have; undefined when they could not be read. */
export async function unsentOf(
  user: number,
  attempts: readonly number[],
): Promise<{ attempt: number; entry: JournalEntry }[] | undefined> {
  const journals = await readJournals(user, attempts)
  return journals?.flatMap(([attempt, { entries }]) =>
    entries.filter(({ saved }) => !saved).map((entry) => ({ attempt, entry })),
  )
}

/** Times in the named attempts that the server may not have. */
export async function untoldTimes(
  user: number,
  attempts: readonly number[],
): Promise<{ attempt: number; tab: string; spent: Spent }[]> {
  const journals = (await readJournals(user, attempts)) ?? []
  return journals.flatMap(([attempt, { times }]) =>
    Object.entries(times).map(([tab, spent]) => ({ attempt, tab, spent })),
  )
}

/**
 * Drops the journal of attempts whose result is known, but for the times, which stay until they are told. While the
 * database cannot be read nothing is dropped: of two journals one would be left, and could be the older.
 * @param all also what never reached the server, which the candidate has seen
 */
export async function forgetAttempts(user: number, attempts: readonly number[], all: boolean): Promise<void> {
  for (const [attempt, { entries: known, place, wish }] of (await readJournals(user, attempts)) ?? []) {
    if (known.length === 0 && !place && wish === 0) continue
    const left = all ? [] : known.filter(({ saved }) => !saved)
    const gone = known.filter((entry) => !left.includes(entry)).map(({ qid }) => journalKey(user, attempt, qid))
    gone.push(journalKey(user, attempt, 'place'), journalKey(user, attempt, 'wish'))
    if (!(await journalStore.remove(gone))) return
    changeLocal(user, attempt, (journal) => Object.assign(journal, { entries: left, place: undefined, wish: 0 }))
  }
}
