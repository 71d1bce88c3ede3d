import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureWritable } from './open.ts'
import { StartError } from './start-error.ts'

/** Stands in a data folder while a backup is put in place there: half of the data may be the old ones. */
export function unfinishedMark(dataDir: string): string {
  return path.join(dataDir, 'restore-unfinished')
}

/** @throws StartError when a restore was cut off in a data folder */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(unfinishedMark(dataDir))) return
  throw new StartError(
    `DATA_DIR: a restore into ${path.resolve(dataDir)} was cut off; do it again: npm run data -- restore FILE`,
  )
}

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
  const lock = new DatabaseSync(path.join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch {
    lock.close()
    const folder = path.resolve(dataDir)
    throw new StartError(
      holder === 'server'
        ? `DATA_DIR: another server is running on ${folder}`
        : `DATA_DIR: a server is running on ${folder}; stop it first`,
    )
  }
  return () => lock.close()
}
