import { existsSync, lstatSync, openSync, closeSync, readdirSync, readSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { faultOf } from './faults.ts'
import { fileProblem, StartError } from './start-error.ts'

/** The data file, in the data folder. */
export const DATABASE_NAME = 'padavu.db'

/** Bytes up to which a server has every page looked at before it starts: some tenths of a second, when the disk is slow. */
const SMALL = 128 * 1024 * 1024

const RESTORE = 'restore a backup: npm run data -- restore FILE --force'

/** Stands in a data folder while a backup is put in place there: half of the data may be the old ones. */
export function unfinishedMark(dataDir: string): string {
  return path.join(dataDir, 'restore-unfinished')
}

/** @throws StartError when a restore was cut off in a data folder */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(unfinishedMark(dataDir))) return
  throw new StartError(
    `DATA_DIR: a restore into ${path.resolve(dataDir)} was cut off; do it again: npm run data -- restore FILE`,
  )
}

/**
 * Looks at the data file before anybody works on it, and changes nothing. That there is none is fine in a folder without
 * other data: a new site begins there.
 * @param thoroughly looks at every page, where the file is not too large for that
 * @returns whether there is a data file
 * @throws StartError in one line, with what to do
 */
export function examineData(dataDir: string, { thoroughly = false } = {}): boolean {
  refuseUnfinished(dataDir)
  const file = path.resolve(dataDir, DATABASE_NAME)
  if (!isThere(file)) {
    refuseAbandoned(dataDir, file)
    return false
  }
  const { size } = refuseNoDatabase(file)
  // A file that is about to be rolled back cannot be read before that.
  if (existsSync(`${file}-journal`)) return true
  try {
    look(file, (database) => {
      refuseOthersTables(database, file)
      if (thoroughly && size <= SMALL) refuseDamage(database, file)
    })
  } catch (error) {
    if (error instanceof StartError) throw error
    const problem = fileProblem(error)
    const advice = faultOf(error) === 'damaged' ? `Mend that, or ${RESTORE}` : problem?.advice
    throw refusal(file, `cannot be used: ${problem?.reason ?? String(error)}`, advice ?? `Mend that, or ${RESTORE}`)
  }
  return true
}

function refusal(file: string, what: string, advice: string): StartError {
  return new StartError(`DATA_DIR: ${file} ${what}. ${advice}`)
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error)

/** False also where there is no folder to look into; whoever makes it says what keeps it from being made. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false
    throw refusal(file, `cannot be looked at (${codeOf(error)})`, 'Give this user the folder')
  }
}

/** What only a site that has been running leaves: its database is somewhere else, or lost. */
function refuseAbandoned(dataDir: string, file: string): void {
  const found = [
    ...['-wal', '-journal'].map((ending) => file + ending).filter((name) => (sizeOf(name) ?? 0) > 0),
    ...['media', 'private'].map((name) => path.resolve(dataDir, name)).filter(holdsStoredFiles),
    ...namesIn(dataDir)
      .filter((name) => name.startsWith('replaced-'))
      .map((name) => path.resolve(dataDir, name)),
  ]
  if (found.length === 0) return
  const those = found.join(' and ')
  throw refusal(
    file,
    `is missing, but there are data of a site in ${those}`,
    'Put it back (is all of DATA_DIR mounted?), set DATABASE_URL if they belong to PostgreSQL, ' +
      `${RESTORE}; or move ${those} away to begin a new site`,
  )
}

/** As a file store names what it keeps (providers/files/file-store.ts). */
const holdsStoredFiles = (folder: string) =>
  namesIn(folder).some((name) => /^[0-9a-f]{32,64}\.[a-z0-9]{2,4}$/.test(name))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

const MAGIC = 'SQLite format 3\0'

/** Looks at the file itself. */
function refuseNoDatabase(file: string): Stats {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw refusal(file, 'is a link that leads nowhere', 'Mount what it leads to')
  if (!found.isFile()) {
    const what = found.isDirectory() ? 'a folder' : 'no file'
    throw refusal(file, `is ${what}, where a database must be`, `Move it away and ${RESTORE}`)
  }
  if (found.size === 0) {
    throw refusal(file, 'is empty (0 bytes): what it held is lost', `Put the right file in its place, or ${RESTORE}`)
  }
  if (beginningOf(file) !== MAGIC) {
    throw refusal(file, 'is not a SQLite database', `Put the right file in its place, or ${RESTORE}`)
  }
  return found
}

function beginningOf(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const bytes = Buffer.alloc(MAGIC.length)
    return bytes.toString('latin1', 0, readSync(handle, bytes))
  } catch (error) {
    throw refusal(file, `cannot be read (${codeOf(error)})`, 'Give this user the file, or mend the disk')
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Nothing is written: beside a log of writes the file is opened for reading, without one as if it could not change. */
function look(file: string, work: (database: DatabaseSync) => void): void {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, { readOnly: true, timeout: 5000 })
  try {
    work(database)
  } finally {
    database.close()
  }
}

/** Reads the schema, and where each table begins; a file that was cut off is found out by the first of it. */
function refuseOthersTables(database: DatabaseSync, file: string): void {
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
  if (tables.length > 0 && !tables.includes('kysely_migration')) {
    throw refusal(
      file,
      `is another program's database (it has a table ${tables[0]})`,
      'Set DATA_DIR to a folder of its own',
    )
  }
  for (const table of tables) database.prepare(`select 1 from "${table.replaceAll('"', '""')}" limit 1`).all()
}

function refuseDamage(database: DatabaseSync, file: string): void {
  const [first] = database.prepare('pragma quick_check(1)').all()
  if (first?.quick_check === 'ok') return
  const problem = String(first?.quick_check).replace(/\s+/g, ' ')
  throw refusal(file, `is damaged (${problem})`, `Keep a copy of it, and ${RESTORE}`)
}
