import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { AwsClient } from 'aws4fetch'
import { SECOND } from '#lib/both/time/clock.ts'
import {
  mediaPath,
  publicName,
  storedName,
  type FileState,
  type FileStore,
  type Place,
  type StoredFile,
  type TellDamage,
} from './file-store.ts'
import { contentTypeOf } from './kinds.ts'
import { contentOf, isContentOf, nameOf } from './names.ts'
import { tellSeldom } from './tell-seldom.ts'

export interface S3Settings {
  /** Where the service answers, without the bucket: `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long the service may take to begin an answer. */
const PATIENCE = 30 * SECOND
/** Tries after one that the service failed. */
const RETRIES = 3

type Body = Uint8Array<ArrayBuffer> | Blob

/**
 * Files in one bucket of a service that speaks S3, below `media/` and `private/`. The bucket may be closed to the world:
 * the server hands on public files under its own address, as it does private ones (docs/decisions/0018-pictures-and-files.md).
 * The service compares what it takes with its hash, and answers when it has it for good; length and hash stay beside the
 * file, so that one which is no longer so long is known (docs/decisions/0032-files-and-databases-that-are-damaged.md).
 * @param tell is told of damaged files that somebody asks for
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings, tell: TellDamage = () => {}): FileStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES })
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`

  /** @throws Error when the answer is neither a success nor, where `mayMiss`, a 404 */
  const ask = async (method: string, key: string, init: RequestInit = {}, mayMiss = false): Promise<Response> => {
    const response = await client.fetch(`${root}/${key}`, { redirect: 'error', ...init, method })
    if (response.ok || (mayMiss && response.status === 404)) return response
    await response.body?.cancel()
    throw new Error(`The file storage answered ${response.status} to ${method} ${key}`)
  }
  const patient = () => AbortSignal.timeout(PATIENCE)
  const tellOf = tellSeldom(tell)

  const place = async (where: Place, name: string, source: string | Uint8Array): Promise<void> => {
    const key = `${where}/${name}`
    const sha256 = await hashOf(source)
    // A blob of a file is read as it is sent, and has a length, without which the service takes nothing.
    const body: Body = typeof source === 'string' ? await openAsBlob(source) : new Uint8Array(source)
    const size = String('size' in body ? body.size : body.length)
    const { found, known } = await look(key)
    if (found.ok && found.headers.get('content-length') === size) {
      if (known.sha256 === sha256) return
      // Stored before hashes were kept beside files.
      if (known.sha256 === null && (await check(where, name)) === 'good') return
    }
    if (!(await isContentOf(name, contentOf(source))))
      throw new Error(`What should be stored as ${key} is another content`)
    const headers = {
      'content-type': contentTypeOf(key),
      'x-amz-content-sha256': sha256,
      'x-amz-meta-sha256': sha256,
      'x-amz-meta-size': size,
    }
    await ask('PUT', key, { body, headers })
  }

  /** What the service says of a file, and what was noted when it was stored. */
  const look = async (key: string) => {
    const found = await ask('HEAD', key, { signal: patient() }, true)
    const noted = (name: string) => found.headers.get(`x-amz-meta-${name}`)
    return { found, known: { sha256: noted('sha256'), size: noted('size') } }
  }

  const check = async (where: Place, name: string): Promise<FileState> => {
    const found = await ask('GET', `${where}/${name}`, {}, true)
    if (!found.ok) {
      await found.body?.cancel()
      return 'missing'
    }
    return (await isContentOf(name, found.body ?? [])) ? 'good' : 'damaged'
  }

  const open = async (where: Place, name: string): Promise<StoredFile | undefined> => {
    if (!storedName.test(name)) return undefined
    const key = `${where}/${name}`
    const { found, known } = await look(key)
    if (!found.ok) return undefined
    const size = Number(found.headers.get('content-length'))
    if (size === 0 || (known.size !== null && Number(known.size) !== size)) {
      tellOf({ place: where, name, size })
      return undefined
    }
    return {
      size,
      sure: true,
      stream: (start, end) => lazily(() => ask('GET', key, { headers: { range: `bytes=${start}-${end}` } })),
    }
  }

  return {
    put: async (bytes, extension, salt) => {
      const name = await nameOf(bytes, extension, salt)
      await place('media', name, bytes)
      return `${mediaPath}/${name}`
    },
    putPrivate: async (source, extension, salt) => {
      const name = await nameOf(source, extension, salt)
      await place('private', name, source)
      return name
    },
    adopt: place,
    check,
    openPrivate: (name) => open('private', name),
    openPublic: (name) => open('media', name),
    remove: async (address) => {
      const name = publicName(address)
      if (name) await ask('DELETE', `media/${name}`, { signal: patient() }, true)
    },
    removePrivate: async (name) => {
      if (storedName.test(name)) await ask('DELETE', `private/${name}`, { signal: patient() }, true)
    },
  }
}

async function hashOf(source: string | Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of contentOf(source)) hash.update(bytes)
  return hash.digest('hex')
}

/** The body of an answer that is asked for when somebody reads it. */
function lazily(get: () => Promise<Response>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: Promise<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined> | undefined
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        reader ??= get().then(({ body }) => body?.getReader())
        const part = await (await reader)?.read()
        if (part?.value) controller.enqueue(part.value)
        else controller.close()
      },
      // A viewer may leave before the store has answered.
      cancel: async (reason) => (await reader)?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
