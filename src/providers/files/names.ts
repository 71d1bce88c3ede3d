import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The name of a stored file: a hash of the salt and the content, and its kind. `source`: bytes, or the path of a file. */
export async function nameOf(source: string | Uint8Array, extension: string, salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt)
  if (typeof source === 'string') await pipeline(createReadStream(source), hash)
  else hash.update(source)
  return `${hash.digest('hex').slice(0, 32)}.${extension}`
}
