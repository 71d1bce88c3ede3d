import type { CallInput, Endpoint, ReplyOf } from '../../both/calls/endpoint.ts'
import { staffPaths } from '../../both/staff-paths.ts'
import { errorOf, requestTo, Unreachable, type CallOptions, type Transport } from '../call/call.ts'
import { requestAnswered } from '../call/request-keys.ts'
import { $staff } from './staff-session.ts'

/**
 * Calls the API as the member of the staff who is logged in: by the cookie, with what shows that a page of ours asks. When
 * the session is over, the page leaves for the log-in and comes back after it.
 * @param transport how it travels, where something is to be told of that (`uploading`)
 * @throws ApiError when the server answers with an error, with the fields it names
 * @throws Unreachable when there is no answer
 */
export async function staffCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions = {} as CallInput<E> & CallOptions,
  transport: Transport = fetch,
): Promise<ReplyOf<E>> {
  const [url, request, headers, key] = requestTo(endpoint, input)
  const csrf = $staff.get()?.csrf
  if (csrf) headers['x-csrf-token'] = csrf
  let response: Response
  let reply: unknown
  try {
    response = await transport(url, { ...request, credentials: 'same-origin' })
    reply = await response.json()
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new Unreachable('The server cannot be reached')
  }
  if (key && response.status < 500) requestAnswered(key)
  if (response.ok) return reply as ReplyOf<E>
  const refused = errorOf(response, reply)
  // Another tab may have logged in anew since, as somebody else.
  if (refused.code === 'not_from_here' || (response.status === 401 && !endpoint.path.startsWith('/staff/login')))
    leaveForLogIn()
  throw refused
}

/** Opens the log-in, which leads back to this page. */
function leaveForLogIn(): void {
  $staff.set(undefined)
  const page = location.pathname + location.search
  location.assign(`${staffPaths.loginFor(page)}&ended`)
}
