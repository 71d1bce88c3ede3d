import type { JournalEntry } from '../answers/attempt.rules.ts'
import type { Spent } from '../times/question-times.rules.ts'

/** Position of the candidate in the paper. */
export interface Place {
  visited: number[]
  /** The question on the screen. */
  qid: number
}

/** An attempt as one journal of this device holds it. */
export interface Journal {
  entries: JournalEntry[]
  place?: Place | undefined
  /**
   * When the candidate asked to submit, milliseconds since 1970 by the device's clock; negative when the wish ended then; 0
   * without a wish.
   */
  wish: number
  /** How long each question was on the screen of each tab, by the tab's name. */
  times: Record<string, Spent>
  /** The second journal has something that the database did not take. */
  alone?: boolean
}

export const emptyJournal = (): Journal => ({ entries: [], wish: 0, times: {} })

/** Puts an entry in the place of the one of its question. */
export function putEntry(journal: Journal, entry: JournalEntry): void {
  journal.entries = [...journal.entries.filter(({ qid }) => qid !== entry.qid), entry]
}

/** Highest number of the actions that an entry makes obsolete, itself included. */
const rankOf = ({ seq, replaces = 0 }: JournalEntry) => Math.max(seq, replaces)

/** Merges two journals of an attempt. Of a question the entry with the higher rank counts, of equal ranks a saved one. */
export function mergeJournals(one: Journal, other: Journal): Journal {
  const entries = new Map(one.entries.map((entry) => [entry.qid, entry]))
  for (const entry of other.entries) {
    const known = entries.get(entry.qid)
    const later = known ? rankOf(entry) - rankOf(known) : 1
    if (later > 0 || (later === 0 && entry.saved)) entries.set(entry.qid, entry)
  }
  const times = { ...one.times }
  for (const [tab, spent] of Object.entries(other.times)) times[tab] = longest(times[tab] ?? {}, spent)
  const place = one.place ?? other.place
  return {
    entries: [...entries.values()],
    place: place && { ...place, visited: [...(one.place?.visited ?? []), ...(other.place?.visited ?? [])] },
    wish: Math.abs(other.wish) > Math.abs(one.wish) ? other.wish : one.wish,
    times,
  }
}

/** A tab's times only grow. */
function longest(one: Spent, other: Spent): Spent {
  const spent: Record<number, number> = { ...one }
  for (const [qid, ms] of Object.entries(other)) spent[Number(qid)] = Math.max(spent[Number(qid)] ?? 0, ms)
  return spent
}
