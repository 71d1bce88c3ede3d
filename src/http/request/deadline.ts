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

/** A reply that is being made. */
interface Making {
  until: number
  /** The request, where it comes over a connection: it is there when it is complete. */
  incoming: { complete: boolean } | undefined
  late: () => void
}

/**
 * Answers 503 in place of work that does not come to an end, so that nobody waits for it. The time counts from when the whole
 * request is there, and until the reply begins: how long it is sent, such as a film or a download, is no matter.
 */
export function deadline({ log }: Pick<Services, 'log'>, ms: number = REPLY_MS): MiddlewareHandler {
  const watch = watchOver(ms)
  return (c, next) =>
    new Promise((resolve, reject) => {
      // Requests that are made in-process are there at once.
      const { incoming } = (c.env ?? {}) as Partial<Making>
      const done = watch(incoming, () => resolve(lateReply(c, log)))
      next().then(
        () => {
          done()
          resolve()
        },
        (error: unknown) => {
          done()
          reject(error as Error)
        },
      )
    })
}

/**
 * One timer for all replies: all may take as long, so the one that was begun first is due first.
 * @returns what watches over a reply; it returns what is called when that is made
 */
function watchOver(ms: number): (incoming: Making['incoming'], late: () => void) => () => void {
  const making = new Set<Making>()
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const [first] = making
    timer = first && setTimeout(look, Math.max(1, first.until - performance.now())).unref()
  }
  const look = () => {
    const now = performance.now()
    for (const one of making) {
      if (one.until > now) break
      making.delete(one)
      if (one.incoming?.complete === false) making.add(Object.assign(one, { until: now + ms }))
      else one.late()
    }
    wait()
  }
  return (incoming, late) => {
    const one = { until: performance.now() + ms, incoming, late }
    making.add(one)
    if (timer === undefined) wait()
    return () => making.delete(one)
  }
}

function lateReply(c: HonoContext, log: Services['log']): Response {
  const { requestId } = requestOf(c)
  log.error({ req: requestId, method: c.req.method, path: loggedPath(c.req.path) }, 'no reply in time')
  const message = 'This is taking too long. Please try again.'
  c.header('cache-control', 'no-store')
  c.header('retry-after', '10')
  return c.json(errorBody({ status: 503, message }, requestId), 503)
}
