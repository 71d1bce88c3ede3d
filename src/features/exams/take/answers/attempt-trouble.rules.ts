import { isAway } from '#lib/both/calls/away.ts'
import { ApiError } from '#lib/both/calls/errors.ts'

/** What it means for an action that it could not be delivered. */

/** kept: no server took it; failed: one answered that it cannot now; refused: it will not. */
export type Trouble = 'kept' | 'failed' | 'refused'

/** Codes of a 409 that passes. */
const PASSING = ['busy']

export function troubleOf(error: unknown): Trouble {
  if (isAway(error) || !(error instanceof ApiError)) return 'kept'
  const passes = error.status >= 500 || error.status === 429 || PASSING.includes(error.code ?? '')
  return passes ? 'failed' : 'refused'
}

/** network: no answer came; server: it, or what it needs, is away for a moment; storage: it has no room at the moment. */
export type Away = 'network' | 'server' | 'storage'

export function awayOf(error: unknown): Away {
  if (!(error instanceof ApiError)) return 'network'
  return error.status === 507 ? 'storage' : 'server'
}

/** Given back: it was over, and begins again where the candidate continues it. */
export const isOver = (error: unknown) => ['finished', 'too_late', 'given_back'].some((code) => isCode(error, code))

/** True for the 409 of this kind. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.status === 409 && error.code === code
}
