import { ConfigError } from '#api/config.ts'
import { faultOf, type Fault } from '#db/faults.ts'
import { StartError } from '#db/start-error.ts'

/** What goes wrong with the data while a server brings them up to date. */
const faults: Record<Fault, string> = {
  full: 'The disk is full',
  unwritable: 'The data cannot be written',
  away: 'The database does not answer, or not in time',
}

/** One line for what the person at the keyboard can mend; undefined for what only we can. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  const fault = faultOf(error)
  return fault && `${faults[fault]} (${(error as Error).message})`
}

/** Tells the person who starts it why it does not, and ends this process. */
export function giveUp(why: string): never {
  console.error(`Padavu cannot start. ${why}`)
  process.exit(1)
}
