import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { SECOND } from '#lib/both/time/clock.ts'
import { storedName } from '#providers/files/file-store.ts'
import { isContentOf } from '#providers/files/names.ts'
import { codeOf, DataError } from '../data-error.ts'
import { BLOCK, entryName, headingBlock, paddingAfter, readHeading } from './tar.ts'

/** Bytes read at once. */
const CHUNK = 1024 * 1024

/** A file in a backup: its name there, its bytes, and the SHA-256 of them in hexadecimal. */
export interface Entry {
  name: string
  size: number
  sha256: string
}

export interface ArchiveWriter {
  /**
   * Adds a file of this machine, but for one of the store whose content is not the one that its name was given to; undefined
   * when it is gone, is no regular file or has a name that no backup has.
   */
  addFile: (name: string, source: string) => Promise<Entry | 'damaged' | undefined>
  addText: (name: string, text: string) => Promise<Entry>
  /** Writes the end, and waits until the disk has everything. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

/** Begins a tar file that only its owner may read; `file` must not exist. */
export async function createArchive(file: string, now: number): Promise<ArchiveWriter> {
  const archive = await open(file, 'wx', 0o600)
  const time = Math.floor(now / SECOND)

  const add = async (name: string, size: number, content: AsyncIterable<Buffer>): Promise<Entry> => {
    await archive.writeFile(headingBlock({ name, size, time }))
    const hash = createHash('sha256')
    let written = 0
    for await (const bytes of content) {
      hash.update(bytes)
      written += bytes.length
      await archive.writeFile(bytes)
    }
    if (written !== size) throw new DataError(`${name} changed while it was read`)
    await archive.writeFile(Buffer.alloc(paddingAfter(size)))
    return { name, size, sha256: hash.digest('hex') }
  }

  return {
    addFile: async (name, source) => {
      if (!entryName.test(name)) return undefined
      const opened = await openRegular(source)
      if (!opened) return undefined
      try {
        if (await isDamaged(name, opened)) return 'damaged'
        return await add(name, opened.size, readRange(opened.handle, 0, opened.size))
      } finally {
        await opened.handle.close()
      }
    },
    addText: (name, text) => {
      const bytes = Buffer.from(text)
      return add(name, bytes.length, once(bytes))
    },
    finish: async () => {
      await archive.writeFile(Buffer.alloc(2 * BLOCK))
      await archive.sync()
    },
    close: () => archive.close(),
  }
}

/**
 * Reads a backup from its beginning to its end, which must be where the file ends. `take` must read each body to its end,
 * or not at all.
 * @throws DataError where it is no whole backup, or the error of the system where it cannot be opened
 */
export async function readArchive(
  file: string,
  take: (heading: { name: string; size: number }, body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const archive = await open(file, constants.O_RDONLY)
  try {
    const about = await archive.stat()
    if (about.isDirectory()) throw new DataError('it is a folder')
    const end = about.size
    let at = 0
    const next = async (length: number): Promise<Buffer> => {
      const block = await whole(archive, at, length)
      at += length
      return block
    }
    for (;;) {
      const block = await next(BLOCK)
      if (isZero(block)) break
      const heading = readHeading(block)
      if (heading.size > end - at) throw new DataError(`it is cut off within ${heading.name}`)
      await take(heading, readRange(archive, at, heading.size))
      at += heading.size
      if (!isZero(await next(paddingAfter(heading.size)))) throw new DataError(`it is damaged after ${heading.name}`)
    }
    if (!isZero(await next(BLOCK)) || at !== end) throw new DataError('it does not end where a backup ends')
  } finally {
    await archive.close()
  }
}

/** Read once more than it would have to be, since what is in the archive cannot be taken out again. */
async function isDamaged(name: string, { handle, size }: { handle: FileHandle; size: number }): Promise<boolean> {
  const file = path.basename(name)
  return name !== file && storedName.test(file) && !(await isContentOf(file, readRange(handle, 0, size)))
}

/** Never through a symbolic link, whose target is not ours, and never waiting for the other end of a pipe. */
async function openRegular(file: string): Promise<{ handle: FileHandle; size: number } | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      if (['ENOENT', 'ELOOP'].includes(codeOf(error))) return undefined
      throw error
    },
  )
  const found = await handle?.stat()
  if (handle && found?.isFile()) return { handle, size: found.size }
  await handle?.close()
  return undefined
}

/** Reads `length` bytes from `start`, or what is there of them. */
async function* readRange(handle: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, start + length - at)), {
      position: at,
    })
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function whole(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readRange(handle, start, length)) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (bytes.length < length) throw new DataError('it is cut off')
  return bytes
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
