import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TextSource } from '#core/content/text-sources.ts'
import { publicName, storedName, type FileStore, type Place } from '#providers/files/file-store.ts'
import { checked } from '#providers/files/names.ts'
import { kindOf } from '#providers/files/uses.ts'

interface Wanted {
  place: Place
  name: string
}

/** What a file may be called in a pack. */
const fit = /^\w[\w-]*(?:\.[\w-]+)+$/

/** The files of a pack that is written: which of the store is wanted at which path below `media/`. */
export class MediaOut {
  /** What names no file of the store, a line each. */
  readonly problems: string[] = []
  readonly #wanted = new Map<string, Wanted>()
  readonly #folders = new Set<string>()

  /** The path of a file that everybody may fetch. @param of names the entry for people */
  publicFile(address: string, of: string): string {
    const name = publicName(address)
    if (name === undefined) {
      this.problems.push(`${of}: ${address} is no file of the store`)
      return address
    }
    return this.#take('media/files', name, { place: 'media', name })
  }

  /** The path of a file of learners alone. @param called what its author called it: its name in the pack, where that is fit */
  privateFile(name: string, of: string, called = ''): string {
    if (!storedName.test(name)) {
      this.problems.push(`${of}: ${name} is no file of the store`)
      return name
    }
    const isFit = fit.test(called) && kindOf(called)?.stored === path.extname(name).slice(1)
    const file = isFit ? `${path.parse(name).name}/${called}` : name
    return this.#take('media/learners', file, { place: 'private', name })
  }

  /** Takes the paths that a text has for its files; false, and none is taken, where another file has one of them. */
  takeAll(media: TextSource['media']): boolean {
    const files = Object.entries(media).map(([file, address]): [string, Wanted | undefined] => {
      const name = publicName(address)
      const isPath = /^media\/[\w./-]+$/.test(file) && !file.split('/').includes('..')
      return [path.posix.normalize(file), name !== undefined && isPath ? { place: 'media', name } : undefined]
    })
    if (!files.every(([file, wanted]) => wanted && this.#isFree(file, wanted))) return false
    for (const [file, wanted] of files) this.#add(file, wanted!)
    return true
  }

  /**
   * Copies all files into the pack's folder.
   * @returns those that the store does not have as they should be, a line each
   */
  async write(folder: string, files: Pick<FileStore, 'openPublic' | 'openPrivate'>): Promise<string[]> {
    const missing: string[] = []
    for (const [file, { place, name }] of this.#wanted) {
      const stored = await (place === 'media' ? files.openPublic(name) : files.openPrivate(name))
      if (!stored) {
        missing.push(`${file}: ${place}/${name} is missing in the store, or damaged`)
        continue
      }
      const target = path.join(folder, file)
      await mkdir(path.dirname(target), { recursive: true })
      await pipeline(checked(name, stored.stream(0, stored.size - 1)), createWriteStream(target))
    }
    return missing
  }

  #take(folder: string, file: string, wanted: Wanted): string {
    let place = `${folder}/${file}`
    // A text of a pack may have had another file there.
    for (let again = 2; !this.#isFree(place, wanted); again += 1) place = `${folder}-${again}/${file}`
    this.#add(place, wanted)
    return place
  }

  #add(place: string, wanted: Wanted): void {
    this.#wanted.set(place, wanted)
    for (const folder of foldersOf(place)) this.#folders.add(folder)
  }

  /** Nothing else stands there, nothing below it, and no file where its folders would be. */
  #isFree(place: string, { place: kind, name }: Wanted): boolean {
    const there = this.#wanted.get(place)
    if (there) return there.place === kind && there.name === name
    return !this.#folders.has(place) && !foldersOf(place).some((folder) => this.#wanted.has(folder))
  }
}

/** `media` and `media/lectures` of `media/lectures/x.webm`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
