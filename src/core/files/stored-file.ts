import type { Context as HonoContext } from 'hono'
import { isKnown } from '../calls/versioned.ts'
import type { Services } from '../context.ts'
import type { StoredFile } from '#providers/files/file-store.ts'
import { contentTypeOf } from '#providers/files/kinds.ts'
import { rangeOf } from '#lib/server/range.ts'

/** An SVG opened by itself may still not run anything. */
export const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Answers a request for a file that everyone may fetch. */
export async function sendPublicFile(
  { files }: Pick<Services, 'files'>,
  c: HonoContext,
  name: string,
): Promise<Response> {
  c.header('content-security-policy', filePolicy)
  // Other applications of the same operator may show pictures of the catalogue.
  c.header('cross-origin-resource-policy', 'same-site')
  c.header('cache-control', 'no-store')
  const file = await files.openPublic(name)
  if (!file) return c.text('Not found', 404)
  // The name is a hash of the content.
  if (file.sure) c.header('cache-control', 'public, max-age=31536000, immutable')
  return sendStored(c, file, name)
}

/** Answers with a stored file, or the part of it that was asked for. The name is that of its content, so it is the version too. */
export function sendStored(c: HonoContext, file: StoredFile, name: string): Response {
  const etag = `"${name.replace(/\.\w+$/, '')}"`
  c.header('etag', etag)
  c.header('accept-ranges', 'bytes')
  if (isKnown(etag, c.req.header('if-none-match'))) return c.body(null, 304)
  c.header('content-type', contentTypeOf(name))
  // A part of another content than the caller has begun with would be of no use.
  const wanted = (c.req.header('if-range') ?? etag) === etag ? c.req.header('range') : undefined
  const range = rangeOf(wanted, file.size)
  if (range === 'unsatisfiable') {
    c.header('cache-control', 'no-store')
    c.header('content-range', `bytes */${file.size}`)
    return c.body(null, 416)
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) c.header('content-range', `bytes ${start}-${end}/${file.size}`)
  c.header('content-length', String(end - start + 1))
  c.status(range ? 206 : 200)
  return c.req.raw.method === 'HEAD' || file.size === 0 ? c.body(null) : c.body(file.stream(start, end))
}
