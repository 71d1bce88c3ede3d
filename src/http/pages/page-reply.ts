import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Turns } from '#core/calls/turns.ts'
import { isKnown } from '#core/calls/versioned.ts'
import { untilOf } from '#core/site/page-until.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { accepts } from '#lib/server/encodings.ts'
import { forSharedCaches } from '../shared-caches.ts'
import { pageHeaderNames } from './page-policy.ts'
import type { Copy, Page } from './page-store.ts'

/** Good enough for a page that is compressed once and sent many times. */
const BROTLI_QUALITY = 9
/**
 * How far back repetitions are looked for: 64 kB, nearly a whole page. With more, this quality takes tables of some
 * megabytes for each page: to get them from the system and give them back took eleven times the time of the compressing.
 */
const BROTLI_WINDOW = 16

/** Console pages are not stored by browsers, since islands fill them with personal data: Back loads them again. */
const isOfConsole = (route = '') => route === staffPaths.home || route.startsWith(`${staffPaths.home}/`)

/** What serves the next request as well as this one. Everything else is drawn for those who ask in the same moment. */
const lastingStatus = [200, 301, 302, 308, 404]
const lastingType = /^(text\/(html|plain|javascript)|application\/(xml|manifest\+json))/

const pageHeaders = ['content-type', 'location', 'retry-after', ...pageHeaderNames]

/**
 * Pages that are compressed at once: as many as Node has threads for. Each takes more than a megabyte from when it is begun,
 * also while it waits for a thread, and the C library keeps that of as many as there ever were.
 */
const compressing = new Turns(4)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compressors = {
  br: (bytes: Uint8Array) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array) => zip(bytes, { level: 9 }),
}

/**
 * The page that a response draws.
 * @param always headers of every page, unless it brings its own
 * @param mayBeShared whether caches in front may keep a page of this status
 */
export async function pageOf(
  response: Response,
  always: Record<string, string>,
  route: string | undefined,
  mayBeShared: (status: number) => boolean,
): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const { status } = response
  const told = response.headers.get('cache-control')
  const caching = isOfConsole(route) ? 'no-store' : (told ?? (mayBeShared(status) ? forSharedCaches : 'no-cache'))
  const headers: Record<string, string> = { ...always, vary: 'accept-encoding', 'cache-control': caching }
  if (status === 200) headers.etag = etag
  for (const name of pageHeaders) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  const known = status !== 200 || lastingType.test(headers['content-type'] ?? '')
  const flat = Object.entries(headers).flat()
  return {
    status,
    etag,
    plain: { body, headers: flat },
    compressed: {},
    compressing: {},
    size: body.length + flat.reduce((sum, text) => sum + text.length, 0),
    route,
    // Some pages are drawn without a part that could not be had; the next visit tries again.
    lasts: told !== 'no-store' && known && lastingStatus.includes(status),
    until: untilOf(response.headers),
  }
}

/**
 * The page as it is sent to whoever accepts these encodings.
 * @param grown called when the page has got a compressed copy
 */
export async function copyFor(page: Page, accepted: string | undefined, grown: () => void): Promise<Copy> {
  const encoding = encodingFor(page, accepted)
  if (encoding === undefined) return page.plain
  return page.compressed[encoding] ?? (page.compressing[encoding] ??= compress(page, encoding, grown))
}

/** The same at once; undefined while it has to be compressed first. */
export function copyAtOnce(page: Page, accepted: string | undefined): Copy | undefined {
  const encoding = encodingFor(page, accepted)
  return encoding === undefined ? page.plain : page.compressed[encoding]
}

/** What is sent of a page. */
interface PageReply {
  status: number
  /** Names and values in turn. */
  headers: string[]
  body: Buffer<ArrayBuffer> | null
}

/** @param known the tags of what the caller has (If-None-Match) */
export function replyOf(
  page: Page,
  { body, headers }: Copy,
  asked: { method: string; requestId: string; known: string | undefined },
): PageReply {
  if (page.status === 200 && isKnown(page.etag, asked.known))
    return { status: 304, headers: [...headers, 'x-request-id', asked.requestId], body: null }
  return {
    status: page.status,
    headers: [...headers, 'content-length', String(body.length), 'x-request-id', asked.requestId],
    body: asked.method === 'HEAD' || body.length === 0 ? null : body,
  }
}

async function compress(page: Page, encoding: 'br' | 'gzip', grown: () => void): Promise<Copy> {
  const { body, headers } = page.plain
  try {
    // A copy: what the compressor returns may be a small part of the memory that it holds.
    const bytes = Buffer.from(new Uint8Array(await compressing.take('later', () => compressors[encoding](body))).buffer)
    const copy = { body: bytes, headers: [...headers, 'content-encoding', encoding] }
    page.compressed[encoding] = copy
    page.size += bytes.length
    grown()
    return copy
  } finally {
    delete page.compressing[encoding]
  }
}

function encodingFor(page: Page, accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (page.plain.body.length === 0) return undefined
  return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding))
}
