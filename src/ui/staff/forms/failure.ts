import { counted } from '#lib/both/text/format.ts'
import { ApiError } from '#lib/both/calls/errors.ts'

/** What somebody reads whose change was not taken, or of which nobody knows. What was typed still stands there. */
export function failureWords(error: unknown, online = navigator.onLine): string {
  if (!(error instanceof ApiError)) {
    return online
      ? 'The server cannot be reached. What you typed is still here: please try again.'
      : 'You are offline. What you typed is still here: send it again when the network is back.'
  }
  if (error.status === 429 && error.retryAfter)
    return `${error.message || 'Too often.'} Please wait ${counted(error.retryAfter, 'second')}.`
  if (error.status >= 500) return 'The server could not do it just now. What you typed is still here: please try again.'
  return error.message || 'This was not accepted.'
}
