import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'

/** Bytes written at once: as many as a pipe takes without mixing in what another process writes. */
const WRITTEN_AT_ONCE = 4096
/** Bytes that wait to be written together, and for how many milliseconds at most. */
const COLLECTED = 2048
const COLLECTED_FOR = 250

/** The log of this process on its standard output, one line of JSON an entry; with several processes each names itself. */
export function openLog(config: Config): { log: Logger; close: () => void } {
  const destination = pino.destination({ sync: false, minLength: COLLECTED, maxWrite: WRITTEN_AT_ONCE })
  const base = config.WEB_CONCURRENCY > 1 ? { pid: process.pid } : null
  const log = pino({ level: config.LOG_LEVEL, base, serializers: { err: loggedError } }, destination)
  const flushing = setInterval(() => destination.flush(), COLLECTED_FOR).unref()
  return {
    log,
    close: () => {
      clearInterval(flushing)
      destination.flushSync()
    },
  }
}

/** What an error says without the values of the row it is about, which PostgreSQL adds: they may be somebody's phone. */
export function loggedError(error: Error): object {
  return { ...pino.stdSerializers.err(error), detail: undefined, where: undefined }
}
