import type { MiddlewareHandler } from 'hono'
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
 */
export function deadline({ log }: Pick<Services, 'log'>, ms: number = REPLY_MS): MiddlewareHandler {
  return async (c, next) => {
    // Requests that are made in-process are there at once.
    const incoming = (c.env as { incoming?: { complete: boolean } } | undefined)?.incoming
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      const wait = () => {
        timer = setTimeout(() => (incoming?.complete === false ? wait() : resolve('late')), ms)
      }
      wait()
    })
    const first = await Promise.race([next(), late]).finally(() => clearTimeout(timer))
    if (first !== 'late') return
    const { requestId } = requestOf(c)
    log.error({ req: requestId, method: c.req.method, path: loggedPath(c.req.path) }, 'no reply in time')
    const message = 'This is taking too long. Please try again.'
    c.header('cache-control', 'no-store')
    c.header('retry-after', '10')
    return c.json(errorBody({ status: 503, message }, requestId), 503)
  }
}
