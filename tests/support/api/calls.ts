import { fillPath, servicePaths, type CallInput, type Endpoint, type ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { ErrorCode } from '#lib/both/calls/error-codes.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'

/** What an error adds to, or puts in the place of, a reply. */
interface ErrorBody {
  message?: string
  msg?: string
  errors?: FieldErrors
  code?: ErrorCode
  request_id?: string
}

export interface Answer<E extends Endpoint> {
  status: number
  body: ReplyOf<E> & ErrorBody
  headers: Headers
}

export interface Caller {
  token?: string
  /** Where the caller comes from, as a proxy in front would tell. */
  address?: string
  headers?: Record<string, string>
  /** Somebody of the staff, by what their browser sends. */
  staff?: StaffCaller
}

/** The cookie of a session, and what its pages send with every call. */
export interface StaffCaller {
  cookie: string
  csrf: string
}

type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, caller?: Caller]
    : [input: CallInput<E>, caller?: Caller]

/** One call, by its contract. */
export type Call = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) => Promise<Answer<E>>

/** Calls through whatever answers requests: the API in this process, or a server (`fetch`). */
export function callsThrough(request: (path: string, init?: RequestInit) => Promise<Response>): Call {
  return async <E extends Endpoint>(endpoint: E, ...[input, caller = {}]: CallArguments<E>) => {
    const response = await request(...requestFor(endpoint, input ?? {}, caller))
    return { status: response.status, body: (await response.json()) as Answer<E>['body'], headers: response.headers }
  }
}

/** What a caller is known by. */
export function headersOf({ token, address, headers = {}, staff }: Caller): Record<string, string> {
  return {
    ...headers,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(staff && { cookie: staff.cookie, 'x-csrf-token': staff.csrf }),
    ...(address && { 'x-forwarded-for': address }),
  }
}

/** The request that the browser's client would send. */
export function requestFor(endpoint: Endpoint, input: object, caller: Caller = {}): [string, RequestInit] {
  const { params = {}, query = {}, body = {} } = input as Record<'params' | 'query' | 'body', Record<string, unknown>>
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
  const init = { method: endpoint.method, headers: headersOf(caller) } as RequestInit & {
    headers: Record<string, string>
  }
  if (endpoint.method === 'POST' && endpoint.bodyKind !== 'json') {
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) {
      if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value))
    }
    init.body = form
  } else if (endpoint.method === 'POST') {
    init.headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  return [servicePaths[endpoint.service] + fillPath(endpoint.path, params) + search, init]
}
