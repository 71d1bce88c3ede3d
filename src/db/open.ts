import { mkdirSync, accessSync, constants } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Engine } from './database.ts'
import { statementName } from './prepared.ts'
import { toldLater, type QueryListener } from './query-event.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import { StartError } from './start-error.ts'

export interface OpenDatabase {
  db: Kysely<Database>
  engine: Engine
  /** Connections to PostgreSQL: how many there are, how many of them are idle, and how many callers wait for one. */
  connections?: () => { total: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/** PostgreSQL sends 64-bit integers as text, because they may not fit; ours are instants and counts, which do. */
const INT8 = 20
const NUMERIC = 1700

/** Connections that a program keeps to PostgreSQL unless it is told how many. */
const POOL = 16

/**
 * Opens the database: PostgreSQL when an address is given, otherwise SQLite in the data folder.
 * @throws StartError when the folder cannot be written or the server cannot be reached
 */
export async function openDatabase(where: {
  databaseUrl?: string | undefined
  /** Connections to PostgreSQL, at most. */
  pool?: number
  dataDir: string
  /** Is told of every statement. */
  onQuery?: QueryListener | undefined
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, onQuery } = where
  return databaseUrl ? openPostgres(databaseUrl, where.pool ?? POOL, onQuery) : openSqlite(dataDir, onQuery)
}

function openSqlite(dataDir: string, onQuery: QueryListener | undefined): OpenDatabase {
  ensureWritable(dataDir)
  const database = new DatabaseSync(path.join(dataDir, 'padavu.db'), { timeout: 5000 })
  // What somebody deletes is overwritten in the file, not only no longer found.
  // FULL, because an answer that was acknowledged must survive a power cut, not only a crash of the process.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma secure_delete = on;
    pragma cache_size = -32000;
    pragma temp_store = memory;
  `)
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database, onQuery) })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

/** How long a replica may take to answer: without it the primary does. */
const REPLICA_PATIENCE = { connectionTimeoutMillis: 2000, query_timeout: 5000 }

/** Opens a replica for reading. Whether it can be reached shows with the first query. */
export function openReplica(url: string, pool = POOL, onQuery?: QueryListener): OpenDatabase {
  return postgres(url, { max: pool, ...REPLICA_PATIENCE }, onQuery)
}

async function openPostgres(url: string, most: number, onQuery: QueryListener | undefined): Promise<OpenDatabase> {
  const opened = postgres(url, { max: most, connectionTimeoutMillis: 10_000 }, onQuery)
  try {
    await sql`select 1`.execute(opened.db)
  } catch (error) {
    await opened.close()
    throw new StartError(
      `DATABASE_URL: cannot reach PostgreSQL (${(error as Error).message || (error as { code?: string }).code})`,
    )
  }
  return opened
}

function postgres(url: string, limits: pg.PoolConfig, onQuery: QueryListener | undefined): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    ...limits,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (oid === INT8 || oid === NUMERIC) && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // A lost idle connection is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', keepPlans)
  if (onQuery) pool.on('connect', (client) => tellOf(client, onQuery))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { db, engine: 'postgres', connections, close: () => db.destroy() }
}

/**
 * Lets a connection keep the prepared queries with their plans: to plan the save of an answer takes PostgreSQL longer than
 * to run it. A pooler between must know prepared statements, as PgBouncer does from 1.21 on.
 */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}

/** Tells of every statement of a connection. */
function tellOf(client: pg.PoolClient, onQuery: QueryListener): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, ...rest: unknown[]) => {
    const answer = query(text, ...rest)
    return typeof text === 'string' && answer instanceof Promise ? toldLater(onQuery, text, answer) : answer
  }) as typeof client.query
}

/** @throws StartError */
export function ensureWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot write to ${path.resolve(dataDir)} (${(error as { code?: string }).code})`)
  }
}
