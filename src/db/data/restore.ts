import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeFolders } from '#providers/files/folder-store.ts'
import { lockDataFolder, unfinishedMark } from '../lock.ts'
import { syncFolder } from './backup.ts'
import { codeOf, DataError } from './data-error.ts'
import { DATABASE_NAME, type Manifest } from './manifest.ts'
import { unpackBackup } from './verify.ts'

const stores = Object.keys(storeFolders('.'))

/** What a server keeps in its data folder, the database last: without it there are no data. */
const kept = [...stores, `${DATABASE_NAME}-wal`, `${DATABASE_NAME}-shm`, DATABASE_NAME]

/** What may stand in a folder that counts as empty. */
const harmless = /^(server\.lock(-journal)?|lost\+found|replaced-.*|\.restoring-.*)$/

export interface RestoreResult {
  manifest: Manifest
  /** The folder that the data which were there have been moved to. */
  movedTo: string | undefined
}

/**
 * Puts a backup in place of what a data folder holds. Everything is unpacked beside it and checked first; then it is moved,
 * within the same folder, since that may be a mounted volume, which cannot be renamed. A server does not start on a restore
 * that was cut off between; doing it again finishes it.
 * @param force moves data that are there aside
 * @throws DataError, or StartError when a server is running
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { now, force }: { now: number; force: boolean },
): Promise<RestoreResult> {
  if (!existsSync(file)) throw new DataError(`${file} is not there`)
  const unlock = lockDataFolder(dataDir, 'command')
  try {
    const mark = unfinishedMark(dataDir)
    const present = await readdir(dataDir)
    if (!force && !existsSync(mark)) await refuseFull(dataDir, present)
    for (const name of present.filter((one) => one.startsWith('.restoring-'))) {
      await rm(path.join(dataDir, name), { recursive: true })
    }
    const unpacked = await mkdtemp(path.join(dataDir, '.restoring-'))
    try {
      const manifest = await unpackBackup(file, unpacked, 'everything')
      await writeFile(mark, `${path.resolve(file)}\n`, { flush: true })
      const movedTo = await moveAside(dataDir, now)
      for (const name of kept.filter((one) => existsSync(path.join(unpacked, one)))) {
        await move(path.join(unpacked, name), path.join(dataDir, name))
      }
      await syncFolder(dataDir)
      await checkPlaced(dataDir, manifest)
      await rm(mark)
      await syncFolder(dataDir)
      return { manifest, movedTo }
    } finally {
      await rm(unpacked, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

async function refuseFull(dataDir: string, present: string[]): Promise<void> {
  for (const name of present) {
    if (harmless.test(name)) continue
    if (stores.includes(name) && (await readdir(path.join(dataDir, name))).length === 0) continue
    throw new DataError(
      `DATA_DIR: ${path.resolve(dataDir)} is not empty (it has ${name}); --force moves the data aside`,
    )
  }
}

/** Nothing is deleted: whoever restored the wrong file wants the data back. */
async function moveAside(dataDir: string, now: number): Promise<string | undefined> {
  const aside = path.join(dataDir, `replaced-${new Date(now).toISOString().replace(/[:.]/g, '-')}`)
  let moved = false
  settle(path.join(dataDir, DATABASE_NAME))
  // The database goes first, so that it is never there without its files.
  for (const name of kept.toReversed()) {
    const source = path.join(dataDir, name)
    if (!existsSync(source) || (await isRemovedEmpty(source))) continue
    await mkdir(aside, { recursive: true, mode: 0o700 })
    await move(source, path.join(aside, name))
    moved = true
  }
  return moved ? aside : undefined
}

/** Takes what a server that was ended left beside its database into it, so that they cannot be parted. */
function settle(file: string): void {
  if (!existsSync(file)) return
  try {
    const database = new DatabaseSync(file)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
  } catch {
    // A damaged database is often why there is a restore: it is moved as it is.
  }
}

async function isRemovedEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  )
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw new DataError(`${from} cannot be moved to ${to} (${codeOf(error)})`)
  })
}

async function checkPlaced(dataDir: string, { entries }: Manifest): Promise<void> {
  for (const { name, size } of entries) {
    const found = await stat(path.join(dataDir, name)).catch(() => undefined)
    if (found?.size !== size) throw new DataError(`${path.join(dataDir, name)} is not as it was unpacked`)
  }
}
