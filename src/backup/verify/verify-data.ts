import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findShared, type SharedNames } from '#lib/server/private-data.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { DATABASE_NAME } from '../archive/manifest.ts'
import { compareFiles, filesNamedIn, filesNamedInPostgres, type FileProblems } from '../archive/named-files.ts'
import { inPostgres } from '../postgres-data.ts'
import { refuseNoData } from '../sqlite-file.ts'
import { logProblems, logProblemsIn } from './verify-log.ts'

/** Problems of a database that are told. */
const MOST_TOLD = 20

export interface DataState extends FileProblems {
  /** What SQLite finds wrong in the data file; PostgreSQL checks itself (`pg_amcheck`). */
  database: string[]
  /** What is wrong with the log of staff. */
  log: string[]
  /** Files that rows name. */
  files: number
  permissions: SharedNames
}

/**
 * Reads all data where they are, while a server works on them or not: the whole data file, the log of staff from its
 * beginning, and each file that rows name.
 * @throws DataError where there are none, StartError where they cannot be opened
 */
export async function verifyData(
  where: { dataDir: string; databaseUrl: string | undefined },
  files: FileStore,
): Promise<DataState> {
  const { names, database, log } = await (where.databaseUrl ? ofPostgres(where.databaseUrl) : ofFolder(where.dataDir))
  const named = await names()
  const { damaged, missing } = await compareFiles(named, files.check)
  // One that was replaced while the others were read is missed by nobody.
  const still = missing.length > 0 ? await names() : named
  return {
    database,
    log,
    files: named.size,
    damaged,
    missing: missing.filter((name) => still.has(name)),
    permissions: await findShared(where.dataDir),
  }
}

/** How the names are found, now and again, and what is wrong with the database. */
interface Source {
  names: () => Promise<Set<string>>
  database: string[]
  log: string[]
}

async function ofFolder(dataDir: string): Promise<Source> {
  refuseNoData(dataDir)
  const open = () => new DatabaseSync(path.join(dataDir, DATABASE_NAME), { readOnly: true, timeout: 5000 })
  const read = <T>(work: (database: DatabaseSync) => T): T => {
    const database = open()
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const database = read((opened) => {
    try {
      const rows = opened.prepare(`pragma integrity_check(${MOST_TOLD})`).all()
      return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok')
    } catch (error) {
      return [(error as Error).message]
    }
  })
  // Rows of a damaged database may be anything.
  const log = database.length > 0 ? [] : await logProblemsIn(open())
  return { names: async () => (database.length > 0 ? new Set() : read(filesNamedIn)), database, log }
}

const ofPostgres = async (databaseUrl: string): Promise<Source> => ({
  names: () => inPostgres(databaseUrl, filesNamedInPostgres),
  database: [],
  log: await inPostgres(databaseUrl, logProblems),
})
