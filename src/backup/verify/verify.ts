import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { readArchive, type Entry } from '../archive/archive.ts'
import { storedName } from '#providers/files/file-store.ts'
import { contentCheck, type ContentCheck } from '#providers/files/names.ts'
import { DataError } from '../data-error.ts'
import { DATABASE_NAME, MANIFEST_NAME, readManifest, SEAL_NAME, type Manifest } from '../archive/manifest.ts'
import { filesNamedIn, type FileProblems } from '../archive/named-files.ts'
import { checkDatabase, openStill } from '../sqlite-file.ts'
import { logProblemsIn } from './verify-log.ts'

/** Which of a backup's entries are written to the folder they are unpacked into. */
export type Unpacked = 'everything' | 'database'

/** A backup that was read on purpose, with what is wrong with the log of staff in it. */
export interface VerifiedBackup extends Verified {
  log: string[]
}

/** What a backup holds that is whole as a file, and which of the stored files in it are not as their names say, or missing. */
export interface Verified extends FileProblems {
  manifest: Manifest
}

/**
 * Reads a whole backup: every byte against its hash, the database as SQLite sees it, the log of staff from its beginning.
 * @param folder an empty one, which gets the database
 * @throws DataError
 */
export async function verifyBackup(file: string, folder: string): Promise<VerifiedBackup> {
  const verified = await unpackBackup(file, folder, 'database')
  return { ...verified, log: await logProblemsIn(openStill(path.join(folder, DATABASE_NAME))) }
}

/**
 * Unpacks a backup into an empty folder and checks it; what is written is on the disk when the promise resolves.
 * @throws DataError when it is no whole, unchanged backup that this version understands; the folder is of no use then
 */
export async function unpackBackup(file: string, folder: string, unpacked: Unpacked): Promise<Verified> {
  try {
    return await unpack(file, folder, unpacked)
  } catch (error) {
    throw error instanceof DataError ? new DataError(`${file} is not a good backup: ${error.message}`) : error
  }
}

async function unpack(file: string, folder: string, unpacked: Unpacked): Promise<Verified> {
  const found = new Map<string, Entry>()
  const texts = new Map<string, string>()
  const damaged: string[] = []
  await readArchive(file, async ({ name, size }, body) => {
    if (found.has(name) || texts.has(name)) throw new DataError(`it holds ${name} twice`)
    if (name === MANIFEST_NAME || name === SEAL_NAME) {
      texts.set(name, await textOf(body))
      return
    }
    const target = unpacked === 'everything' || name === DATABASE_NAME ? path.join(folder, name) : undefined
    const stored = path.basename(name)
    const check = storedName.test(stored) ? contentCheck(stored) : undefined
    const sha256 = target ? await store(target, looking(body, check)) : await hashOf(looking(body, check))
    if (check?.matches() === false) damaged.push(name)
    found.set(name, { name, size, sha256 })
  })
  const text = texts.get(MANIFEST_NAME)
  if (text === undefined) throw new DataError('it has no list of contents')
  const manifest = readManifest(text, texts.get(SEAL_NAME) ?? '')
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name)
    if (!entry) throw new DataError(`${name} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256) throw new DataError(`${name} is damaged`)
    found.delete(name)
  }
  const [strange] = found.keys()
  if (strange !== undefined) throw new DataError(`${strange} is not in its list of contents`)
  if (!manifest.entries.some(({ name }) => name === DATABASE_NAME)) throw new DataError('it has no database')
  const database = path.join(folder, DATABASE_NAME)
  checkDatabase(database, manifest)
  const here = new Set(manifest.entries.map(({ name }) => name))
  return { manifest, damaged, missing: namedIn(database).filter((name) => !here.has(name)) }
}

function namedIn(file: string): string[] {
  const database = openStill(file)
  try {
    return [...filesNamedIn(database)].sort()
  } finally {
    database.close()
  }
}

/** Lets a check see what is read. */
async function* looking(body: AsyncIterable<Buffer>, check: ContentCheck | undefined): AsyncGenerator<Buffer> {
  for await (const part of body) {
    check?.update(part)
    yield part
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function hashOf(body: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of body) hash.update(part)
  return hash.digest('hex')
}

/** Writes a new file that only its owner may read. @returns the hash of what was written */
async function store(target: string, body: AsyncIterable<Buffer>): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const handle = await open(target, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const part of body) {
      hash.update(part)
      await handle.writeFile(part)
    }
    await handle.sync()
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}
