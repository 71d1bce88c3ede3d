import { stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pino'

/** Standard error as it was at the start. */
const standardError = process.stderr.write.bind(process.stderr)

/** Writes a plain line for the person at the keyboard. */
export function printError(line: string): void {
  standardError(`${line}\n`)
}

/**
 * Makes a line of the log of everything that this process would write beside it: the console of Astro, of React and of any
 * package, Node's warnings, and the error that ends the process. What strangers send stands in some of it, and a reader of
 * the log must be able to believe its lines.
 */
export function logEverything(log: Logger): void {
  process.stdout.write = written((text) => log.info({ by: 'stdout' }, text))
  process.stderr.write = written((text) => log.error({ by: 'stderr' }, text))
  // Node's own listener writes to the terminal itself.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'))
  process.on('uncaughtException', (error, origin) => {
    // Is written at once.
    log.fatal({ err: error, origin }, 'the process ends')
    process.exit(1)
  })
}

/** What takes the place of a stream's `write`, in each of its forms. */
function written(note: (text: string) => void): typeof process.stdout.write {
  return (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const said = stripVTControlCharacters(text).trimEnd()
    if (said !== '') note(said)
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') process.nextTick(callback as () => void)
    return true
  }
}
