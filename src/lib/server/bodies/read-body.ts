import type { Context as HonoContext } from 'hono'
import type { Endpoint } from '../../both/calls/endpoint.ts'
import { ApiError } from '../../both/calls/errors.ts'
import { readBytes, readPieces } from './body-bytes.ts'
import { mediaTypeOf, mediaTypes } from './body-kind.ts'
import { FORM_LIMIT, parseUrlencoded } from './form-body.ts'
import { parseJsonObject } from './json-body.ts'
import { readMultipart } from './multipart-body.ts'

/**
 * The body of a call, of a kind that its contract takes; `{}` where there is none. Everything is counted before anything is
 * made of it: bytes, fields, parts, levels.
 * @throws ApiError 400 for what is not what it says, 413 for too much, 415 for another kind
 */
export async function readBody(endpoint: Endpoint, c: HonoContext): Promise<unknown> {
  const told = c.req.header('content-type')
  if (c.req.header('content-length') === '0') return {}
  const type = mediaTypeOf(told ?? '')
  if (type === undefined || !mediaTypes[endpoint.bodyKind].includes(type) || isEncoded(c)) {
    // A call without a body says nothing of its kind.
    if (told === undefined && (await readBytes(c, endpoint.bodyLimit)).length === 0) return {}
    throw unsupported(endpoint)
  }
  switch (type) {
    case 'application/json':
      return parseJsonObject(await readBytes(c, endpoint.bodyLimit))
    case 'application/x-www-form-urlencoded':
      return parseUrlencoded(await readBytes(c, Math.min(endpoint.bodyLimit, FORM_LIMIT)))
    case 'multipart/form-data':
      return readMultipart(readPieces(c, endpoint.bodyLimit), told ?? '', (name) => hasField(endpoint, name))
  }
}

/** Whether the body is compressed, which no browser does and no call takes. */
function isEncoded(c: HonoContext): boolean {
  return !/^(identity)?$/i.test(c.req.header('content-encoding') ?? '')
}

function unsupported({ bodyKind }: Endpoint): ApiError {
  const what = `Must be ${mediaTypes[bodyKind].join(' or ')}`
  return new ApiError(415, 'This kind of body is not accepted here', { errors: { body: what } })
}

function hasField({ body }: Endpoint, name: string): boolean {
  return Object.hasOwn((body._zod.def as { shape?: object }).shape ?? {}, name)
}
