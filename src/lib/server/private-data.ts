import { chmodSync, readdirSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOfFailure } from './durable.ts'

/** Permissions of the group and of all others. */
const OTHERS = 0o077

/** Folder of the file system at the top of a volume. Its owner is root. */
export const LOST_AND_FOUND = 'lost+found'

/** Makes every folder that this process creates 0700 and every file 0600, whatever the umask of the shell or service. */
export const writePrivately = (): void => void process.umask(OTHERS)

/** Makes a folder 0700 that exists and is empty, where its owner is this user. One with content is left to its owner. */
export function makeEmptyFolderPrivate(folder: string): void {
  if (readdirSync(folder).some((name) => name !== LOST_AND_FOUND)) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // A folder of another user, or a file system without permissions.
  }
}

export interface SharedNames {
  /** User id of the owner of the data. */
  owner: number
  /** Files and folders that other users of the machine may read, write or enter. */
  shared: string[]
  /** Files and folders of other users, such as `lost+found`: neither they nor what is below them is searched. */
  foreign: string[]
}

/**
 * Lists files and folders below a folder, and the folder itself, that other users of the machine may read, write or enter.
 * Leaves out folders that this user may not open and files that are removed during the search.
 * @param owner user id of the owner of the data; default: this user, or for root the owner of the folder
 * @returns paths relative to the folder, which is itself `.`
 */
export async function findShared(folder: string, owner?: number): Promise<SharedNames> {
  const uid = owner ?? (process.geteuid?.() || (await lstat(folder).catch(ignoreUnreadable))?.uid || 0)
  const found: SharedNames = { owner: uid, shared: [], foreign: [] }
  // Windows has no such permissions, and reports 0666.
  if (process.platform === 'win32') return found
  // Grows while it is read: each folder adds its names.
  const names = ['.']
  for (const name of names) {
    const file = path.join(folder, name)
    const state = await lstat(file).catch(ignoreUnreadable)
    if (!state || state.isSymbolicLink()) continue
    if (state.uid !== uid && name !== '.') {
      found.foreign.push(name)
      continue
    }
    if ((state.mode & OTHERS) !== 0) found.shared.push(name)
    if (!state.isDirectory()) continue
    for (const below of (await readdir(file).catch(ignoreUnreadable)) ?? []) names.push(path.join(name, below))
  }
  return found
}

function ignoreUnreadable(error: unknown): undefined {
  if (!['EACCES', 'EPERM', 'ENOENT'].includes(codeOfFailure(error))) throw error
}
