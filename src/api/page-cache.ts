import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context as HonoContext, MiddlewareHandler, Next } from 'hono'
import type { Services } from './context.ts'
import { accepts } from './encodings.ts'
import { pageHeaderNames } from './page-policy.ts'
import { requestOf, type RequestEnv } from './request.ts'
import { securityHeadersOf } from './security-headers.ts'

/** Bytes of rendered pages kept; the least recently used go first. */
const CAPACITY = 24 * 1024 * 1024
/** Good enough for a page that is compressed once and sent many times. */
const BROTLI_QUALITY = 9

type Encoding = 'br' | 'gzip' | 'identity'

/** A page in one encoding, ready to be sent: everything but the request's id. */
interface Copy {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

interface Page {
  etag: string
  plain: Copy
  compressed: { br?: Copy; gzip?: Copy }
  size: number
  /** The pattern of its address. */
  route: string | undefined
}

const compressors = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
}

/**
 * Keeps rendered pages, compressed, by address. Pages hold nothing personal (docs/decisions/0004), so one copy serves
 * everybody; a new content version empties the cache.
 */
export function pageCache(services: Services): MiddlewareHandler<RequestEnv> {
  const pages = new Map<string, Page>()
  const always = securityHeadersOf(services.config)
  let held = 0
  let version = ''

  const remember = (key: string, page: Page) => {
    pages.set(key, page)
    held += page.size
    for (const [oldest, { size }] of pages) {
      if (held <= CAPACITY) break
      pages.delete(oldest)
      held -= size
    }
  }

  const renderAnew = async (c: HonoContext, next: Next) => {
    await next()
    // What the page itself says goes first.
    for (const [name, value] of Object.entries(always)) if (!c.res.headers.has(name)) c.header(name, value)
    c.header('x-request-id', requestOf(c).requestId)
  }

  return async (c, next) => {
    // The development server renders anew each time, so that a change shows at once.
    if (import.meta.env?.DEV) return renderAnew(c, next)
    // Pages are read and nothing else; drawing them for other methods would only keep the server busy.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed', 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' })
    }
    const { contentVersion } = await services.catalogue(({ site }) => site())
    if (contentVersion !== version) {
      pages.clear()
      held = 0
      version = contentVersion
    }
    const key = c.req.url.slice(c.req.url.indexOf('/', 8))
    const known = pages.get(key)
    if (known) {
      // To the end of the line: the first is the one used longest ago.
      pages.delete(key)
      pages.set(key, known)
      requestOf(c).route = known.route
      return send(c, known)
    }
    await renderAnew(c, next)
    const type = c.res.headers.get('content-type') ?? ''
    // Some pages are drawn without a part that could not be had; the next visit tries again.
    if (c.res.headers.get('cache-control') === 'no-store') return
    if (c.res.status !== 200 || !/^(text\/html|application\/xml|text\/plain)/.test(type)) return
    const page = await pageOf(c, always)
    if (contentVersion === version) remember(key, page)
    const reply = await send(c, page)
    c.res = undefined
    c.res = reply
  }
}

async function pageOf(c: HonoContext, always: Record<string, string>): Promise<Page> {
  const response = c.res
  const html = new Uint8Array(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const headers: Record<string, string> = { ...always, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  for (const name of ['content-type', ...pageHeaderNames]) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  return {
    etag,
    plain: { body: html, headers },
    compressed: {},
    // Room for the compressed copies that may come.
    size: Math.ceil(html.length * 1.5),
    route: requestOf(c).route,
  }
}

async function send(c: HonoContext, page: Page): Promise<Response> {
  const { body, headers } = await copyIn(page, encodingFor(c.req.header('accept-encoding')))
  const all = { ...headers, 'x-request-id': requestOf(c).requestId }
  if (c.req.header('if-none-match')?.split(/,\s*/).includes(page.etag)) {
    return new Response(null, { status: 304, headers: all })
  }
  return new Response(c.req.method === 'HEAD' ? null : body, {
    headers: { ...all, 'content-length': String(body.byteLength) },
  })
}

async function copyIn(page: Page, encoding: Encoding): Promise<Copy> {
  if (encoding === 'identity') return page.plain
  return (page.compressed[encoding] ??= {
    body: new Uint8Array(await compressors[encoding](page.plain.body)),
    headers: { ...page.plain.headers, 'content-encoding': encoding },
  })
}

function encodingFor(accepted: string | undefined): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding)) ?? 'identity'
}
