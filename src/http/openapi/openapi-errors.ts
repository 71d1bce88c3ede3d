import { errorCodes, type ErrorCode } from '#lib/both/calls/error-codes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { inputSchema, isEmpty, type JsonSchema } from './openapi-schemas.ts'

/** The body of every error. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every refusal or failure.',
  required: ['status', 'success', 'message', 'msg', 'code', 'request_id'],
  properties: {
    status: { const: false },
    success: { const: false },
    message: { type: 'string', description: 'In words for a learner.' },
    msg: { type: 'string', description: 'The same as `message`.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The name of each field that cannot be accepted (`answers.0.qid` inside others), and why.',
    },
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'A word for the case that stays the same.' },
    request_id: { type: 'string', description: 'The id of the request in the log; also sent as X-Request-Id.' },
  },
}

/** What each answer to a call brings in its headers, by status; X-Request-Id comes with all. */
export const headers = {
  'X-Request-Id': { description: 'The id of the request in the log.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'That a bearer token is wanted (RFC 6750).', schema: { type: 'string' } },
  ETag: { description: 'The version of the reply, for If-None-Match.', schema: { type: 'string' } },
}

type HeaderName = keyof typeof headers

const headersOf: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  507: ['Retry-After'],
}

/** References to headers, as an answer lists them. */
export function headerRefs(...names: HeaderName[]): Record<string, object> {
  return Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

/** Every code that a call may answer with: what follows from its declaration, and what its contract says besides. */
function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, limit, creates, enrols, refuses, params, query, secondFactor } = endpoint
  const takes = method === 'POST' || [params, query].some((part) => !isEmpty(inputSchema(part, true)))
  const codes: (ErrorCode | false)[] = [
    access !== 'anyone' && 'unauthorized',
    access === 'learner' && 'profile_incomplete',
    access === 'staff' && 'wrong_role',
    secondFactor === 'recent' && 'second_factor',
    (access === 'staff' || access === 'entering') && 'not_from_here',
    enrols && 'unconfirmed',
    takes && 'invalid_input',
    ...(method === 'POST' ? (['malformed', 'too_large', 'unsupported_media_type'] as const) : []),
    creates && 'idempotency_key_reused',
    limit !== undefined && 'too_many_requests',
    ...refuses,
    'internal',
    'unavailable',
    'storage_full',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

/** The answers other than success, by status. One with a single code is a component, since many calls share it. */
export function errorResponses(endpoint: Endpoint, components: Record<string, object>): Record<string, object> {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => errorCodes[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, codes]) => {
        const [code] = codes
        if (codes.length > 1 || !code) return [status, errorResponse(status, codes)]
        const name = componentName(code)
        components[name] ??= errorResponse(status, codes)
        return [status, { $ref: `#/components/responses/${name}` }]
      }),
  )
}

function errorResponse(status: number, codes: ErrorCode[]): object {
  const meanings = codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`)
  const { errors } = errorSchema.properties!
  const own = {
    type: 'object',
    // The fields of a body that is wrong are always named.
    required: ['code', ...(codes.includes('invalid_input') ? ['errors'] : [])],
    properties: { code: { type: 'string', enum: codes }, ...(codes.includes('invalid_input') && { errors }) },
  }
  return {
    description: meanings.join('\n\n'),
    headers: headerRefs(...(headersOf[status] ?? [])),
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, own] } } },
  }
}

/** `not_found` as `NotFound`. */
function componentName(code: ErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
