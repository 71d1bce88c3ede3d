import type { Context as HonoContext, MiddlewareHandler, Next } from 'hono'
import { countPage, type PageOutcome } from './page-metrics.ts'
import { siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { isOfSite, isOneForCaches, isSettled, NO_PAGE } from './page-address.ts'
import type { PageMemory } from './page-memory.ts'
import { closedPolicy } from './page-policy.ts'
import { copyFor, pageOf, replyOf } from './page-reply.ts'
import type { Page } from './page-store.ts'
import { requestOf, type RequestEnv } from '../request/request.ts'
import { securityHeadersOf } from '../security-headers.ts'

/** The pattern of the page that answers the request as it stands in the context. */
type RouteOf = (c: HonoContext<RequestEnv>) => string | undefined

/**
 * Draws pages and keeps them, compressed, by address. Pages hold nothing personal (docs/decisions/0004), so one copy serves
 * everybody; a new content version empties the memory. What strangers ask for cannot push the site's own pages out, and a
 * page that many ask for at once is drawn once (docs/decisions/0034-what-strangers-can-make-dear.md).
 */
export function pageCache(services: Services, routeOf: RouteOf, memory: PageMemory): MiddlewareHandler<RequestEnv> {
  const always = securityHeadersOf(services.config)
  const origin = siteUrl(services.config)
  /** Pages that are being drawn, by the version of their content and their address. */
  const drawing = new Map<string, Promise<Page>>()

  /** Draws the page that the context stands for. */
  const draw = async (c: HonoContext<RequestEnv>, next: Next, { route, version, mayBeShared }: Drawn) => {
    const begun = await memory.isOfOneVersion(version)
    await next()
    const page = await pageOf(c.res, always, route, mayBeShared)
    // Else it would stand under one version with words of the other.
    page.lasts &&= begun && (await memory.isOfOneVersion(version))
    return page
  }

  /** The page of an address, how it was had, and by which address it is kept. */
  const find = async (c: HonoContext<RequestEnv>, next: Next): Promise<Found> => {
    const version = await memory.see()
    const own = await memory.addressOf(c.req.url)
    const kept = memory.get(own.address)
    if (kept) return { page: kept, outcome: 'hit', address: own.address }

    // A page is told of its address, and of nothing else that a caller says: no header, no name of a host, no method.
    // Put together as text: in a URL's terms '//name' would be another host.
    c.req.raw = new Request(origin + own.address)
    const route = routeOf(c)
    const address = route === NO_PAGE && isSettled(own.address) ? NO_PAGE : own.address
    const other = address === NO_PAGE ? memory.get(NO_PAGE) : undefined
    if (other) return { page: other, outcome: 'hit', address }

    const key = `${version} ${address}`
    const underWay = drawing.get(key)
    if (underWay) return { page: await underWay, outcome: 'shared', address }
    const named = { ...own, address }
    const mayBeShared = (status: number) => isOneForCaches(route, status, named)
    const made = draw(c, next, { route, version, mayBeShared })
    drawing.set(key, made)
    try {
      const page = await made
      if (page.lasts) memory.put(address, page, version, isOfSite(route, page.status, named))
      return { page, outcome: 'miss', address }
    } finally {
      drawing.delete(key)
    }
  }

  return async (c, next) => {
    // Pages are read and nothing else; drawing them for other methods would only keep the server busy.
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD') {
      return c.text('Method not allowed', 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' })
    }
    const asked = c.req.raw
    const { page, outcome, address } = await find(c, next).finally(() => (c.req.raw = asked))
    countPage(outcome)
    const facts = requestOf(c)
    facts.route = page.route
    const copy = await copyFor(page, c.req.header('accept-encoding'), () => memory.grown(address, page))
    const { requestId } = facts
    const reply = replyOf(page, copy, { method, requestId, known: c.req.header('if-none-match') })
    // What was drawn is a reply already, whose headers would be added to these.
    c.res = undefined
    c.res = new Response(reply.body, { status: reply.status, headers: inPairs(reply.headers) })
  }
}

/** What a page is drawn as. */
interface Drawn {
  route: string | undefined
  version: string
  /** Whether caches in front may keep it, by its status. */
  mayBeShared: (status: number) => boolean
}

interface Found {
  page: Page
  outcome: PageOutcome
  address: string
}

/** Names and values in turn, in pairs. */
function inPairs(flat: string[]): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (let at = 0; at < flat.length; at += 2) pairs[flat[at]!] = flat[at + 1]!
  return pairs
}

const POLICY = 'content-security-policy'

/** In place of the cache in development: draws pages anew each time, so that a change shows at once. */
export function drawAnew({ config }: Services, routeOf: RouteOf): MiddlewareHandler<RequestEnv> {
  const always = Object.entries(securityHeadersOf(config))
  return async (c, next) => {
    requestOf(c).route = routeOf(c)
    await next()
    // What the page itself says goes first.
    for (const [name, value] of always) if (!c.res.headers.has(name)) c.header(name, value)
    // Astro makes no policy in development, and the one that lets nothing in would leave pages without style and script.
    const { headers } = c.res
    if (headers.get('content-type')?.startsWith('text/html') && headers.get(POLICY) === closedPolicy)
      c.header(POLICY, undefined)
    c.header('x-request-id', requestOf(c).requestId)
  }
}
