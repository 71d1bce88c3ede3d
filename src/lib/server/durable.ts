import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * The calls whose order decides what a power cut leaves. Until it is synced a file may come back empty, and a name that was
 * given, moved or removed in a folder may be as it was before.
 */
export interface Disk {
  /** Makes a folder and those above it. @returns whether any of them is new */
  makeFolder: (folder: string) => Promise<boolean>
  /** Writes a file that is not there yet. */
  write: (file: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>
  /** Waits until a file's content, or the names in a folder, are on the disk. */
  sync: (name: string) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  /** Removes a file, if it is there. */
  remove: (file: string) => Promise<void>
}

export const realDisk: Disk = {
  makeFolder: async (folder) => makeMissing(path.resolve(folder)).length > 0,
  write: async (file, content) => {
    const handle = await open(file, 'wx')
    try {
      for await (const bytes of content) await handle.writeFile(bytes)
    } finally {
      await handle.close()
    }
  },
  sync: syncToDisk,
  rename,
  remove: (file) => rm(file, { force: true }),
}

/** Waits until a file or a folder is on the disk. A new name in a folder is when the folder is. */
export async function syncToDisk(name: string): Promise<void> {
  const handle = await open(name)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a file system says that cannot sync folders, or a folder that this user may not open. */
const unasked = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EROFS']

/** The code of a failed call of the operating system: `ENOENT`; '' where there is none. */
export function codeOfFailure(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

/** Syncs a folder, where that can be asked for; an error of the disk itself is thrown. */
export async function syncFolder(disk: Disk, folder: string): Promise<void> {
  await disk.sync(folder).catch((error: unknown) => {
    if (!unasked.includes(codeOfFailure(error))) throw error
  })
}

/** Makes a folder and those above it; a new one is still there after a power cut. */
export function makeFolderSync(folder: string): void {
  for (const made of makeMissing(path.resolve(folder)).reverse()) syncParent(made)
}

/**
 * Makes a folder and those above it. Node's recursive mkdir never returns below a folder that exists and answers ENOENT, as
 * /proc does.
 * @param folder an absolute path
 * @returns the new folders, the highest first
 */
function makeMissing(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const parent = path.dirname(folder)
  const above = existsSync(parent) || parent === folder ? [] : makeMissing(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOfFailure(error) === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return above
    throw error
  }
  return [...above, folder]
}

/** Waits until a name is on the disk, where that can be asked for. */
export function syncParent(name: string): void {
  let handle: number | undefined
  try {
    handle = openSync(path.dirname(path.resolve(name)), 'r')
    fsyncSync(handle)
  } catch (error) {
    if (!unasked.includes(codeOfFailure(error))) throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
