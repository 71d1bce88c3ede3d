import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { imageMetadata } from 'astro/assets/utils'
import type { FileStore } from '#providers/files/file-store.ts'
import { allEndings, BEGINNING, kindOf, type FileUse } from '#providers/files/uses.ts'
import type { MediaAddress } from '#lib/server/markdown/markdown.ts'
import { unreadableReason } from '../read/unreadable.ts'
import { svgProblems } from './svg.ts'

/** Files that are stored at once: most of the time goes by waiting for the disk or the service. */
const AT_ONCE = 8

/** A file that is stored where only signed addresses lead. */
interface PrivateFile {
  /** Stands in the content until the file is stored. */
  placeholder: string
  use: FileUse
  source: string
  extension: string
}

interface MediaFile extends MediaAddress {
  bytes: Uint8Array
  extension: string
}

/**
 * The media files a pack refers to. Until they are stored they stand in the content under a placeholder address, since
 * nothing is stored before the whole pack has been found good.
 */
export class PackMedia {
  readonly #folder: string
  readonly #found = new Map<string, MediaFile | string>()
  readonly #private = new Map<string, PrivateFile | string>()

  constructor(folder: string) {
    this.#folder = realpathSync(folder)
  }

  /** Reads and checks a file once; a string says what is wrong with it. */
  async read(file: string): Promise<MediaFile | string> {
    let found = this.#found.get(file)
    if (found === undefined) {
      found = await this.#open(file)
      this.#found.set(file, found)
    }
    return found
  }

  /** Takes in a file that is made of what the pack holds. @returns what stands for its address until it is stored */
  add(name: string, bytes: Uint8Array, extension: string): string {
    const address = `/media/in-pack-${printOf(extension, bytes)}`
    this.#found.set(name, { address, kind: 'picture', bytes, extension })
    return address
  }

  /** A file that `read` has seen. */
  resolve = (file: string): MediaAddress | string => this.#found.get(file) ?? nameProblem(file) ?? `${file} is missing`

  /**
   * Checks a file that is for entitled learners alone; a string says what is wrong with it. Only its beginning is read:
   * a lecture may be larger than the memory.
   */
  async readPrivate(file: string): Promise<PrivateFile | string> {
    let found = this.#private.get(file)
    if (found === undefined) {
      found = await this.#openPrivate(file)
      this.#private.set(file, found)
    }
    return found
  }

  /** True for a file that stands in a text or on a page that everyone sees. */
  isPublic(file: string): boolean {
    return typeof this.#found.get(file) === 'object'
  }

  /** Stores every good file and returns a function that puts the real addresses and names into a text. */
  async store(files: Pick<FileStore, 'put' | 'putPrivate'>): Promise<(text: string) => string> {
    const addresses = new Map<string, string>()
    const waiting = [...this.#found.values(), ...this.#private.values()].values()
    const work = async () => {
      for (const file of waiting) {
        if (typeof file === 'string') continue
        if ('bytes' in file) addresses.set(file.address, await files.put(file.bytes, file.extension))
        else addresses.set(file.placeholder, await files.putPrivate(file.source, file.extension))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return (text) =>
      text.replace(/(\/media\/|private:)in-pack-[0-9a-f]+/g, (placeholder) => addresses.get(placeholder) ?? placeholder)
  }

  async #openPrivate(file: string): Promise<PrivateFile | string> {
    const located = this.#locate(file)
    if (typeof located === 'string') return located
    const { kind, real } = located
    if (kind.use === 'picture') {
      const picture = await this.#open(file)
      if (typeof picture === 'string') return picture
    }
    return {
      placeholder: `private:in-pack-${this.#private.size + 1}`,
      use: kind.use,
      source: real,
      extension: kind.stored,
    }
  }

  /** Finds a file of the pack that holds what its name says; a string says what is wrong with it. */
  #locate(file: string) {
    const problem = nameProblem(file)
    if (problem) return problem
    const kind = kindOf(file)
    if (!kind) return `${file} is of a kind that is not allowed (${allEndings.join(', ')} are)`
    try {
      const real = realpathSync(path.join(this.#folder, file))
      if (!real.startsWith(this.#folder + path.sep)) return `${file} leads out of the pack`
      if (!statSync(real).isFile()) return `${file} is not a file`
      if (!kind.begins.test(beginningOf(real))) return `${file} does not hold what its name says`
      return { kind, real }
    } catch (error) {
      return `${file} ${unreadableReason(error, path.join(this.#folder, file)) ?? 'is missing'}`
    }
  }

  async #open(file: string): Promise<MediaFile | string> {
    const located = this.#locate(file)
    if (typeof located === 'string') return located
    const { kind } = located
    const bytes = readFileSync(located.real)
    if (kind.stored === 'svg') {
      const [problem] = svgProblems(bytes)
      if (problem) return `${file} ${problem}`
    }
    const media: MediaFile = {
      // By the content, so that what was rendered with it can be kept.
      address: `/media/in-pack-${printOf(kind.stored, bytes)}`,
      kind: kind.use === 'picture' ? 'picture' : 'other',
      bytes,
      extension: kind.stored,
    }
    if (kind.use !== 'picture') return media
    const size = await imageMetadata(bytes, file).catch(() => undefined)
    if (!size)
      return kind.stored === 'svg'
        ? `${file} has no viewBox that tells its size`
        : `${file} cannot be read as a picture`
    return { ...media, width: Math.round(size.width), height: Math.round(size.height) }
  }
}

/** What is wrong with the path of a file; undefined when nothing is. */
function nameProblem(path: string): string | undefined {
  if (/^media\/[\w./-]+$/.test(path) && !path.split('/').includes('..')) return undefined
  // A link in a text has been made fit for an address.
  const file = decoded(path)
  const ascii = 'names are ASCII: letters a to z and A to Z, digits, ., - and _'
  return file.startsWith('media/') && !file.split('/').includes('..')
    ? `'${file}' needs another name; ${ascii}`
    : `'${file}' must be a path below media/; ${ascii}`
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function printOf(kind: string, bytes: Uint8Array): string {
  return createHash('sha256').update(`${kind} `).update(bytes).digest('hex').slice(0, 32)
}

/** The first bytes of a file, each as one character. */
function beginningOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING)
    return bytes.subarray(0, readSync(handle, bytes)).toString('latin1')
  } finally {
    closeSync(handle)
  }
}
