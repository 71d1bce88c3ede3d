import { ApiError } from '../../both/calls/errors.ts'

/**
 * Notes a failure that the learner is not told of, on the browser's console (document 2, section 8, 'Silent failures').
 * @param what was tried: `The view log`
 */
export function noteFailure(what: string, error: unknown): void {
  warn(error instanceof ApiError && error.status === 401 ? 'Unauthorized' : `${what} failed.`, error)
}

/** Notes that something was left undone, and why. */
export function noteSkipped(why: string): void {
  warn(why)
}

function warn(...said: unknown[]): void {
  console.warn(...said)
}
