import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context as HonoContext, MiddlewareHandler, Next } from 'hono'
import { countPage, watchPages, type PageOutcome } from './page-metrics.ts'
import { siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { accepts } from '#lib/server/encodings.ts'
import { isOfSite, isSettled, NO_PAGE, pageAddress } from './page-address.ts'
import { closedPolicy, pageHeaderNames } from './page-policy.ts'
import { pageStore, type Copy, type Page, type PageShare } from './page-store.ts'
import { untilOf } from '#core/site/page-until.ts'
import { requestOf, type RequestEnv } from '../request/request.ts'
import { securityHeadersOf } from '../security-headers.ts'

/** Good enough for a page that is compressed once and sent many times. */
const BROTLI_QUALITY = 9
/**
 * How far back repetitions are looked for: 64 kB, nearly a whole page. With more, this quality takes tables of some
 * megabytes for each page: to get them from the system and give them back took eleven times the time of the compressing.
 */
const BROTLI_WINDOW = 16

/** What serves the next request as well as this one. Everything else is drawn for those who ask in the same moment. */
const lastingStatus = [200, 301, 302, 308, 404]
const lastingType = /^(text\/(html|plain|javascript)|application\/(xml|manifest\+json))/

const pageHeaders = ['content-type', 'location', 'retry-after', ...pageHeaderNames]

type Encoding = 'br' | 'gzip' | 'identity'

const compressors = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
}

/** The pattern of the page that answers the request as it stands in the context. */
type RouteOf = (c: HonoContext<RequestEnv>) => string | undefined

/**
 * Keeps rendered pages, compressed, by address. Pages hold nothing personal (docs/decisions/0004), so one copy serves
 * everybody; a new content version empties the cache. What strangers ask for cannot push the site's own pages out, and a
 * page that many ask for at once is drawn once (docs/decisions/0034-what-strangers-can-make-dear.md).
 */
export function pageCache(
  services: Services,
  routeOf: RouteOf,
  bytes?: Record<PageShare, number>,
): MiddlewareHandler<RequestEnv> {
  const pages = pageStore(bytes)
  watchPages(pages.held)
  const always = securityHeadersOf(services.config)
  const origin = siteUrl(services.config)
  /** Pages that are being drawn, by address. */
  const drawing = new Map<string, Promise<Page>>()
  let version = ''

  /** Empties the cache after an import. */
  const seeVersion = async () => {
    const { contentVersion: seen } = await services.catalogue(({ site }) => site())
    if (seen === version) return
    pages.clear()
    drawing.clear()
    version = seen
  }

  /** True of a page that shows what is no longer so. */
  const isOver = ({ until }: Page) => until !== undefined && until <= services.now()

  /** Draws the page that the context stands for. */
  const draw = async (c: HonoContext<RequestEnv>, next: Next, route: string | undefined) => {
    await next()
    return pageOf(c.res, always, route)
  }

  /** The page of an address, how it was had, and by which address it is kept. */
  const find = async (c: HonoContext<RequestEnv>, next: Next): Promise<Found> => {
    const own = await pageAddress(services, c.req.url)
    const kept = pages.get(own.address)
    if (kept && !isOver(kept)) return { page: kept, outcome: 'hit', address: own.address }

    // A page is told of its address, and of nothing else that a caller says: no header, no name of a host, no method.
    // Put together as text: in a URL's terms '//name' would be another host.
    c.req.raw = new Request(origin + own.address)
    const route = routeOf(c)
    const address = route === NO_PAGE && isSettled(own.address) ? NO_PAGE : own.address
    const other = address === NO_PAGE ? pages.get(NO_PAGE) : undefined
    if (other) return { page: other, outcome: 'hit', address }

    const underWay = drawing.get(address)
    if (underWay) return { page: await underWay, outcome: 'shared', address }
    const begun = version
    const made = draw(c, next, route)
    drawing.set(address, made)
    try {
      const page = await made
      const ofSite = isOfSite(route, page.status, { ...own, address })
      if (page.lasts && begun === version) pages.put(address, page, ofSite)
      return { page, outcome: 'miss', address }
    } finally {
      if (drawing.get(address) === made) drawing.delete(address)
    }
  }

  return async (c, next) => {
    // Pages are read and nothing else; drawing them for other methods would only keep the server busy.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed', 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' })
    }
    await seeVersion()
    const asked = c.req.raw
    const { page, outcome, address } = await find(c, next).finally(() => (c.req.raw = asked))
    countPage(outcome)
    requestOf(c).route = page.route
    const reply = await send(c, page, () => pages.grown(address, page))
    // What was drawn is a reply already, whose headers would be added to these.
    c.res = undefined
    c.res = reply
  }
}

interface Found {
  page: Page
  outcome: PageOutcome
  address: string
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

async function pageOf(response: Response, always: Record<string, string>, route: string | undefined): Promise<Page> {
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const { status } = response
  const told = response.headers.get('cache-control')
  const headers: Record<string, string> = { ...always, vary: 'accept-encoding', 'cache-control': told ?? 'no-cache' }
  if (status === 200) headers.etag = etag
  for (const name of pageHeaders) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  const known = status !== 200 || lastingType.test(headers['content-type'] ?? '')
  return {
    status,
    etag,
    plain: { body, headers },
    compressed: {},
    size: body.length + weigh(headers),
    route,
    // Some pages are drawn without a part that could not be had; the next visit tries again.
    lasts: told !== 'no-store' && known && lastingStatus.includes(status),
    until: untilOf(response.headers),
  }
}

const weigh = (headers: Record<string, string>) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)

/** @param grown called when the page has got a compressed copy */
async function send(c: HonoContext, page: Page, grown: () => void): Promise<Response> {
  const encoding = page.plain.body.length > 0 ? encodingFor(c.req.header('accept-encoding')) : 'identity'
  const { body, headers } = await copyIn(page, encoding, grown)
  const all = { ...headers, 'x-request-id': requestOf(c).requestId }
  const has = c.req.header('if-none-match')?.split(/,\s*/)
  if (page.status === 200 && has?.some((one) => one === page.etag || one === '*')) {
    return new Response(null, { status: 304, headers: all })
  }
  return new Response(c.req.method === 'HEAD' || body.length === 0 ? null : body, {
    status: page.status,
    headers: { ...all, 'content-length': String(body.byteLength) },
  })
}

async function copyIn(page: Page, encoding: Encoding, grown: () => void): Promise<Copy> {
  if (encoding === 'identity') return page.plain
  const made = page.compressed[encoding]
  if (made) return made
  const copy = compressed(page, encoding)
  page.compressed[encoding] = copy
  page.size += (await copy).body.length
  grown()
  return copy
}

async function compressed({ plain }: Page, encoding: 'br' | 'gzip'): Promise<Copy> {
  const body = new Uint8Array(await compressors[encoding](plain.body))
  return { body, headers: { ...plain.headers, 'content-encoding': encoding } }
}

function encodingFor(accepted: string | undefined): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding)) ?? 'identity'
}
