import { createHash } from 'node:crypto'
import type { AuditDetailsTable, AuditLogTable } from '#db/database.ts'

/**
 * The hashes of the log of staff. Each entry holds that of the one before, so that one that is changed, left out or put in
 * later shows; what may be personal stands beside it under a hash of its own, and can go without the chain being broken.
 */

type Details = Omit<AuditDetailsTable, 'log_id'>

export function hashOfDetails({ salt, reason, before, after }: Details): string {
  return sha256([salt, reason, before, after])
}

export function hashOfEntry(entry: Omit<AuditLogTable, 'hash'>): string {
  const { id, at, staff_id, who, address, call, request_id, action, subject, details_hash, previous_hash } = entry
  return sha256([id, at, staff_id, who, address, call, request_id, action, subject, details_hash, previous_hash])
}

function sha256(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** An entry as it is read to be checked. */
export interface ChainEntry {
  entry: AuditLogTable
  /** Null where they have gone. */
  details: Details | null
  /** Somebody it is about has an account: details may not be gone. */
  hasLearner: boolean
}

/** Problems that are told. */
const MOST_TOLD = 20

/** The end that the chain should have. */
export interface ChainHead {
  lastId: number
  hash: string
}

/**
 * Looks at a chain from its beginning.
 * @param entries in the order of their ids
 * @returns what is wrong with it, in words, the first of it where it is much; nothing of a whole one
 */
export async function checkChain(
  entries: AsyncIterable<ChainEntry> | Iterable<ChainEntry>,
  head: ChainHead | undefined,
): Promise<string[]> {
  const problems: string[] = []
  let previous: ChainHead = { lastId: 0, hash: '' }
  for await (const { entry, details, hasLearner } of entries) {
    const { id } = entry
    if (id !== previous.lastId + 1) problems.push(`Entry ${previous.lastId + 1} of the audit log is missing`)
    else if (entry.previous_hash !== previous.hash)
      problems.push(`Entry ${id} of the audit log does not follow ${id - 1}`)
    if (hashOfEntry(entry) !== entry.hash) problems.push(`Entry ${id} of the audit log was changed`)
    if (details ? hashOfDetails(details) !== entry.details_hash : hasLearner)
      problems.push(`The details of entry ${id} of the audit log were ${details ? 'changed' : 'removed'}`)
    if (problems.length >= MOST_TOLD) return problems
    previous = { lastId: id, hash: entry.hash }
  }
  if (!head) {
    // Without an entry there is none.
    if (previous.lastId > 0) problems.push('The end of the audit log is not known')
  } else if (head.lastId !== previous.lastId || head.hash !== previous.hash)
    problems.push(`The audit log ends with entry ${previous.lastId}, not ${head.lastId} as it should`)
  return problems
}
