import { chmodSync, readdirSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Permissions of the group and of all others. */
const OTHERS = 0o077

/** Makes every folder that this process creates 0700 and every file 0600, whatever the umask of the shell or service. */
export const writePrivately = (): void => void process.umask(OTHERS)

/** Makes a folder 0700 that exists and is empty, where its owner is this user. One with content is left to its owner. */
export function makeEmptyFolderPrivate(folder: string): void {
  if (readdirSync(folder).length > 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // A folder of another user, or a file system without permissions.
  }
}

/**
 * Lists what other users of the machine may read, write or enter: a folder and all that is below it.
 * @returns paths relative to the folder, which is itself `.`
 */
export async function findShared(folder: string): Promise<string[]> {
  // Windows has no such permissions, and reports 0666.
  if (process.platform === 'win32') return []
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const shared = await Promise.all(names.map(async (name) => ((await isShared(path.join(folder, name))) ? [name] : [])))
  return shared.flat()
}

/** A file may be removed while the folder is read. */
async function isShared(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  return found !== undefined && !found.isSymbolicLink() && (found.mode & OTHERS) !== 0
}
