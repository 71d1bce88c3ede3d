import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Hexadecimal digits of a hash in a name. */
const DIGITS = 32

const short = (hash: ReturnType<typeof createHash>) => hash.digest('hex').slice(0, DIGITS)

/**
 * The name of a stored file: a hash of its content, and its kind. With a salt the name begins with the salt's own hash, which
 * is then hashed with the content: nobody can guess it, and it still tells whether the content is the one it was given to.
 * @param source bytes, or the path of a file
 */
export async function nameOf(source: string | Uint8Array, extension: string, salt?: string): Promise<string> {
  const own = salt === undefined ? '' : short(createHash('sha256').update(salt))
  const hash = createHash('sha256').update(own)
  for await (const bytes of contentOf(source)) hash.update(bytes)
  return `${own}${short(hash)}.${extension}`
}

/** Bytes read of a file at once: as many as are hashed in less than a millisecond. */
const CHUNK = 512 * 1024

/** The bytes of a file of this machine, or those that are given, in chunks: others have their turn between two of them. */
export function contentOf(source: string | Uint8Array): AsyncIterable<Uint8Array> {
  return typeof source === 'string' ? createReadStream(source, { highWaterMark: CHUNK }) : chunksOf(source)
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    yield bytes.subarray(at, at + CHUNK)
  }
}

/** Compares a content with a name, piece by piece. */
export interface ContentCheck {
  update: (bytes: Uint8Array) => void
  /** Whether what came is the content that the name was given to. */
  matches: () => boolean
}

export function contentCheck(name: string): ContentCheck {
  const digits = name.slice(0, name.indexOf('.'))
  const hash = createHash('sha256').update(digits.slice(0, -DIGITS))
  let length = 0
  let beginning = Buffer.alloc(0)
  return {
    update: (bytes) => {
      hash.update(bytes)
      length += bytes.length
      if (beginning.length < RIFF) beginning = Buffer.concat([beginning, bytes.subarray(0, RIFF - beginning.length)])
    },
    matches: () =>
      short(hash) === digits.slice(-DIGITS) ||
      (digits.length === DIGITS && name.endsWith('.webp') && isWholeWebp(beginning, length)),
  }
}

/** Bytes at the beginning of a WebP: `RIFF`, the length of what follows, `WEBP`. */
const RIFF = 12

/**
 * Earlier versions hashed a salt that nobody kept into the names of uploads, all of them WebP: they are whole when they are
 * as long as they say.
 */
function isWholeWebp(beginning: Buffer, length: number): boolean {
  return (
    beginning.length === RIFF &&
    beginning.toString('latin1', 0, 4) === 'RIFF' &&
    beginning.toString('latin1', 8) === 'WEBP' &&
    beginning.readUInt32LE(4) + 8 === length
  )
}

/** Reads a whole content and compares it with a name. */
export async function isContentOf(
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  const check = contentCheck(name)
  for await (const bytes of content) check.update(bytes)
  return check.matches()
}

/** Hands bytes on and compares them with the name that they are stored under. @throws Error where they are others */
export async function* checked(
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const check = contentCheck(name)
  for await (const bytes of content) {
    check.update(bytes)
    yield bytes
  }
  if (!check.matches()) throw new Error(`What should be stored as ${name} is another content`)
}
