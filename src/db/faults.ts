/**
 * What is wrong with the data, not with the request: `full` there is no room to store anything, `unwritable` the disk or the
 * database takes no writes, `damaged` what stands on the disk is not what was stored, `denied` the user of the database lacks a
 * right, `away` the database does not answer, or not in time.
 */
export type Fault = 'full' | 'unwritable' | 'damaged' | 'denied' | 'away'

/** SQLite's primary result codes; the upper bits of `errcode` say more. */
const ofSqlite: Record<number, Fault> = {
  5: 'away', // BUSY: another program holds the file
  6: 'away', // LOCKED
  8: 'unwritable', // READONLY
  10: 'unwritable', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unwritable', // CANTOPEN
  26: 'damaged', // NOTADB
}

/** An extended code that its primary one is wrong about: the disk has no room for the index of the log (IOERR_SHMSIZE). */
const NO_ROOM_FOR_INDEX = 4874

/** SQLite's primary result code of an error, as it is meant. */
export function sqliteCode(errcode: number): number {
  return errcode === NO_ROOM_FOR_INDEX ? 13 : errcode & 0xff
}

/** SQLSTATEs, and classes of them by two characters. What stands here in full goes before its class. */
const ofPostgres: Record<string, Fault> = {
  '08': 'away', // connection exceptions
  '28': 'away', // who may log in has changed
  '53': 'away', // too many connections, out of memory
  '53100': 'full',
  '58': 'unwritable', // input and output
  '25006': 'unwritable', // a transaction that only reads: a standby, or a primary that was closed for writing
  '25P03': 'away', // ended while idle in a transaction
  '3D000': 'away', // no such database: it is being put in place again
  '42501': 'denied', // insufficient privilege
  '40001': 'away', // two that cannot both be right, and a deadlock: the same again may go well
  '40P01': 'away',
  '55P03': 'away', // waited too long for a lock
  '57014': 'away', // took too long
  '57P01': 'away', // the server stops, has crashed, does not take connections yet, has dropped the database
  '57P02': 'away',
  '57P03': 'away',
  '57P04': 'away',
  '57P05': 'away',
  XX001: 'damaged', // data, index
  XX002: 'damaged',
}

/** System errors of a disk. */
const ofDisk: Record<string, Fault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'unwritable',
  EIO: 'unwritable',
}

/** System errors of a connection to the database. Those of other connections have the same codes. */
const ofConnection: Record<string, Fault> = {
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
}

/** Messages of pg and its pool that come without a code when a connection is gone, or none is to be had. */
const connectionMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after|Postgres connection has been discarded)/

/** Message of Kysely after the database was closed. */
const CLOSED = 'driver has already been destroyed'

/** Properties of errors that faults are known by. */
interface StorageError extends Error {
  code?: unknown
  errcode?: unknown
  origin?: unknown
}

/**
 * Marks an error of the connection to the database. ECONNRESET is also the error of a client that breaks off its request, and
 * of a provider that breaks off its reply.
 * @returns the same error
 */
export function markDatabaseError<Thrown>(error: Thrown): Thrown {
  if (error instanceof Error) (error as StorageError).origin = 'database'
  return error
}

/**
 * The fault of the data that an error tells of; undefined for every other error. Codes of SQLite, of PostgreSQL (SQLSTATE) and
 * of disks name their origin. Errors of connections count when they are marked as the database's.
 */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, origin } = error as StorageError
  if (code === 'ERR_SQLITE_ERROR') return ofSqlite[sqliteCode(Number(errcode))]
  const isOfDatabase = origin === 'database'
  if (typeof code !== 'string')
    return error.message === CLOSED || (isOfDatabase && connectionMessage.test(error.message)) ? 'away' : undefined
  const known = ofDisk[code] ?? ofPostgres[code] ?? (code.length === 5 ? ofPostgres[code.slice(0, 2)] : undefined)
  return known ?? (isOfDatabase ? ofConnection[code] : undefined)
}

/** Whether this process had closed the database before the statement came. */
export function isClosedDatabase(error: unknown): boolean {
  return error instanceof Error && error.message === CLOSED
}

/** SQLSTATEs, system errors and messages of a connection that ended during a statement. */
const endedState = /^(08...|57P0[12])$/
const endedCode = /^(ECONNRESET|EPIPE|ETIMEDOUT)$/
const endedMessage = /^(Connection terminated|Query read timeout)/

/**
 * Whether a transaction that failed with this error may be stored all the same: its commit was on its way when the connection
 * or the database ended. What stored rows would need must not be taken away then.
 */
export function mayBeStored(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, origin, message } = error as StorageError
  if (typeof code === 'string' && endedState.test(code)) return true
  return origin === 'database' && (typeof code === 'string' ? endedCode.test(code) : endedMessage.test(message))
}

/** The code by which the database or the system names an error; where there is none, its message. */
export function nameOf(error: unknown): string {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown }
  return String(errcode ?? code ?? message)
}
