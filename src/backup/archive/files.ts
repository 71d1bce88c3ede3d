import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { storedName, type FileStore, type Place } from '#providers/files/file-store.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { contentOf, isContentOf } from '#providers/files/names.ts'
import { codeOf } from '../data-error.ts'

/** Files that are on their way at once: most of the time goes by waiting for the service. */
const AT_ONCE = 8

interface Found {
  place: Place
  name: string
  path: string
}

export interface CopiedFiles {
  files: number
  bytes: number
  /** Names that no store gives, and so no row has. */
  leftOut: string[]
  /** Files that are not as their names say here, and were not copied. */
  damaged: string[]
  /** Files that were not the same on the other side afterwards. */
  broken: string[]
}

/** How many files of the store lie in a data folder. */
export async function countFiles(dataDir: string): Promise<number> {
  return (await filesOf(dataDir)).filter(({ name }) => storedName.test(name)).length
}

/**
 * Copies the files of a data folder to another store, under the names that rows know. Each is read back and compared. What
 * is there already is compared only, so that doing it again goes on where it was cut off.
 */
export async function copyFiles(
  dataDir: string,
  target: FileStore,
  progress: (files: number, of: number) => void,
): Promise<CopiedFiles> {
  const found = await filesOf(dataDir)
  const stored = found.filter(({ name }) => storedName.test(name))
  const result: CopiedFiles = {
    files: 0,
    bytes: 0,
    leftOut: found.filter((file) => !stored.includes(file)).map(({ place, name }) => `${place}/${name}`),
    damaged: [],
    broken: [],
  }
  const waiting = stored.values()
  const work = async () => {
    for (const file of waiting) {
      const { place, name } = file
      if (!(await isContentOf(name, contentOf(file.path)))) {
        result.damaged.push(`${place}/${name}`)
        continue
      }
      await target.adopt(place, name, file.path)
      if (await isSame(target, file)) {
        // Asked for first: `+=` would add it to what the sum was before the others.
        const { size } = await stat(file.path)
        result.files += 1
        result.bytes += size
      } else result.broken.push(`${place}/${name}`)
      progress(result.files, stored.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return result
}

async function filesOf(dataDir: string): Promise<Found[]> {
  const found: Found[] = []
  for (const [place, folder] of Object.entries(storeFolders(dataDir)) as [Place, string][]) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    found.push(...names.map((name) => ({ place, name, path: path.join(folder, name) })))
  }
  return found
}

async function isSame(target: FileStore, { place, name, path: source }: Found): Promise<boolean> {
  const copy = await (place === 'media' ? target.openPublic(name) : target.openPrivate(name))
  const { size } = await stat(source)
  if (copy?.size !== size) return false
  const theirs = size > 0 ? copy.stream(0, size - 1) : []
  return (await hashOf(createReadStream(source))) === (await hashOf(theirs))
}

async function hashOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of bytes) hash.update(part)
  return hash.digest('hex')
}
