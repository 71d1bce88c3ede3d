import type { Services } from '#core/context.ts'

/**
 * What happens to errors that nobody caught: one line of the log each. A promise that failed while nobody waited for it
 * leaves everything else as it was, and the process goes on; after an error out of the event loop itself nobody knows what
 * was left half done, and the process ends.
 * @param end ends it in order: what is under way is still answered
 */
export function onSurprise(
  { log, faults }: Pick<Services, 'log'> & Partial<Pick<Services, 'faults'>>,
  end: () => void,
) {
  process.on('unhandledRejection', (reason) => {
    if (!faults?.note(reason, { caught: 'nowhere' })) log.error({ err: asError(reason) }, 'an error nobody waited for')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: asError(error) }, 'an error nobody caught: this process ends')
    end()
  })
}

/** Anything can be thrown. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
