import { MINUTE } from '../../both/time/clock.ts'
import { randomName } from '../../both/random-name.ts'

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

/**
 * Returns the key of a request: the one that it had, where it was not answered.
 * @param request tells one request from another, as `requestOf`
 */
export function requestKey(request: string): string {
  const hash = hashOf(request)
  const others = read().filter((entry) => Number.parseInt(entry, 10) > Date.now() - KEPT)
  const known = others.find((entry) => entry.endsWith(hash))
  if (known) return known.split(' ')[1]!
  const key = randomName(16)
  write([...others.slice(1 - MOST), `${Date.now()} ${key}${hash}`])
  return key
}

/**
 * Hashes what a request sends, which can be personal data: storage outlives a log-out. Tells a tab's few requests apart; the
 * server refuses a key that comes with another input.
 */
function hashOf(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x1000193)
  return ` ${hash} ${text.length}`
}

/** The request of that name was answered. */
export function requestAnswered(key: string): void {
  write(read().filter((entry) => !entry.includes(key)))
}

/** The call and all that it sends; files as their names, sizes and times tell them. */
export function requestOf(...said: unknown[]): string {
  return JSON.stringify(said, (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

// In the tab's own storage, as drafts are; where the browser refuses it, in memory. Each entry is a line: the time in
// milliseconds since 1970 by this device, the key and the hash, with spaces between them.
let inMemory = ''

function read(): string[] {
  try {
    return (sessionStorage.getItem(STORE) ?? '').split('\n')
  } catch {
    return inMemory.split('\n')
  }
}

function write(entries: string[]): void {
  inMemory = entries.join('\n')
  try {
    sessionStorage.setItem(STORE, inMemory)
  } catch {
    // Kept in memory.
  }
}
