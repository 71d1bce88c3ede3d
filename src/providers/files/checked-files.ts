import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'
import { contentOf, isContentOf } from './names.ts'

/** Bytes up to which an answer always waits for the check: a few hundredths of a second. */
const SMALL = 64 * 1024 * 1024

/** How long an answer waits for the check of a larger file; longer, and it is sent while nobody may keep it. */
const PATIENCE = 3 * SECOND

/** Files that are remembered. */
const MOST = 20_000

/** What is found out once of a file as it is now. */
interface Known {
  /** Changes with whatever may have changed the content. */
  version: string
  verdict: Promise<boolean>
  isGood: boolean | undefined
}

interface CheckedFile {
  /** Bytes. */
  size: number
  /** Undefined while it is a large one that is still being read. */
  isGood: boolean | undefined
}

export interface CheckedFiles {
  /** Looks at a file that somebody asks for; undefined when it is not there. */
  look: (file: string, name: string) => Promise<CheckedFile | undefined>
  /** The same, however long it takes. */
  isGood: (file: string, name: string) => Promise<boolean>
}

/**
 * Compares files with their names: each is read once in the life of a process, as long as size, times and inode stay what
 * they were. Large ones are read one after the other.
 */
export function checkedFiles(patience = PATIENCE): CheckedFiles {
  const known = new Map<string, Known>()
  let largeOnes: Promise<unknown> = Promise.resolve()

  const read = (file: string, name: string, size: number): Promise<boolean> => {
    if (size <= SMALL) return isSame(file, name)
    const verdict = largeOnes.then(() => isSame(file, name))
    largeOnes = verdict.catch(() => {})
    return verdict
  }

  const find = async (file: string, name: string): Promise<{ size: number; found: Known } | undefined> => {
    const now = await stat(file).catch(() => undefined)
    if (!now?.isFile()) return undefined
    const { size } = now
    const version = [size, now.mtimeMs, now.ctimeMs, now.ino].join(' ')
    let found = known.get(file)
    known.delete(file)
    if (found?.version !== version) found = begin(read(file, name, size), version)
    // The last of the map is the one that was asked for last.
    known.set(file, found)
    if (known.size > MOST) known.delete(known.keys().next().value!)
    return { size, found }
  }

  return {
    look: async (file, name) => {
      const there = await find(file, name)
      if (!there) return undefined
      const { size, found } = there
      if (found.isGood === undefined) {
        await (size <= SMALL
          ? found.verdict
          : Promise.race([found.verdict, pause(patience, undefined, { ref: false })]))
      }
      return { size, isGood: found.isGood }
    },
    isGood: async (file, name) => (await find(file, name))?.found.verdict ?? false,
  }
}

function begin(verdict: Promise<boolean>, version: string): Known {
  const known: Known = { version, verdict, isGood: undefined }
  verdict.then(
    (isGood) => (known.isGood = isGood),
    // What could not be found out is tried again.
    () => (known.version = ''),
  )
  return known
}

/** A disk that cannot give a file back has lost it. */
async function isSame(file: string, name: string): Promise<boolean> {
  try {
    return await isContentOf(name, contentOf(file))
  } catch (error) {
    if ((error as { code?: string }).code === 'EIO') return false
    throw error
  }
}
