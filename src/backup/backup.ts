import { existsSync, statSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Clock } from '#lib/both/time/clock.ts'
import { reasonOf } from '#lib/server/system-errors.mjs'
import { syncToDisk } from '#lib/server/durable.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { createArchive, type ArchiveWriter, type Entry } from './archive/archive.ts'
import { faultOf } from '#db/faults.ts'
import { codeOf, DataError } from './data-error.ts'
import { DATABASE_NAME, FORMAT, MANIFEST_NAME, SEAL_NAME, sealOf, type Manifest } from './archive/manifest.ts'
import { countTables, migrationsOf } from './sqlite-file.ts'
import type { FileProblems } from './archive/named-files.ts'
import { unpackBackup } from './verify/verify.ts'

/** Pages copied before other work of this process has its turn. */
const PAGES = 4096

export interface BackupResult extends FileProblems {
  manifest: Manifest
  /** Files that are not in the backup, because their names or kinds are none that a file store gives. */
  leftOut: string[]
}

/**
 * Writes database and files of a data folder into one file, while a server works on them or not: the database as it was at
 * one instant, and every file that it names then. The file has its name only when all of it is on the disk and was read
 * back and checked. Files that are damaged are left out and named, as are those that rows name and that are not there: what
 * learners did is to be saved all the same.
 * @param force replaces an existing file
 * @throws DataError
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  { now, force }: { now: Clock; force: boolean },
): Promise<BackupResult> {
  const target = path.resolve(file)
  refuseBadTarget(dataDir, target, force)
  const folder = await mkdtemp(path.join(path.dirname(target), '.padavu-backup-')).catch((error: unknown) => {
    throw new DataError(`${path.dirname(target)} cannot be written: ${reasonOf(error) ?? codeOf(error)}`)
  })
  try {
    const written = path.join(folder, 'backup')
    const { damaged, ...result } = await writeBackup(dataDir, written, folder, now)
    const { missing } = await unpackBackup(written, folder, 'database')
    refuseBadTarget(dataDir, target, force)
    await rename(written, target)
    await syncToDisk(path.dirname(target))
    return { ...result, damaged, missing: missing.filter((name) => !damaged.includes(name)) }
  } catch (error) {
    if (faultOf(error) !== 'full') throw error
    const room = `${path.dirname(target)} has no room for the backup and the temporary copy of the database it needs`
    throw new DataError(`${room} (${codeOf(error)}); nothing was left behind`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeBackup(
  dataDir: string,
  file: string,
  folder: string,
  now: Clock,
): Promise<Omit<BackupResult, 'missing'>> {
  const database = new DatabaseSync(path.join(dataDir, DATABASE_NAME), { readOnly: true, timeout: 5000 })
  const archive = await createArchive(file, now())
  const entries: Entry[] = []
  const leftOut: string[] = []
  const damaged: string[] = []
  try {
    // Files are stored before a row names them, and removed after the last row that does. What is there now is taken now;
    // what came while that was written is taken right after the instant of the database.
    const taken = new Set<string>()
    const takeFiles = () => addFiles(archive, dataDir, { taken, entries, leftOut, damaged })
    await takeFiles()
    database.exec('begin')
    // The first read fixes the instant.
    const at = now()
    const tables = countTables(database)
    await takeFiles()
    const migrations = migrationsOf(database)
    const snapshot = path.join(folder, DATABASE_NAME)
    await backup(database, snapshot, { rate: PAGES })
    await chmod(snapshot, 0o600)
    const copied = await archive.addFile(DATABASE_NAME, snapshot)
    if (!copied || copied === 'damaged') throw new DataError('The database could not be read')
    entries.push(copied)
    const manifest: Manifest = { padavu: 'backup', format: FORMAT, at, migrations, tables, entries }
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`
    await archive.addText(MANIFEST_NAME, text)
    await archive.addText(SEAL_NAME, sealOf(text))
    await archive.finish()
    await rm(snapshot)
    return { manifest, leftOut, damaged }
  } finally {
    await archive.close()
    database.close()
  }
}

/** Adds the files that were not taken yet, those first that are public. */
async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  {
    taken,
    entries,
    leftOut,
    damaged,
  }: Record<'leftOut' | 'damaged', string[]> & { taken: Set<string>; entries: Entry[] },
): Promise<void> {
  for (const [place, folder] of Object.entries(storeFolders(dataDir))) {
    for (const file of (await readdir(folder).catch(none)).sort()) {
      const name = `${place}/${file}`
      // Half a file, which a writer that was ended has left or another is just writing.
      if (taken.has(name) || file.endsWith('.part')) continue
      taken.add(name)
      const source = path.join(folder, file)
      const entry = await archive.addFile(name, source)
      if (entry === 'damaged') damaged.push(name)
      else if (entry) entries.push(entry)
      else if (existsSync(source)) leftOut.push(name)
    }
  }
}

function none(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

function refuseBadTarget(dataDir: string, target: string, force: boolean): void {
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new DataError(`${target} is a folder: name the file in it, such as ${path.join(target, 'padavu.tar')}`)
  if (existsSync(target) && !force) throw new DataError(`${target} is there already; --force replaces it`)
  for (const folder of Object.values(storeFolders(dataDir))) {
    // The server would hand it to everyone.
    if (target.startsWith(path.resolve(folder) + path.sep))
      throw new DataError(`${target} is a place for learners' files`)
  }
}
