import type { CallInput, Endpoint, ReplyOf } from '../../both/calls/endpoint.ts'
import type { CallOptions } from './call.ts'
import { retryable } from './retryable.ts'

const loadClient = retryable(() => import('./call.ts'))

/**
 * The same as `call` on pages that visitors read: the client is loaded for whoever calls, and weighs on nobody else.
 * @throws as `call`, and when the client cannot be loaded
 */
export async function callLater<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions = {} as CallInput<E> & CallOptions,
): Promise<ReplyOf<E>> {
  const { call } = await loadClient()
  return call(endpoint, input)
}
