import { describeSystemError } from '#lib/server/system-errors.mjs'
import { faultOf, sqliteCode, type Fault } from './faults.ts'

/** Something outside the program keeps the server from starting; the message is for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

const PERMISSIONS = 'Change the permissions of the file and its folder, or mount the disk for writing'
const RESTORE = 'a damaged file is replaced by a backup: docs/data.md'

/** Reasons and advice by SQLite's primary result code, for errors of the file, the disk or another program. */
const ofTheFile: Record<number, readonly [reason: string, advice: string]> = {
  3: ['this user may not open it', PERMISSIONS],
  5: ['another program holds it', 'End that program'],
  8: ['this user, or the disk, lets nobody write it', PERMISSIONS],
  10: ['the disk failed', `Make room or mend the disk; ${RESTORE}`],
  11: ['it is damaged', `Keep a copy of it; ${RESTORE}`],
  13: ['the disk is full', 'Make room'],
  14: ['it cannot be opened', PERMISSIONS],
  26: ['it is not a SQLite database', `Put the right file in its place; ${RESTORE}`],
}

/** Explains an error of the data file itself; undefined for any other error. */
export function fileProblem(error: unknown): { reason: string; advice: string } | undefined {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string }
  if (code !== 'ERR_SQLITE_ERROR') return undefined
  const [reason, advice] = ofTheFile[sqliteCode(Number(errcode))] ?? []
  return reason && advice ? { reason: `${reason} (${message})`, advice } : undefined
}

/** Reasons and advice by SQLSTATE, for what the user of DATABASE_URL may not do. */
const ofPostgres: Record<string, readonly [reason: string, advice: string]> = {
  '28P01': ['PostgreSQL does not accept the password', 'Check user and password'],
  '28000': ['PostgreSQL does not let this user log in', "Give the user LOGIN, and check PostgreSQL's pg_hba.conf"],
  '3D000': ['PostgreSQL has no such database', 'Create it, or check the name'],
  '42501': [
    'PostgreSQL refuses a right to this user',
    'Grant it, or make the user the owner of database and schema: docs/operating.md',
  ],
  '3F000': ['PostgreSQL has no schema that this user may use', 'Make the user the owner of it: docs/operating.md'],
  '25006': ['PostgreSQL only reads here', 'Name the primary, or allow writing'],
  '53300': ['PostgreSQL has no connection left', 'Raise max_connections, or lower DATABASE_POOL'],
}

/** Explains what PostgreSQL refuses to the user of DATABASE_URL, in one line; undefined for any other error. */
export function describePostgresRefusal(error: unknown): string | undefined {
  const { code = '', message } = error as { code?: string; message?: string }
  const [reason, advice] = (Object.hasOwn(ofPostgres, code) ? ofPostgres[code] : undefined) ?? []
  return reason && `DATABASE_URL: ${reason} (${message}). ${advice}`
}

/** What goes wrong with the data while they are brought up to date. */
const faults: Record<Fault, string> = {
  full: 'The disk is full',
  unwritable: 'The data cannot be written',
  damaged: 'The data are damaged, restore a backup: docs/data.md',
  denied: 'The database refuses a right to this user',
  away: 'The database does not answer, or not in time',
}

/** One line for the person who starts something, of what that person can mend; undefined for what only we can. */
export function startRefusal(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  const problem = fileProblem(error)
  // Nothing is damaged: whoever reads of backups now may restore one in vain.
  if (problem && faultOf(error) === 'full')
    return `The disk of the data is full (${(error as Error).message}): make room`
  if (problem) return `DATA_DIR: padavu.db cannot be used: ${problem.reason}. ${problem.advice}`
  const line = describePostgresRefusal(error) ?? describeSystemError(error)
  if (line !== undefined) return line
  const fault = faultOf(error)
  return fault && `${faults[fault]} (${(error as Error).message})`
}
