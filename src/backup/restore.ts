import { isoTime } from '#lib/both/time/clock.ts'
import { accessSync, constants, existsSync, lstatSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncToDisk } from '#lib/server/durable.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { unfinishedMark } from '#db/examine.ts'
import { lockDataFolder } from '#db/lock.ts'
import { codeOf, DataError } from './data-error.ts'
import {
  contentOf,
  move,
  moveContent,
  realDisk,
  refuseIrreplaceable,
  sweep,
  underWay,
  type Disk,
  type Replacement,
} from './disk.ts'
import { DATABASE_NAME, type Manifest } from './archive/manifest.ts'
import type { FileProblems } from './archive/named-files.ts'
import { unpackBackup } from './verify/verify.ts'

const stores = Object.keys(storeFolders('.'))

/** The database, and what may stand beside it. Without the first there are no data. */
const databaseFiles = [DATABASE_NAME, `${DATABASE_NAME}-shm`, `${DATABASE_NAME}-wal`]

/** What may stand in a folder that counts as empty. */
const harmless = /^(cache|server\.lock(-journal)?|lost\+found|replaced-.*|\.restoring-.*)$/

/** Files that the backup had not, or not whole, are named: they are not there for learners now. */
export interface RestoreResult extends FileProblems {
  manifest: Manifest
  /** The folder that the data which were there have been moved to. */
  movedTo: string | undefined
}

/**
 * Puts a backup in place of what a data folder holds. Everything is unpacked beside it and checked first; then it is moved,
 * within the same folder, since that may be a mounted volume, which cannot be renamed. So may be the folders of files: what
 * is in them is moved, and copied where they are on a file system of their own. A server does not start on a restore that
 * was cut off between; doing it again finishes it.
 * @param force moves data that are there aside
 * @throws DataError, or StartError when a server is running
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { now, force, disk = realDisk }: { now: number; force: boolean; disk?: Disk },
): Promise<RestoreResult> {
  refuseUnreadable(file)
  const unlock = lockDataFolder(dataDir, 'command')
  try {
    const mark = unfinishedMark(dataDir)
    if (!force && !existsSync(mark)) await refuseFull(dataDir)
    for (const folder of ['.', ...stores]) await sweep(path.join(dataDir, folder))
    const unpacked = await mkdtemp(path.join(dataDir, underWay))
    try {
      const { manifest, damaged, missing } = await unpackBackup(file, unpacked, 'everything')
      await refuseIrreplaceable(disk, path.resolve(dataDir), replacements(dataDir, unpacked))
      const movedTo = await moveAside(disk, dataDir, { now, mark, file })
      for (const name of stores) await moveContent(disk, path.join(unpacked, name), path.join(dataDir, name))
      await move(disk, path.join(unpacked, DATABASE_NAME), path.join(dataDir, DATABASE_NAME))
      await syncToDisk(dataDir)
      await checkPlaced(dataDir, manifest)
      await rm(mark)
      await syncToDisk(dataDir)
      return { manifest, movedTo, damaged, missing }
    } finally {
      await rm(unpacked, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

/** @throws DataError where there is no file, or the error of the system where it cannot be read */
function refuseUnreadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new DataError(`${file} is not there`) : error
  }
}

/** The folders of files that are there; a link that leads nowhere is, too. */
const replacements = (dataDir: string, unpacked: string): Replacement[] =>
  stores
    .map((name) => ({ folder: path.resolve(dataDir, name), coming: path.join(unpacked, name) }))
    .filter(({ folder }) => lstatSync(folder, { throwIfNoEntry: false }))

async function refuseFull(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (harmless.test(name)) continue
    if (stores.includes(name) && (await contentOf(path.join(dataDir, name))).length === 0) continue
    throw new DataError(
      `DATA_DIR: ${path.resolve(dataDir)} is not empty (it has ${name}); --force moves the data aside`,
    )
  }
}

/** Sets the mark and moves what is there aside. Nothing is deleted: whoever restored the wrong file wants the data back. */
async function moveAside(
  disk: Disk,
  dataDir: string,
  { now, mark, file }: { now: number; mark: string; file: string },
): Promise<string | undefined> {
  const aside = path.join(dataDir, `replaced-${isoTime(now).replace(/[:.]/g, '-')}`)
  settle(path.join(dataDir, DATABASE_NAME))
  const marked = existsSync(mark)
  await mkdir(aside, { mode: 0o700 })
  await writeFile(mark, `${path.resolve(file)}\n`, { flush: true })
  await syncToDisk(dataDir)
  try {
    // The database goes first, so that it is never there without its files.
    for (const name of databaseFiles.filter((one) => existsSync(path.join(dataDir, one)))) {
      await move(disk, path.join(dataDir, name), path.join(aside, name))
    }
    for (const name of stores) await moveContent(disk, path.join(dataDir, name), path.join(aside, name))
  } catch (error) {
    // As when the database itself is a mount point: nothing has been moved, and a server may start on what is there.
    if ((await isRemovedEmpty(aside)) && !marked) await rm(mark)
    throw error
  }
  await syncToDisk(aside)
  return (await isRemovedEmpty(aside)) ? undefined : aside
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

async function checkPlaced(dataDir: string, { entries }: Manifest): Promise<void> {
  for (const { name, size } of entries) {
    const found = await stat(path.join(dataDir, name)).catch(() => undefined)
    if (found?.size !== size) throw new DataError(`${path.join(dataDir, name)} is not as it was unpacked`)
  }
}
