import type { Context as HonoContext } from 'hono'
import type { Config } from '#core/config.ts'
import { isLoopbackHost } from '#core/serving-problem.ts'
import type { Services } from '#core/context.ts'

/** Headers that name whom a proxy asks for. */
const asked = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Other headers that only a proxy sets. */
const traces = ['via', 'cdn-loop', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'x-original-forwarded-for']

/**
 * Whether something of a request shows that it came through a proxy. One that says nothing at all is still known by what it
 * speaks (HTTP/1.0, as nginx does unless told otherwise) and by the page that its visitor came from.
 */
export function cameThroughProxy(c: HonoContext): boolean {
  const { headers } = c.req.raw
  for (const name of headers.keys()) {
    if (asked.includes(name) || traces.includes(name) || name.startsWith('x-forwarded-')) return true
  }
  const { incoming } = (c.env ?? {}) as { incoming?: { httpVersion?: string } }
  if (incoming?.httpVersion === '1.0') return true
  return ['referer', 'origin'].some((name) => {
    const from = headers.get(name)
    return from !== null && !isLoopbackAddress(from)
  })
}

function isLoopbackAddress(text: string): boolean {
  return URL.canParse(text) && isLoopbackHost(new URL(text).hostname)
}

/**
 * Warns once in the life of a process when requests say whom they are for and no proxy is trusted: limits then take all learners
 * for one. @returns what looks at a request
 */
export function unknownProxyWarning(
  { TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>,
  log: Services['log'],
): (header: (name: string) => string | undefined, peer: string) => void {
  let told = TRUSTED_PROXIES !== ''
  return (headerOf, peer) => {
    if (told) return
    const header = asked.find((name) => headerOf(name) !== undefined)
    if (header === undefined) return
    told = true
    log.warn(
      { peer, header },
      `A request says whom it was forwarded for, and no proxy is trusted: limits take all its callers for one. If ${peer} is your proxy, set TRUSTED_PROXIES=${peer}`,
    )
  }
}
