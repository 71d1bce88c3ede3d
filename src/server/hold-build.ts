import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import { SECOND } from '#lib/both/time/clock.ts'

/** Named in scripts/builds.mjs, too, which asks for the lock before it removes a build. */
const LOCK = '.in-use'

/** Time for which a build that is being made may have the lock. */
const PATIENCE = 5 * SECOND

/** Never closed: the lock ends with the process. */
let lock: DatabaseSync | undefined

/**
 * Keeps later builds from removing this one while the process runs. The lock is SQLite's own for readers: it needs no right
 * to write, other processes can have it at the same time, and the system drops it with the process, also after kill -9. A
 * server whose build cannot be locked runs all the same.
 * @param folder of the build
 */
export function holdBuild(folder: string, log: Logger): void {
  const file = path.join(folder, LOCK)
  if (!existsSync(file)) return
  try {
    lock = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE })
    lock.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    log.warn({ err: error, file }, 'the build is not locked: later builds may remove it')
  }
}
