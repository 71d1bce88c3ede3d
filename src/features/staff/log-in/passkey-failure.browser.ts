import { ApiError } from '#lib/both/calls/errors.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'

/** Why a passkey was not made or used. Browsers say little on purpose: not whether somebody gave up or there was none. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return failureWords(error)
  // Only where one is made: the authenticator knows one of those that the server named.
  if ((error as Error).name === 'InvalidStateError') return 'This device has a passkey of yours already.'
  return 'That did not work. Please try again.'
}
