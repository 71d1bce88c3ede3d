import { ConfigError } from '#core/config.ts'
import { startRefusal } from '#db/start-error.ts'
import { printError } from './one-log.ts'

/** One line for what the person at the keyboard can mend; undefined for what only we can. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof ConfigError ? error.message : startRefusal(error)
}

/** Tells the person who starts it why it does not, and ends this process. */
export function giveUp(why: string): never {
  printError(`Padavu cannot start. ${why}`)
  process.exit(1)
}
