import type { Logger } from 'pino'

/** Standard output as it was at the start, before what others write there became lines of the log. */
const terminal = process.stdout.isTTY ? process.stdout.write.bind(process.stdout) : undefined

/**
 * Says a line to whoever started the server, whatever LOG_LEVEL is: where it is, or a code of a demo. It is plain at a
 * terminal, where a newcomer looks for it, and a line of the log everywhere else.
 */
export function say(log: Logger, line: string): void {
  if (terminal) terminal(`${line}\n`)
  else log.child({}, { level: 'info' }).info(line)
}
