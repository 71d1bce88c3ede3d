import { fieldsIn, hasFields } from '#lib/both/told.ts'
import { LOCAL_JOURNAL } from '#lib/browser/device/storage.ts'
import type { JournalEntry } from '../answers/attempt.rules.ts'
import { emptyJournal, type Journal, type Place } from './journal.rules.ts'

/**
 * The second journal of exam answers, in local storage: it is written at once, also while a page leaves, and can be read
 * where the database hangs. One item an attempt, named `padavu-journal LEARNER ATTEMPT`.
 */

/** Characters of one attempt and of all: less than half of the 5 million characters that browsers give a site. */
const MAX_LENGTH = 300_000
const MAX_TOTAL = 2_400_000

interface Stored extends Journal {
  /** When it was last written, milliseconds since 1970 by the device's clock. */
  at: number
  /** It has an unsaved answer, a wish to submit, or a change that the database did not take (lib/browser/device/storage.ts). */
  unsent?: boolean | undefined
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
  const key = keyOf(user, attempt)
  try {
    const journal = read(key)
    change(journal)
    if (isEmpty(journal)) {
      localStorage.removeItem(key)
      return true
    }
    return write(key, { ...journal, at: Date.now(), unsent: journal.alone || isUnsent(journal) })
  } catch {
    return false
  }
}

const journalKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(LOCAL_JOURNAL))

const isEmpty = ({ entries, place, wish, times }: Journal) =>
  entries.length + Object.keys(times).length === 0 && !place && wish === 0

const isUnsaved = ({ saved }: { saved: boolean }) => !saved

const isUnsent = ({ entries, wish }: Journal) => wish > 0 || entries.some(isUnsaved)

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

/** Without room for all of it the answers stay that the server may not have. */
function write(key: string, journal: Stored): boolean {
  return [journal.entries, journal.entries.filter(isUnsaved)].some((entries) => {
    const text = JSON.stringify({ ...journal, entries })
    return text.length <= MAX_LENGTH && store(key, text)
  })
}

/** Stores an item. Without room, journals of other attempts are dropped, the oldest first, but none with an unsaved answer or a wish to submit. */
function store(key: string, text: string): boolean {
  let left = journalKeys().filter((other) => other !== key)
  let spare: string[] | undefined
  for (;;) {
    try {
      if (left.reduce((sum, other) => sum + localStorage.getItem(other)!.length, text.length) <= MAX_TOTAL) {
        localStorage.setItem(key, text)
        return true
      }
    } catch {
      // Something else fills the storage.
    }
    spare ??= left
      .map((other) => ({ other, ...read(other) }))
      .filter((journal) => !isUnsent(journal))
      .sort((one, two) => one.at - two.at)
      .map(({ other }) => other)
    const oldest = spare.shift()
    if (!oldest) return false
    localStorage.removeItem(oldest)
    left = left.filter((other) => other !== oldest)
  }
}
