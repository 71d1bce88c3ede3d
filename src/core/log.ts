import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

/** Bytes written at once: as many as a pipe takes without mixing in what another process writes. */
const WRITTEN_AT_ONCE = 4096
/** Bytes that wait to be written together, and for how many milliseconds at most. */
const COLLECTED = 2048
const COLLECTED_FOR = 250

/** Characters of an error's message and of its stack that are logged: what stays readable, and a line stays one write. */
const LONGEST_MESSAGE = 1000
const LONGEST_STACK = 2000

/** The log of a process. */
export interface OpenLog {
  log: Logger
  /** Writes what waits. */
  close: () => void
}

/** The log of this process on its standard output, one line of JSON an entry; with several processes each names itself. */
export function openLog(config: Config): OpenLog {
  const destination = pino.destination({ sync: false, minLength: COLLECTED, maxWrite: WRITTEN_AT_ONCE })
  const base = config.WEB_CONCURRENCY > 1 ? { pid: process.pid } : null
  const log = pino(
    { level: config.LOG_LEVEL, base, serializers: { err: loggedError }, hooks: { streamWrite: withoutControls } },
    destination,
  )
  const flushing = setInterval(() => destination.flush(), COLLECTED_FOR).unref()
  return {
    log,
    close: () => {
      clearInterval(flushing)
      destination.flushSync()
    },
  }
}

/**
 * What JSON lets stand in a text and a terminal or a reader of lines may obey: DEL, the second set of controls (one begins
 * escape codes), the other line ends, marks that turn the letters around them.
 */
const control = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const controls = new RegExp(control, 'g')

/** @param line JSON, so that these stand in texts alone and may be written as escapes */
export function withoutControls(line: string): string {
  if (!control.test(line)) return line
  return line.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What an error says without the values of the row it is about, which PostgreSQL adds: they may be somebody's phone. */
export function loggedError(error: Error): object {
  const logged: Partial<ReturnType<typeof pino.stdSerializers.err>> = { ...pino.stdSerializers.err(error) }
  return {
    ...logged,
    message: logged.message?.slice(0, LONGEST_MESSAGE),
    stack: logged.stack?.slice(0, LONGEST_STACK),
    detail: undefined,
    where: undefined,
  }
}
