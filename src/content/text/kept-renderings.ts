import { createHash } from 'node:crypto'
import { existsSync, lchownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { DAY } from '#lib/both/time/clock.ts'
import { jsonOf } from '#lib/server/stored.ts'
import { renderMarkdown, type MediaAddress, type Rendered } from '#lib/server/markdown/markdown.ts'
import { packText, unpackText } from '../schemas/packed-text.ts'
import { rendererVersion } from './renderer-version.ts'

/** Days after which a text that no reading asked for is dropped. */
const UNUSED_DAYS = 30

/** Days for which it is not written down anew that a text is used. */
const FRESH_DAYS = 5

/** Bytes above which the file is dropped whole: some hundred thousand questions. */
const MOST_BYTES = 512 * 1024 * 1024

/** Texts after which what was rendered is written for good, so that a reading that is broken off has not been for nothing. */
const AT_ONCE = 2000

/** What SQLite says of a file that is damaged, or none of its own. */
const DAMAGED = [11, 26]

/** What it says while another command writes there. */
const BUSY = [5]

/** Renders as `renderMarkdown` does, and remembers it. */
export interface KeptRenderings {
  render: typeof renderMarkdown
  /** Writes what is new and drops what is old. */
  close: () => void
}

/** A text as it was rendered, and what it was told of the files that it names. */
interface Kept {
  rendered: Rendered
  media: [path: string, found: MediaAddress | string][]
}

/**
 * Keeps rendered texts in a file of the data folder, by what they are made of: the text, how it is rendered and by which
 * code. The file may be removed at any time. Where it cannot be written or is damaged, or there is no data folder yet, texts
 * are rendered anew; that is never an error (docs/decisions/0046-rendered-texts-are-kept.md).
 * @param tell is told once, in a line, of a file that cannot be used for good
 */
export function keepRenderings(
  dataDir: string,
  {
    render = renderMarkdown,
    version = rendererVersion(),
    now = Date.now(),
    most = MOST_BYTES,
    tell = (_line: string) => {},
  } = {},
): KeptRenderings {
  const today = Math.floor(now / DAY)
  const place = renderingsFile(dataDir)
  const tellWhy = (error: unknown) => {
    if (saysOneOf(error, [...DAMAGED, ...BUSY])) return
    const { message } = error as Error
    tell(`What is rendered is not kept for the next time, since ${place} cannot be used: ${message}`)
  }
  let file = openFile(place, tellWhy)
  let written = 0

  /** Asks the file, which may turn out to be damaged, full or somebody else's: then it is done without. */
  const ask = <Answer>(question: (open: OpenFile) => Answer): Answer | undefined => {
    if (!file) return undefined
    try {
      return question(file)
    } catch (error) {
      file.giveUp(error)
      file = undefined
      tellWhy(error)
      return undefined
    }
  }

  const find = (name: Buffer): Kept | undefined => {
    const row = ask(({ find }) => find.get(name) as { value: Uint8Array; day: number; sum: number } | undefined)
    if (!row || row.sum !== crc32(row.value, crc32(name))) return undefined
    if (row.day < today - FRESH_DAYS) ask(({ use }) => use.run(today, name))
    // Its sum says that it is what was written, its name that this code wrote it.
    return jsonOf(unpackText(row.value)) as Kept
  }

  const keep = (name: Buffer, kept: Kept) => {
    const value = packText(JSON.stringify(kept))
    ask(({ put, pause }) => {
      put.run(name, value, today, crc32(value, crc32(name)))
      written += 1
      if (written % AT_ONCE === 0) pause()
    })
  }

  return {
    render: (text, { resolveMedia, ...how }) => {
      const name = createHash('sha256')
        .update(JSON.stringify([version, how, text]))
        .digest()
      const kept = find(name)
      if (kept?.media.every(([file, found]) => isSame(resolveMedia(file), found))) return kept.rendered
      const media: Kept['media'] = []
      const rendered = render(text, {
        ...how,
        resolveMedia: (file) => {
          const found = resolveMedia(file)
          media.push([file, found])
          return found
        },
      })
      keep(name, { rendered, media })
      return rendered
    },
    close: () => {
      ask((open) => open.close(today - UNUSED_DAYS, most))
      file = undefined
    },
  }
}

/** Where they are kept; what stands in this folder can be made again. */
export function renderingsFile(dataDir: string): string {
  return path.join(dataDir, 'cache', 'renderings.db')
}

function isSame(found: MediaAddress | string, before: MediaAddress | string): boolean {
  if (typeof found === 'string' || typeof before === 'string') return found === before
  return (['address', 'kind', 'width', 'height'] as const).every((name) => found[name] === before[name])
}

interface OpenFile {
  find: StatementSync
  put: StatementSync
  use: StatementSync
  /** Writes what is new for good and goes on. */
  pause: () => void
  /** Drops what was not used since a day; a file that is larger than this many bytes even then goes. */
  close: (before: number, most: number) => void
  /** Lets go of a file that does not work, and removes it when it is damaged. */
  giveUp: (error: unknown) => void
}

/** Opens the file, anew when it is damaged; undefined where that cannot be, and `tell` is told why. */
function openFile(file: string, tell: (error: unknown) => void, isAnew = false): OpenFile | undefined {
  let database: DatabaseSync | undefined
  const folder = path.dirname(file)
  // The data folder belongs to the server: made by whoever checks a pack, it might be closed to it.
  if (!existsSync(path.dirname(folder))) return undefined
  try {
    const made = [folder, file].filter((one) => !existsSync(one))
    if (made.includes(folder)) mkdirSync(folder, { mode: 0o700 })
    database = new DatabaseSync(file)
    giveToOwner(made, path.dirname(folder))
    // Nothing waits for the disk, and two readings at once not for each other: what is lost is rendered again.
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = off;
      create table if not exists renderings
        (name blob primary key, value blob not null, day integer not null, sum integer not null);
      begin;
    `)
    return openedFile(database, file)
  } catch (error) {
    closeQuietly(database)
    if (isAnew || !saysOneOf(error, DAMAGED)) return void tell(error)
    remove(file)
    return openFile(file, tell, true)
  }
}

/** What root makes in somebody's data folder is theirs too: it would be closed to them for good. */
function giveToOwner(made: string[], folder: string): void {
  if (process.getuid?.() !== 0) return
  try {
    const { uid, gid } = statSync(folder)
    // Never what a link there leads to.
    for (const one of made) lchownSync(one, uid, gid)
  } catch {
    // Some file systems know no owners.
  }
}

function openedFile(database: DatabaseSync, file: string): OpenFile {
  return {
    find: database.prepare('select value, day, sum from renderings where name = ?'),
    put: database.prepare('insert or replace into renderings (name, value, day, sum) values (?, ?, ?, ?)'),
    use: database.prepare('update renderings set day = ? where name = ?'),
    pause: () => database.exec('commit; begin'),
    close: (before, most) => {
      database.prepare('delete from renderings where day < ?').run(before)
      database.exec('commit')
      const count = (what: string) => Number(Object.values(database.prepare(`pragma ${what}`).get() ?? {})[0])
      const bytes = (count('page_count') - count('freelist_count')) * count('page_size')
      database.close()
      if (bytes > most) remove(file)
    },
    giveUp: (error) => {
      closeQuietly(database)
      if (saysOneOf(error, DAMAGED)) remove(file)
    },
  }
}

function saysOneOf(error: unknown, codes: number[]): boolean {
  // The rest of the number tells which kind it is of.
  return codes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
}

function closeQuietly(database: DatabaseSync | undefined): void {
  try {
    database?.close()
  } catch {
    // It was not open any more.
  }
}

function remove(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
}
