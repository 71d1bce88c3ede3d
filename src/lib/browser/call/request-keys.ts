import { MINUTE } from '../../both/time/clock.ts'
import { randomName } from '../../both/random-name.ts'
import { hasFields, valueIn } from '../../both/told.ts'

/**
 * Names of requests that create something (`Idempotency-Key`). What is sent again because nobody knows how it ended has the
 * name that it had, after a reload too; what was answered and is sent once more is something new.
 */

const STORE = 'unanswered-requests'

/**
 * Shorter than the server remembers, and than it takes until somebody says the same again and means it: whoever saw that it
 * had arrived, though the answer was lost, went on and never sent it again.
 */
const KEPT = 15 * MINUTE

/** Nobody has more requests under way that they would send again. */
const MOST = 10

interface Unanswered {
  /** The call and all that it sends. */
  what: string
  key: string
  /** Milliseconds since 1970, by this device. */
  at: number
}

/** @param what tells one request from another, as `requestOf` */
export function requestKey(what: string): string {
  const others = read().filter(({ at }) => at > Date.now() - KEPT)
  const known = others.find((one) => one.what === what)
  if (known) return known.key
  const key = randomName(16)
  write([...others.slice(1 - MOST), { what, key, at: Date.now() }])
  return key
}

/** The request of that name was answered. */
export function requestAnswered(key: string): void {
  write(read().filter((one) => one.key !== key))
}

/** The call and all that it sends; files as their names, sizes and times tell them. */
export function requestOf(...said: unknown[]): string {
  return JSON.stringify(said, (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

// In the tab's own storage, as drafts are; where the browser refuses it, in memory.
let inMemory: Unanswered[] = []

function read(): Unanswered[] {
  try {
    const kept = valueIn(sessionStorage.getItem(STORE))
    return Array.isArray(kept) ? kept.filter(isUnanswered) : []
  } catch {
    return inMemory
  }
}

function write(requests: Unanswered[]): void {
  inMemory = requests
  try {
    if (requests.length === 0) sessionStorage.removeItem(STORE)
    else sessionStorage.setItem(STORE, JSON.stringify(requests))
  } catch {
    // Kept in memory.
  }
}

function isUnanswered(told: unknown): told is Unanswered {
  return hasFields(told) && typeof told.what === 'string' && typeof told.key === 'string' && typeof told.at === 'number'
}
