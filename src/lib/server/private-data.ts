import { chmodSync, readdirSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOfFailure } from './durable.ts'

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
 * Lists what other users of the machine may read, write or enter: a folder and all that is below it. Folders that this user
 * may not open, such as `lost+found`, are not searched, and names that are removed meanwhile are left out.
 * @returns paths relative to the folder, which is itself `.`
 */
export async function findShared(folder: string): Promise<string[]> {
  // Windows has no such permissions, and reports 0666.
  if (process.platform === 'win32') return []
  const shared: string[] = []
  // Grows while it is read: each folder adds its names.
  const names = ['.']
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await lstat(file).catch(ignoreUnreadable)
    if (!found || found.isSymbolicLink()) continue
    if ((found.mode & OTHERS) !== 0) shared.push(name)
    if (!found.isDirectory()) continue
    for (const below of (await readdir(file).catch(ignoreUnreadable)) ?? []) names.push(path.join(name, below))
  }
  return shared
}

function ignoreUnreadable(error: unknown): undefined {
  if (!['EACCES', 'EPERM', 'ENOENT'].includes(codeOfFailure(error))) throw error
}
