import {
  fillPath,
  queryOf,
  servicePaths,
  type CallInput,
  type Endpoint,
  type ReplyOf,
} from '../../both/calls/endpoint.ts'
import type { ErrorCode } from '../../both/calls/error-codes.ts'
import { ApiError, type FieldErrors } from '../../both/calls/errors.ts'
import { noteTimes, replyTo, takeAhead, type ReplyTimes } from './asked-ahead.ts'
import { leaveAfter401, sessionToken } from '../session/session.ts'
import { requestAnswered, requestKey, requestOf } from './request-keys.ts'

/** The server could not be reached, or did not answer: the network, not a refusal. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

let skew = 0

/** The server's time, to about a second: the device's own, put right by what the last reply said. */
export function serverNow(): number {
  return Date.now() + skew
}

/** Learns from a reply's Date header, which names the second that had begun. Differences within its error are none. */
function learnTime(response: Response, { sent, came }: ReplyTimes): void {
  const named = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(named)) return
  const uncertainty = (came - sent) / 2
  const between = Date.now() - (performance.now() - came) - uncertainty
  const seen = named + 500 - between
  skew = Math.abs(seen) > 1000 + uncertainty ? Math.round(seen) : 0
}

/** The log-in call is exempt from the 401 rule (document 1, section 2, 'Route guard'). */
const LOGIN = '/user/login'

export interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page, for logs and last saves. */
  keepalive?: boolean
}

/**
 * Calls the API from the browser, for whoever is logged in (src/lib/browser/session).
 * @throws ApiError when the server answers with an error, with the fields it names
 * @throws Unreachable when there is no answer
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions = {} as CallInput<E> & CallOptions,
): Promise<ReplyOf<E>> {
  return (await send(endpoint, input, undefined)).reply as ReplyOf<E>
}

/**
 * The same for a call that is asked again and again. `etag` is the version the caller has.
 * @returns the reply and its version; undefined when the version is still the same
 */
export async function callIfChanged<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions,
  etag: string | undefined,
): Promise<{ reply: ReplyOf<E>; etag: string | undefined } | undefined> {
  const { response, reply } = await send(endpoint, input, etag)
  if (response.status === 304) return undefined
  return { reply: reply as ReplyOf<E>, etag: response.headers.get('etag') ?? undefined }
}

/** How a request travels; `fetch`, or what can tell how far it has come (src/lib/browser/call/upload.ts). */
export type Transport = (url: string, request: RequestInit) => Promise<Response>

/** The same as `call` through another transport. */
export async function callThrough<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: CallInput<E> & CallOptions,
): Promise<ReplyOf<E>> {
  return (await send(endpoint, input, undefined, transport)).reply as ReplyOf<E>
}

/**
 * The request of a call, for whoever sends it.
 * @returns its address, the request, and its headers, to which more may be added; of a call that creates something its name,
 * by which `requestAnswered` is told of the answer
 */
export function requestTo(endpoint: Endpoint, input: CallOptions) {
  const { params, query, body, signal, keepalive } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: Record<string, unknown>
  } & CallOptions
  const headers: Record<string, string> = {}
  const key = endpoint.creates ? requestKey(requestOf(endpoint.path, params, query, body)) : undefined
  if (key) headers['idempotency-key'] = key
  const request: RequestInit = { method: endpoint.method, headers }
  if (signal) request.signal = signal
  if (keepalive) request.keepalive = true
  if (endpoint.method === 'POST') {
    if (endpoint.bodyKind === 'json') {
      headers['content-type'] = 'application/json'
      request.body = JSON.stringify(body ?? {})
    } else {
      request.body = formOf(body ?? {})
    }
  }
  const url = `${baseOf(endpoint)}${fillPath(endpoint.path, params ?? {})}${queryOf(query)}`
  return [url, request, headers, key] as const
}

async function send(endpoint: Endpoint, input: CallOptions, etag: string | undefined, transport?: Transport) {
  const [url, request, headers, key] = requestTo(endpoint, input)
  const token = sessionToken()
  if (token) headers.authorization = `Bearer ${token}`
  if (etag) headers['if-none-match'] = etag
  const ahead = transport || etag ? undefined : takeAhead(endpoint, input as CallInput<Endpoint>, token)
  let response: Response
  let reply: unknown
  try {
    const answer = await replyTo(ahead, () => (transport ?? fetch)(url, request))
    response = answer.response
    learnTime(response, answer.when)
    reply = response.status === 304 ? undefined : await response.json()
    noteTimes(reply, answer.when)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new Unreachable('The server cannot be reached')
  }
  // Of a failure on the server's side nobody knows what came of it.
  if (key && response.status < 500) requestAnswered(key)
  if (response.ok || response.status === 304) return { response, reply }
  if (response.status === 401 && endpoint.path !== LOGIN) leaveAfter401()
  throw errorOf(response, reply)
}

function baseOf(endpoint: Endpoint): string {
  const versioned = document.documentElement.dataset.api
  return endpoint.service === 'v1' && versioned ? versioned : servicePaths[endpoint.service]
}

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** What an answer refuses. */
export function errorOf(response: Response, reply: unknown): ApiError {
  const { message, errors, code } = (reply ?? {}) as { message?: string; errors?: FieldErrors; code?: ErrorCode }
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(response.status, message ?? '', {
    ...(errors && { errors }),
    ...(code && { code }),
    ...(retryAfter > 0 && { retryAfter }),
  })
}
