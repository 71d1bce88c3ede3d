import { linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOfFailure, syncParent } from '#lib/server/durable.ts'

/**
 * Makes a data file that has its name only when it is a database: one of 0 bytes is never the beginning of a site, but what is
 * left of one. It is on the disk when this returns, with the folder that it is in. Another process may do the same at the
 * same time.
 */
export function createDataFile(file: string): void {
  const aside = `${file}.new-${process.pid}`
  try {
    const database = new DatabaseSync(aside)
    database.exec('pragma journal_mode = wal')
    database.close()
    linkSync(aside, file)
    for (const name of [file, path.dirname(file)]) syncParent(name)
  } catch (error) {
    const code = codeOfFailure(error)
    if (code === 'EEXIST') return
    // A file system without links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error
    renameSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}
