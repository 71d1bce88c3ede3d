import { BACKGROUND_HEADER, type CallInput, type Endpoint, type ReplyOf } from '../../both/calls/endpoint.ts'
import { ApiError } from '../../both/calls/errors.ts'
import { staffPaths } from '../../both/staff-paths.ts'
import { errorOf, requestTo, Unreachable, type CallOptions, type Transport } from '../call/call.ts'
import { requestAnswered } from '../call/request-keys.ts'
import { isBackground } from './background.ts'
import { leavePage } from './leave-page.ts'
import { askForFactor } from './recent-factor.ts'
import { noteUse } from './session-ends.ts'
import { $staff } from './staff-session.ts'

/** Chooses the name of a request that creates something. @param name that it has otherwise */
export type NameRequest = (name: string) => string

export interface StaffCallOptions extends CallOptions {
  /** Called before the request goes out, for a call that `creates` (send-once.ts). */
  nameRequest?: NameRequest
}

/**
 * Calls the API as the member of the staff who is logged in: by the cookie, with what shows that a page of ours asks. When
 * the call needs a recent second factor, a dialog asks for it and the call is sent again. When the session is over, the page
 * leaves for the log-in and comes back after it.
 * @param transport how it travels, where something is to be told of that (`uploading`)
 * @throws ApiError when the server answers with an error, with the fields it names; `second_factor` when the dialog was
 * cancelled
 * @throws Unreachable when there is no answer
 */
export async function staffCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & StaffCallOptions = {} as CallInput<E> & StaffCallOptions,
  transport: Transport = fetch,
): Promise<ReplyOf<E>> {
  const [url, request, headers, ownKey] = requestTo(endpoint, input)
  const key = ownKey && (input.nameRequest?.(ownKey) ?? ownKey)
  if (ownKey && key && key !== ownKey) {
    headers['idempotency-key'] = key
    requestAnswered(ownKey)
  }
  const csrf = $staff.get()?.csrf
  if (csrf) headers['x-csrf-token'] = csrf
  const isLogIn = endpoint.path.startsWith('/staff/login')
  const background = isBackground()
  if (background) headers[BACKGROUND_HEADER] = '1'
  const send = async (): Promise<ReplyOf<E>> => {
    const sent = Date.now()
    let response: Response
    let reply: unknown
    try {
      response = await transport(url, { ...request, credentials: 'same-origin' })
      reply = await response.json()
    } catch (error) {
      if (input.signal?.aborted) throw error
      throw new Unreachable('The server cannot be reached')
    }
    if (!isLogIn && !background && response.status < 500 && response.status !== 401) noteUse(sent)
    if (response.ok) {
      if (key) requestAnswered(key)
      return reply as ReplyOf<E>
    }
    const refused = errorOf(response, reply)
    if (key && response.status < 500 && !needsFactor(refused)) requestAnswered(key)
    if (refused.code === 'not_from_here' || (response.status === 401 && !isLogIn)) leaveAfterRefusal(csrf)
    throw refused
  }
  try {
    return await send()
  } catch (error) {
    if (background || !needsFactor(error) || !(await askForFactor())) throw error
    return send()
  }
}

const needsFactor = (error: unknown) => error instanceof ApiError && error.code === 'second_factor'

/**
 * Opens the log-in, which leads back to this page. Where another tab has logged in since the call was sent, the refusal is
 * about the replaced session, and the page is loaded again with the new one.
 * @param sent CSRF token of the call; undefined where nobody was logged in
 */
function leaveAfterRefusal(sent: string | undefined): void {
  const page = location.pathname + location.search
  const stored = $staff.get()
  if (stored && stored.csrf !== sent) return leavePage(page)
  $staff.set(undefined)
  leavePage(`${staffPaths.loginFor(page)}&ended`)
}
