import type { CallInput, Endpoint } from '#lib/both/calls/endpoint.ts'
import { requestFor } from '../../support/api/calls.ts'
import type { Request } from './load.ts'

/** The request of a call, as the browser's client sends it. */
export function callOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  token: string,
  more: Record<string, string> = {},
): Request {
  const [path, { method, headers, body }] = requestFor(endpoint, input, { token, headers: more })
  return {
    path,
    method: method as Request['method'],
    headers: headers as Record<string, string>,
    ...(typeof body === 'string' && { body }),
  }
}
