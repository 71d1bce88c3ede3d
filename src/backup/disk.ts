import { existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncToDisk } from '#lib/server/durable.ts'
import { LOST_AND_FOUND } from '#lib/server/private-data.ts'
import { codeOf, DataError } from './data-error.ts'

/** Operations that a folder which is a mount point answers otherwise than another one. */
export interface Disk {
  rename: (from: string, to: string) => Promise<void>
  /** Bytes that can still be written where a folder lies. */
  room: (folder: string) => Promise<number>
}

export const realDisk: Disk = {
  rename,
  room: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
}

/** How what a restore has under way is named, wherever it lies. */
export const underWay = '.restoring-'

/** What a folder holds, apart from what the file system and restores put there. A folder that is not there holds nothing. */
export async function contentOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name !== LOST_AND_FOUND && !name.startsWith(underWay))
}

/** Removes what a restore that was cut off has left in a folder. */
export async function sweep(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (name.startsWith(underWay)) await rm(path.join(folder, name), { recursive: true })
  }
}

/**
 * Moves what is in a folder into another, and not the folder itself, since a mount point cannot be moved. Between file
 * systems it is copied; nothing is removed before all copies are on the disk, so that it can be cut off anywhere and
 * done again.
 * @returns false when there is nothing to move
 * @throws DataError
 */
export async function moveContent(disk: Disk, from: string, to: string): Promise<boolean> {
  const names = await contentOf(from)
  if (names.length === 0) return false
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copied: string[] = []
  for (const name of names) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if (!(await moveOrCopy(disk, source, target))) copied.push(source)
  }
  await syncToDisk(to)
  if (copied.length > 0) await syncToDisk(path.dirname(to))
  for (const source of copied) await rm(source)
  return true
}

/** @throws DataError */
export async function move(disk: Disk, from: string, to: string): Promise<void> {
  await disk.rename(from, to).catch((error: unknown) => refuse(from, to, error))
}

/** @returns false when it had to be copied, and is still where it was */
async function moveOrCopy(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await disk.rename(from, to)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') return refuse(from, to, error)
  }
  // Half a copy never has the name of a whole one.
  const part = path.join(path.dirname(to), `${underWay}${path.basename(to)}`)
  try {
    await copyFile(from, part)
    await syncToDisk(part)
    await disk.rename(part, to)
    return false
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    return refuse(from, to, error)
  }
}

function refuse(from: string, to: string, error: unknown): never {
  throw new DataError(`${from} cannot be moved to ${to} (${codeOf(error)})`)
}

/** A folder whose content is replaced, and what comes. */
export interface Replacement {
  folder: string
  /** Lies in `home`. */
  coming: string
}

/**
 * Looks at folders whose content is to go to `home` and to be replaced by what is unpacked there, and changes nothing. One
 * on a file system of its own must take and give plain files, and there must be room for the copies.
 * @throws DataError that names the folder which cannot be replaced
 */
export async function refuseIrreplaceable(disk: Disk, home: string, replacements: Replacement[]): Promise<void> {
  let going = 0
  for (const { folder, coming } of replacements) {
    if (!(await isElsewhere(disk, folder, coming))) continue
    const there = await sizeOf(folder)
    going += there
    if ((await disk.room(folder)) + there < (await sizeOf(coming)))
      throw new DataError(`${folder} has no room for what the backup holds; nothing has been changed`)
    if ((await disk.room(home)) < going)
      throw new DataError(`${home} has no room for what is in ${folder}; nothing has been changed`)
  }
}

/** True for a folder that nothing can be renamed into from where the other lies. A bind mount looks the same but for that. */
async function isElsewhere(disk: Disk, folder: string, other: string): Promise<boolean> {
  const [probe, target] = [`${other}${underWay}probe`, path.join(folder, `${underWay}probe`)]
  try {
    await writeFile(probe, '')
    const elsewhere = await disk.rename(probe, target).then(
      () => false,
      (error: unknown) => {
        if (codeOf(error) === 'EXDEV') return true
        throw error
      },
    )
    if (elsewhere) await writeFile(target, '')
    return elsewhere
  } catch (error) {
    throw new DataError(`${folder} cannot be written (${codeOf(error)}); nothing has been changed`)
  } finally {
    for (const file of [probe, target]) await rm(file, { force: true }).catch(() => {})
  }
}

/** Bytes in the files of a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await contentOf(folder)) {
    const found = await lstat(path.join(folder, name))
    if (!found.isFile()) {
      throw new DataError(
        `${folder} is on a file system of its own and holds ${name}, which is no file: move it away; nothing has been changed`,
      )
    }
    bytes += found.size
  }
  return bytes
}
