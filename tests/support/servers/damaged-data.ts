import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'

const name = '0123456789abcdef0123456789abcdef.webp'

/** Makes a data folder with a site in it: a learner, a picture of theirs. */
export async function makeSite(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir })
  await migrate(opened)
  await opened.db
    .insertInto('users')
    .values({ country_code: '91', phone: '9876543210', name: 'Anu', created_at: 1 })
    .execute()
  // Most of the file is pages that no table begins with.
  const rows = Array.from({ length: 500 }, (_, index) => ({ key: `row-${index}`, value: 'x'.repeat(3000) }))
  await opened.db.insertInto('meta').values(rows).execute()
  await opened.close()
  mkdirSync(path.join(dataDir, 'media'))
  writeFileSync(path.join(dataDir, 'media', name), 'picture')
}

/** What may become of a site's data: what somebody finds in place of them, what is done, and the line that a start gives. */
export const damages: [string, (dataDir: string) => void, RegExp][] = [
  ['an empty data file', (dir) => writeFileSync(db(dir), ''), /padavu\.db is empty \(0 bytes\): .* backup/],
  [
    'random bytes',
    (dir) => writeFileSync(db(dir), randomBytes(30_000)),
    /padavu\.db is not a SQLite database\. .* backup/,
  ],
  [
    'zeros',
    (dir) => writeFileSync(db(dir), Buffer.alloc(statSync(db(dir)).size)),
    /padavu\.db is not a SQLite database\. .* backup/,
  ],
  [
    'half of the data file',
    (dir) => truncateSync(db(dir), Math.floor(statSync(db(dir)).size / 2)),
    /padavu\.db cannot be used: it is damaged .* backup/,
  ],
  ['the first bytes of it', (dir) => truncateSync(db(dir), 60), /padavu\.db cannot be used: it is damaged .* backup/],
  ['a damaged page', (dir) => spoil(dir, 0.9), /padavu\.db is damaged .* backup/],
  ['a damaged schema', (dir) => spoil(dir, 0, 100), /padavu\.db cannot be used: it is damaged .* backup/],
  [
    'a folder',
    (dir) => {
      rmSync(db(dir))
      mkdirSync(db(dir))
    },
    /padavu\.db is a folder, where a database must be\. /,
  ],
  [
    'a link to a disk that is not mounted',
    (dir) => {
      rmSync(db(dir))
      symlinkSync(path.join(dir, 'unmounted', 'padavu.db'), db(dir))
    },
    /padavu\.db is a link that leads nowhere\. Mount /,
  ],
  [
    "another program's database",
    (dir) => {
      rmSync(db(dir))
      const other = new DatabaseSync(db(dir))
      other.exec('create table notes (id integer)')
      other.close()
    },
    /padavu\.db is another program's database \(it has a table notes\)\. Set DATA_DIR /,
  ],
  [
    'files alone',
    (dir) => rmSync(db(dir)),
    /padavu\.db is missing, but there are data of a site in \S+\/media\. .* move \S+\/media away to begin a new site$/,
  ],
  [
    'private files alone',
    (dir) => {
      rmSync(db(dir))
      renameSync(path.join(dir, 'media'), path.join(dir, 'private'))
    },
    /padavu\.db is missing, but there are data of a site in \S+\/private\. /,
  ],
  [
    'a log of writes alone',
    (dir) => {
      keepLog(dir)
      rmSync(db(dir))
      rmSync(path.join(dir, 'media'), { recursive: true })
    },
    /padavu\.db is missing, but there are data of a site in \S+\/padavu\.db-wal\. /,
  ],
  [
    'what a restore has put away alone',
    (dir) => {
      mkdirSync(path.join(dir, 'replaced-2026'))
      renameSync(db(dir), path.join(dir, 'replaced-2026', 'padavu.db'))
      rmSync(path.join(dir, 'media'), { recursive: true })
    },
    /padavu\.db is missing, but there are data of a site in \S+\/replaced-2026\. /,
  ],
  [
    'damaged pages beside a log of writes',
    (dir) => {
      keepLog(dir)
      spoil(dir, 0, 100)
    },
    /padavu\.db cannot be used: it is (damaged|no SQLite database) .* backup/,
  ],
]

const db = (dataDir: string) => path.join(dataDir, 'padavu.db')

/** Overwrites two pages, the first of them at so much of the whole. */
function spoil(dataDir: string, share: number, skip = 0): void {
  const bytes = readFileSync(db(dataDir))
  const at = Math.floor((bytes.length * share) / 4096) * 4096 + skip
  bytes.fill(0xff, at, at + 8192 - skip)
  writeFileSync(db(dataDir), bytes)
}

/** Leaves the log of writes that kill -9 leaves. */
export function keepLog(dataDir: string): void {
  const open = new DatabaseSync(db(dataDir))
  open.exec(`pragma journal_mode = wal; update users set name = 'Changed'`)
  const copy = `${dataDir}-killed`
  cpSync(dataDir, copy, { recursive: true })
  open.close()
  rmSync(dataDir, { recursive: true })
  renameSync(copy, dataDir)
  rmSync(`${db(dataDir)}-shm`)
}

/** Every byte of a folder but those of the index to the log of writes, which SQLite makes anew: names with sizes and hashes. */
export function bytesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      if (!entry.isFile()) return file
      return `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
    })
    .filter((line) => !line.includes('padavu.db-shm'))
    .sort()
}
