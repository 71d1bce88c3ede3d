import { Kysely, PostgresAdapter, PostgresDialect, type Driver } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { markDatabaseError } from '../faults.ts'
import { keepCause } from '../keep-cause.ts'
import { statementName } from '../statements/prepared.ts'
import { toldLater, type QueryListener } from '../statements/query-event.ts'
import { settingBounds, type Bounds } from './bounds.ts'
import { watchWaits } from './waits.ts'

/** PostgreSQL sends 64-bit integers as text, because they may not fit; ours are instants and counts, which do. */
const INT8 = 20
const NUMERIC = 1700

/** After so many milliseconds without a word the system asks whether the other end is still there. */
const KEEP_ALIVE = 10_000

/** What a pool tells of its connections. */
export interface Connections {
  total: number
  idle: number
  /** Callers that wait for one of these; who waits for a new one is not among them. */
  waiting: number
  /** All that callers have waited until they had one, a new one or a pooler's included, in milliseconds. */
  waited: number
}

/** Connections to PostgreSQL, made when they are needed. Losing one costs what was under way on it, and nothing else. */
export function postgresPool(
  url: string,
  { bounds, ...limits }: pg.PoolConfig & { bounds?: Bounds | undefined },
  onQuery: QueryListener | undefined,
): { db: Kysely<Database>; connections: () => Connections } {
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    ...limits,
    // The pool waits for what it returns, which its types do not say.
    ...(bounds && { onConnect: (client: pg.ClientBase): unknown => client.query(settingBounds(bounds)) }),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (oid === INT8 || oid === NUMERIC) && format !== 'binary'
          ? Number
          : (pg.types.getTypeParser(oid, format as 'text') as unknown)) as typeof pg.types.getTypeParser,
    },
  })
  // A lost idle connection is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', outliveLoss)
  pool.on('connect', keepPlans)
  if (onQuery) pool.on('connect', (client) => tellOf(client, onQuery))
  const dialect = new PostgresDialect({ pool })
  const waits = watchWaits()
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => waits.of(markNoConnection(keepCause(dialect.createDriver()))),
      createIntrospector: (of) => dialect.createIntrospector(of),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  const connections = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    waited: waits.waited(),
  })
  return { db, connections }
}

/**
 * Migrations have a lock of their own, which ends with its transaction. Kysely's belongs to the connection: it outlives a
 * transaction that fails, is lost behind a pooler, and lets what waits for a table wait for an hour.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Marks the error of a caller who gets no connection. */
function markNoConnection(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = (...given) =>
    acquire(...given).catch((error: unknown) => {
      throw markDatabaseError(error)
    })
  return driver
}

/**
 * Lets a process outlive a connection that is lost while it is used: the pool listens to idle ones alone, and an error that
 * nobody listens to ends the process. The statement under way fails with the error, which is marked as the database's. A
 * connection that the server has given up is not lent again, though it takes a moment until its end is heard of. Statements
 * of a transaction that has failed already fail with the error that it failed with.
 */
function outliveLoss(client: pg.PoolClient): void {
  client.on('error', () => {})
  let cause: unknown
  const refuse = (error: unknown): never => {
    if ((error as { code?: string }).code !== TRANSACTION_ABORTED) cause = error
    if (isFinal(markDatabaseError(cause ?? error))) end(client)
    throw cause ?? error
  }
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    const answer = query(...given)
    return answer instanceof Promise ? answer.catch(refuse) : answer
  }) as typeof client.query
}

/** SQLSTATE of each statement in a transaction after one that failed. */
const TRANSACTION_ABORTED = '25P02'

/** After it the server says nothing more on this connection, or nothing that anybody would wait for. */
function isFinal(error: unknown): boolean {
  const { severity = '', message } = error as { severity?: string; message?: string }
  return severity === 'FATAL' || severity === 'PANIC' || message === 'Query read timeout'
}

/** What is being ended goes back to no pool. */
function end(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => {})
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
