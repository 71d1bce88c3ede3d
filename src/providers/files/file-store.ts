/** Whether everybody may fetch a file, or only who has a signed address. */
export type Place = 'media' | 'private'

/** A stored file is as its name says, or not, or not there. */
export type FileState = 'good' | 'damaged' | 'missing'

/** Is told of a file that somebody asked for and that is not as its name says. */
export type TellDamage = (file: { place: Place; name: string; size: number }) => void

/**
 * Keeps files under names that never change their content, so that they may be cached for ever. What was stored survives a
 * power cut, and a file whose content is not the one that its name was given to is never handed out as if it were.
 */
export interface FileStore {
  /**
   * Stores bytes and returns the address a browser fetches them from. Storing the same bytes again is harmless, and mends
   * a file that was damaged.
   * @param salt makes the name this upload's own, so that removing it takes the same bytes from nobody else
   */
  put: (bytes: Uint8Array, extension: string, salt?: string) => Promise<string>
  /**
   * Stores a file where only signed addresses lead, and returns its name. One of this machine (a path) is copied as a
   * stream, so it may be larger than the memory.
   */
  putPrivate: (source: string | Uint8Array, extension: string, salt?: string) => Promise<string>
  /**
   * Stores a file of this machine under the name that another store gave it.
   * @throws Error when it is another content
   */
  adopt: (place: Place, name: string, source: string) => Promise<void>
  /** Reads a whole file and compares it with its name. */
  check: (place: Place, name: string) => Promise<FileState>
  /** Opens a private file by the name that `putPrivate` gave; undefined when there is none, or a damaged one. */
  openPrivate: (name: string) => Promise<StoredFile | undefined>
  /** Opens a public file by the last part of its address. */
  openPublic: (name: string) => Promise<StoredFile | undefined>
  /** Removes what `put` stored, by its address; addresses of other places and missing files are left alone. */
  remove: (address: string) => Promise<void>
  /** Removes what `putPrivate` stored, by its name. */
  removePrivate: (name: string) => Promise<void>
}

export interface StoredFile {
  /** Bytes. */
  size: number
  /** False while its content is still being compared with its name: nobody may keep it. */
  sure: boolean
  /** The bytes from `start` to `end`, both included. Nothing is opened before it is read. */
  stream: (start: number, end: number) => ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Where the server mounts the public files. */
export const mediaPath = '/media'

/** What a stored file is called: a hash and its kind; before them that of a salt, where there is one. */
export const storedName = /^(?:[0-9a-f]{32}){1,2}\.[a-z0-9]{2,4}$/

/** The name in the address of a public file; undefined for any other address. */
export function publicName(address: string): string | undefined {
  const name = address.startsWith(`${mediaPath}/`) ? address.slice(mediaPath.length + 1) : ''
  return storedName.test(name) ? name : undefined
}
