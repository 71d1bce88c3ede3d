import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { ImportLease } from '#core/content/import-lease.ts'
import type { Database } from '#db/database.ts'

export type Tx = Transaction<Database>

export type ShortTransaction = <Result>(write: (tx: Tx) => Promise<Result>) => Promise<Result>

/**
 * An import reads without a transaction, writes rows and texts that nothing shows yet in short transactions, and collects
 * all other writes for one last transaction (docs/decisions/0103-imports-in-short-transactions.md).
 */
export interface ImportRun {
  id: string
  db: Kysely<Database>
  /** Runs a short transaction now. A trial run writes nothing ahead and gives new rows negative ids instead. */
  ahead: ShortTransaction
  /** Adds a write to the last transaction, which runs these in the order in which they were added. */
  last: (write: (tx: Tx) => Promise<unknown>) => void
  /** The same for a write that may refuse the import: a trial run runs it and rolls it back. */
  check: (write: (tx: Tx) => Promise<unknown>) => void
  /** Undefined in a real run. */
  trialId: (() => number) | undefined
}

/** Rows of a short transaction at most. */
export const MAX_ROWS = 200

/** Options of a short transaction at most. */
export const MAX_OPTIONS = 800

/** Milliseconds of work after which an import lets other programs write. */
const WORK = 20

/** Milliseconds that it lets them: SQLite looks at a lock at intervals of up to 25 ms during the first 100 ms of a wait. */
const PAUSE = 30

/** Returns a function that runs short transactions, which renew the lease of the import, with pauses between them. */
export function shortTransactions(db: Kysely<Database>, lease: ImportLease): ShortTransaction {
  let worked = 0
  return async (write) => {
    const started = performance.now()
    const result = await db.transaction().execute(async (tx) => {
      await lease.renew(tx)
      return write(tx)
    })
    worked += performance.now() - started
    if (worked >= WORK) {
      worked = 0
      await wait(PAUSE)
    }
    return result
  }
}

/**
 * Starts a run of an import.
 * @param dry a trial: only checks run
 * @returns the run, and its writes of the last transaction
 */
export function startRun(
  db: Kysely<Database>,
  ahead: ShortTransaction,
  dry: boolean,
): { run: ImportRun; writes: ((tx: Tx) => Promise<unknown>)[] } {
  const writes: ((tx: Tx) => Promise<unknown>)[] = []
  const add = (write: (tx: Tx) => Promise<unknown>) => void writes.push(write)
  let trial = 0
  const run: ImportRun = {
    id: randomUUID(),
    db,
    ahead: dry ? () => Promise.resolve(undefined as never) : ahead,
    last: dry ? () => {} : add,
    check: add,
    trialId: dry ? () => (trial -= 1) : undefined,
  }
  return { run, writes }
}
