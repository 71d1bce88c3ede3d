import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { requestScope } from '../calls/request-scope.ts'

type Ended = (outcome: number | string) => void

/** What Node tells of `fetch`. */
interface Fetched {
  request: { origin: string | URL; method: string }
  response?: { statusCode: number }
  error?: Error
}

/** What Node tells of `http.request`. */
interface Requested {
  request: ClientRequest
  response?: { statusCode?: number }
  error?: Error
}

/**
 * Adds every call to another service to the trace of the request that makes it: Node itself tells of them, so those who
 * call need not know. Of the address only the host is told, since paths and queries name people and hold secrets.
 * @returns a function that ends it
 */
export function watchCalls(): () => void {
  const calls = new WeakMap<object, Ended>()
  const begin = (request: object, method: string, host: string) => {
    const ended = requestScope.getStore()?.span?.call(method, host)
    if (ended) calls.set(request, ended)
  }
  const finish = (request: object, outcome: number | string) => {
    calls.get(request)?.(outcome)
    calls.delete(request)
  }
  const listeners: Record<string, (told: never) => void> = {
    'undici:request:create': ({ request }: Fetched) => begin(request, request.method, new URL(request.origin).host),
    'undici:request:headers': ({ request, response }: Fetched) => finish(request, response?.statusCode ?? 0),
    'undici:request:error': ({ request, error }: Fetched) => finish(request, error?.name ?? 'Error'),
    'http.client.request.start': ({ request }: Requested) => begin(request, request.method, request.host),
    'http.client.response.finish': ({ request, response }: Requested) => finish(request, response?.statusCode ?? 0),
    'http.client.request.error': ({ request, error }: Requested) => finish(request, error?.name ?? 'Error'),
  }
  const all = Object.entries(listeners) as [string, (told: unknown) => void][]
  for (const [channel, listener] of all) diagnostics.subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of all) diagnostics.unsubscribe(channel, listener)
  }
}
