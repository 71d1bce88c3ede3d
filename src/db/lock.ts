import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refuseUnfinished } from './examine.ts'
import { ensureWritable } from './open.ts'
import { fileProblem, StartError } from './start-error.ts'

/** SQLite's word for a file that another program has locked. */
const BUSY = 5

/**
 * Keeps a second server off the same data folder. The lock is SQLite's own on a file of its own: the operating system
 * drops it with the process, so nothing is left behind by kill -9.
 * @param holder a command that works on the data alone says so
 * @returns a function that releases the lock
 * @throws StartError when a server holds it
 */
export function lockDataFolder(dataDir: string, holder: 'server' | 'command' = 'server'): () => void {
  ensureWritable(dataDir)
  if (holder === 'server') refuseUnfinished(dataDir)
  const file = path.resolve(dataDir, 'server.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock?.close()
    const folder = path.resolve(dataDir)
    if ((error as { errcode?: number }).errcode !== BUSY) {
      const problem = fileProblem(error)
      throw new StartError(
        `DATA_DIR: ${file} cannot be locked: ${problem ? `${problem.reason}. ${problem.advice}` : String(error)}`,
      )
    }
    throw new StartError(
      holder === 'server'
        ? `DATA_DIR: another server is running on ${folder}`
        : `DATA_DIR: a server is running on ${folder}; stop it first`,
    )
  }
  return () => lock?.close()
}
