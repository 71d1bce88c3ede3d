import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database, Db, Engine } from '../database.ts'
import { onceGathered } from './gather.ts'

/**
 * Runs a write; what it returned is on the disk when the promise resolves. A write of several statements says so: they are
 * stored all or none.
 */
export type GroupCommit = <T>(write: (db: Db) => Promise<T>, statements?: 'one' | 'several') => Promise<T>

type AsCaller = <T>(write: (db: Db) => Promise<T>) => (db: Db) => Promise<T>

interface Job {
  write: (db: Db) => Promise<unknown>
  several: boolean
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Writes in one transaction at most, so that no caller waits long for the others. */
const MOST = 256

/**
 * Lets many small writes share a transaction on SQLite, where each transaction waits for the disk: at the start of an
 * exam hundreds of answers arrive within the time of one such wait. A write that fails is undone alone and rejects only
 * its own promise; a commit that fails rejects all. PostgreSQL groups commits by itself.
 * @param asCaller lets a write that runs later, among others', still be known as the caller's
 */
export function groupCommit(db: Kysely<Database>, engine: Engine, asCaller: AsCaller = (write) => write): GroupCommit {
  if (engine === 'postgres') {
    return (write, statements) => (statements === 'several' ? db.transaction().execute(write) : write(db))
  }
  const waiting: Job[] = []
  let running = false

  const run = async () => {
    while (waiting.length > 0) await commit(db, waiting.splice(0, MOST))
    running = false
  }
  return (write, statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ write: asCaller(write), several: statements === 'several', resolve, reject })
      if (running) return
      running = true
      onceGathered(waiting, MOST, () => void run())
    })
}

async function commit(db: Kysely<Database>, jobs: Job[]): Promise<void> {
  try {
    const settle = await db.transaction().execute(async (tx) => {
      const outcomes: (() => void)[] = []
      for (const { write, several, resolve, reject } of jobs) {
        try {
          const value = (await (several ? allOrNone(tx, write) : write(tx))) as never
          outcomes.push(() => resolve(value))
        } catch (error) {
          outcomes.push(() => reject(error))
        }
      }
      return outcomes
    })
    for (const outcome of settle) outcome()
  } catch (error) {
    for (const { reject } of jobs) reject(error)
  }
}

/** SQLite undoes a statement that fails by itself; what came before it in the same write is undone here. */
async function allOrNone(tx: Transaction<Database>, write: Job['write']): Promise<unknown> {
  await sql`savepoint several`.execute(tx)
  try {
    return await write(tx)
  } catch (error) {
    await sql`rollback to several`.execute(tx)
    throw error
  } finally {
    await sql`release several`.execute(tx)
  }
}
