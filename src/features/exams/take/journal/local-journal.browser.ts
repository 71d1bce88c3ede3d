import { fieldsIn, hasFields } from '#lib/both/told.ts'
import { LOCAL_JOURNAL } from '#lib/browser/device/storage.ts'
import type { JournalEntry } from '../answers/attempt.rules.ts'
import { emptyJournal, type Journal, type Place } from './journal.rules.ts'

/**
 * The second journal of exam answers, in local storage: it is written at once, also while a page leaves, and can be read
 * where the database hangs. One item an attempt, named `padavu-journal LEARNER ATTEMPT`.
 */

/** Characters of one attempt, and attempts: together less than half of the 5 million characters that browsers give a site. */
const MAX_LENGTH = 300_000
const MAX_ATTEMPTS = 8

interface Stored extends Journal {
  /** When it was last written, milliseconds since 1970 by the device's clock. */
  at: number
}

const keyOf = (user: number, attempt: number) => `${LOCAL_JOURNAL}${user} ${attempt}`

/** The second journal of an attempt; an empty one where there is none. */
export function readLocal(user: number, attempt: number): Journal {
  try {
    return read(keyOf(user, attempt))
  } catch {
    return emptyJournal()
  }
}

/** Changes the second journal of an attempt; one that is empty then is removed. @returns false when local storage is refused or full */
export function changeLocal(user: number, attempt: number, change: (journal: Journal) => void): boolean {
  // The log-in has ended: whose journal it would be is not known.
  if (user === 0) return false
  const key = keyOf(user, attempt)
  try {
    const journal = read(key)
    change(journal)
    if (isEmpty(journal)) {
      localStorage.removeItem(key)
      return true
    }
    makeRoom(key)
    return write(key, { ...journal, at: Date.now() })
  } catch {
    return false
  }
}

const journalKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(LOCAL_JOURNAL))

const isEmpty = ({ entries, place, wish, times }: Journal) =>
  entries.length + Object.keys(times).length === 0 && !place && wish === 0

const isUnsaved = ({ saved }: { saved: boolean }) => !saved

/** Another version of these pages, or anybody at the device, may have written it. */
function read(key: string): Stored {
  const { entries, place, wish, times, alone, at } = fieldsIn(localStorage.getItem(key))
  return {
    entries: Array.isArray(entries) ? entries.filter(isEntry) : [],
    place: hasFields(place) && Array.isArray(place.visited) ? (place as unknown as Place) : undefined,
    wish: Number(wish) || 0,
    times: hasFields(times) ? (times as Journal['times']) : {},
    alone: alone === true,
    at: Number(at) || 0,
  }
}

const isEntry = (told: unknown): told is JournalEntry =>
  hasFields(told) && Number.isFinite(told.qid) && Number.isFinite(told.seq)

function write(key: string, journal: Stored): boolean {
  let text = JSON.stringify(journal)
  // The server has the others.
  if (text.length > MAX_LENGTH) text = JSON.stringify({ ...journal, entries: journal.entries.filter(isUnsaved) })
  if (text.length > MAX_LENGTH) return false
  localStorage.setItem(key, text)
  return true
}

/** Drops journals of other attempts while there are too many: first those without unsaved answers, then the oldest. */
function makeRoom(key: string): void {
  const others = journalKeys().filter((other) => other !== key)
  if (others.length < MAX_ATTEMPTS) return
  const rank = (other: string) => {
    const { at, entries } = read(other)
    return at + (entries.some(isUnsaved) ? 1e15 : 0)
  }
  others.sort((one, other) => rank(one) - rank(other))
  for (const other of others.slice(0, others.length - MAX_ATTEMPTS + 1)) localStorage.removeItem(other)
}
