import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { SECOND } from '#lib/clock.ts'
import { mediaPath, publicName, storedName, type FileStore, type StoredFile } from './file-store.ts'
import { contentTypeOf } from './kinds.ts'
import { nameOf } from './names.ts'

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
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings): FileStore {
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

  const place = async (key: string, source: string | Uint8Array): Promise<void> => {
    const found = await ask('HEAD', key, { signal: patient() }, true)
    if (found.ok) return
    // A blob of a file is read as it is sent, and has a length, without which the service takes nothing.
    const body: Body = typeof source === 'string' ? await openAsBlob(source) : new Uint8Array(source)
    const headers = { 'content-type': contentTypeOf(key), 'x-amz-content-sha256': await hashOf(source) }
    await ask('PUT', key, { body, headers })
  }

  const open = async (key: string): Promise<StoredFile | undefined> => {
    const found = await ask('HEAD', key, { signal: patient() }, true)
    if (!found.ok) return undefined
    return {
      size: Number(found.headers.get('content-length')),
      stream: (start, end) => lazily(() => ask('GET', key, { headers: { range: `bytes=${start}-${end}` } })),
    }
  }

  return {
    put: async (bytes, extension, salt) => {
      const name = await nameOf(bytes, extension, salt)
      await place(`media/${name}`, bytes)
      return `${mediaPath}/${name}`
    },
    putPrivate: async (source, extension, salt) => {
      const name = await nameOf(source, extension, salt)
      await place(`private/${name}`, source)
      return name
    },
    adopt: (where, name, source) => place(`${where}/${name}`, source),
    openPrivate: async (name) => (storedName.test(name) ? open(`private/${name}`) : undefined),
    openPublic: async (name) => (storedName.test(name) ? open(`media/${name}`) : undefined),
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
  if (typeof source === 'string') await pipeline(createReadStream(source), hash)
  else hash.update(source)
  return hash.digest('hex')
}

/** The body of an answer that is asked for when somebody reads it. */
function lazily(get: () => Promise<Response>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        reader ??= (await get()).body?.getReader()
        const part = await reader?.read()
        if (part?.value) controller.enqueue(part.value)
        else controller.close()
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
