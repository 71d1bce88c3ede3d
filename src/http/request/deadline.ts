import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Services } from '#core/context.ts'
import { errorBody } from '#core/calls/error-body.ts'
import { loggedPath, requestOf } from './request.ts'

/**
 * How long the making of a reply may take: longer than the slowest that we ask ourselves, a bucket of files, and not so long
 * that a proxy in front gives up first, which many do after a minute.
 */
const REPLY_MS = 45 * SECOND

/**
 * Answers 503 in place of work that does not come to an end, so that nobody waits for it. The time counts from when the whole
 * request is there, and until the reply begins: how long it is sent, such as a film or a download, is no matter.
 *
 * Node keeps timers that last equally long in a list and wakes up for the first. A Set in its place would make itself anew
 * every few replies, and what it was before would keep what those were made from until all memory is looked through.
 */
export function deadline({ log }: Pick<Services, 'log'>, ms: number = REPLY_MS): MiddlewareHandler {
  return (c, next) =>
    new Promise((resolve, reject) => {
      // Requests that are made in-process are there at once.
      const { incoming } = (c.env ?? {}) as { incoming?: { complete: boolean } }
      const timer = setTimeout(() => {
        if (incoming?.complete === false) timer.refresh()
        else resolve(lateReply(c, log))
      }, ms).unref()
      next().then(
        () => {
          clearTimeout(timer)
          resolve()
        },
        (error: unknown) => {
          clearTimeout(timer)
          reject(error as Error)
        },
      )
    })
}

function lateReply(c: HonoContext, log: Services['log']): Response {
  const { requestId } = requestOf(c)
  log.error({ req: requestId, method: c.req.method, path: loggedPath(c.req.path) }, 'no reply in time')
  const message = 'This is taking too long. Please try again.'
  c.header('cache-control', 'no-store')
  c.header('retry-after', '10')
  return c.json(errorBody({ status: 503, message }, requestId), 503)
}
