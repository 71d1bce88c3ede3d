import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { makeFolderSync } from '#lib/server/durable.ts'
import { makeEmptyFolderPrivate } from '#lib/server/private-data.ts'
import { reasonOf } from '#lib/server/system-errors.mjs'
import { createDataFile } from './create.ts'
import type { Database, Engine } from './database.ts'
import { DATABASE_NAME, examineData } from './examine.ts'
import type { Bounds } from './postgres/bounds.ts'
import { postgresPool, type Connections } from './postgres/pool.ts'
import type { QueryListener } from './statements/query-event.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import { describePostgresRefusal, fileProblem, StartError } from './start-error.ts'

export interface OpenDatabase {
  db: Kysely<Database>
  engine: Engine
  /** Connections to PostgreSQL, and who waits for one. */
  connections?: () => Connections
  close: () => Promise<void>
}

/** Connections that a program keeps to PostgreSQL unless it is told how many. */
const POOL = 16

/**
 * How SQLite is used. What somebody deletes is overwritten in the file, not only no longer found. FULL, because an answer
 * that was acknowledged must survive a power cut, not only a crash of the process.
 */
export const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
  pragma cache_size = -32000;
  pragma temp_store = memory;
`

/**
 * Opens the database: PostgreSQL when an address is given, otherwise SQLite in the data folder.
 * @throws StartError when the folder cannot be written, the data file is damaged or the server cannot be reached
 */
export async function openDatabase(where: {
  databaseUrl?: string | undefined
  /** Connections to PostgreSQL, at most. */
  pool?: number
  /** How long PostgreSQL may take for a statement; without them as long as it takes. */
  bounds?: Bounds
  dataDir: string
  /** Is told of every statement. */
  onQuery?: QueryListener | undefined
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, onQuery, bounds } = where
  return databaseUrl
    ? openPostgres(databaseUrl, { max: where.pool ?? POOL, bounds }, onQuery)
    : openSqlite(dataDir, onQuery)
}

function openSqlite(dataDir: string, onQuery: QueryListener | undefined): OpenDatabase {
  const file = path.join(dataDir, DATABASE_NAME)
  const isThere = examineData(dataDir)
  ensureWritable(dataDir)
  const database = openDataFile(file, isThere)
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database, onQuery) })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

/** @throws StartError when the file, or its folder, cannot be opened or written */
function openDataFile(file: string, isThere: boolean): DatabaseSync {
  try {
    if (!isThere) createDataFile(file)
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec(PRAGMAS)
    return database
  } catch (error) {
    const problem = fileProblem(error)
    if (!problem) throw error
    throw new StartError(`DATA_DIR: ${path.resolve(file)} cannot be used: ${problem.reason}. ${problem.advice}`)
  }
}

/** How long a replica may take to answer. Afterwards the primary does, for all who wait; a replica that hangs costs it once. */
const REPLICA_PATIENCE = { connectionTimeoutMillis: 1000, query_timeout: 2000 }

/** Opens a replica for reading. Whether it can be reached shows with the first query. */
export function openReplica(url: string, pool = POOL, onQuery?: QueryListener): OpenDatabase {
  return postgres(url, { max: pool, ...REPLICA_PATIENCE }, onQuery)
}

async function openPostgres(
  url: string,
  limits: Parameters<typeof postgresPool>[1],
  onQuery: QueryListener | undefined,
): Promise<OpenDatabase> {
  const opened = postgres(url, { ...limits, connectionTimeoutMillis: 10_000 }, onQuery)
  try {
    await sql`select 1`.execute(opened.db)
  } catch (error) {
    await opened.close()
    const { message, code } = error as { message?: string; code?: string }
    throw new StartError(describePostgresRefusal(error) ?? `DATABASE_URL: cannot reach PostgreSQL (${message || code})`)
  }
  return opened
}

function postgres(
  url: string,
  limits: Parameters<typeof postgresPool>[1],
  onQuery: QueryListener | undefined,
): OpenDatabase {
  const { db, connections } = postgresPool(url, limits, onQuery)
  return { db, engine: 'postgres', connections, close: () => db.destroy() }
}

/** @throws StartError */
export function ensureWritable(dataDir: string): void {
  try {
    makeFolderSync(dataDir)
    makeEmptyFolderPrivate(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot write to ${path.resolve(dataDir)}: ${reasonOf(error) ?? String(error)}`)
  }
}
