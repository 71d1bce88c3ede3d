import { faultOf, sqliteCode, type Fault } from './faults.ts'

/** Something outside the program keeps the server from starting; the message is for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** SQLite's primary result codes that tell of the file, the disk or another program, and not of our statements. */
const ofTheFile: Record<number, string> = {
  3: 'this user may not open it',
  5: 'another program holds it',
  8: 'this user, or the disk, lets nobody write it',
  10: 'the disk failed',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not a SQLite database',
}

/** What SQLite finds wrong with the data file itself; undefined for any other error. */
export function fileProblem(error: unknown): string | undefined {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string }
  if (code !== 'ERR_SQLITE_ERROR') return undefined
  const problem = ofTheFile[sqliteCode(Number(errcode))]
  return problem && `${problem} (${message})`
}

/** What goes wrong with the data while they are brought up to date. */
const faults: Record<Fault, string> = {
  full: 'The disk is full',
  unwritable: 'The data cannot be written',
  damaged: 'The data are damaged, restore a backup: docs/data.md',
  away: 'The database does not answer, or not in time',
}

/** One line for the person who starts something, of what that person can mend; undefined for what only we can. */
export function startRefusal(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  const problem = fileProblem(error)
  // Nothing is damaged: whoever reads of backups now may restore one in vain.
  if (problem && faultOf(error) === 'full')
    return `The disk of the data is full (${(error as Error).message}): make room`
  if (problem) {
    return `The data file cannot be used: ${problem}. Make room or mend the disk; a damaged file is replaced by a backup: docs/data.md`
  }
  const fault = faultOf(error)
  return fault && `${faults[fault]} (${(error as Error).message})`
}
