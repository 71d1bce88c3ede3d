import { ApiError } from '#lib/both/calls/errors.ts'
import { prospectOf, type Prospect } from '#lib/both/calls/prospect.ts'

/** What it means for an action that it could not be delivered. */

/** kept: no server took it; failed: one answered that it cannot now; refused: it will not. */
export type Trouble = 'kept' | 'failed' | 'refused'

/** Where the log-in has ended the page is left for a new one. */
const troubles: Record<Prospect, Trouble> = { away: 'kept', later: 'failed', 'log-in': 'refused', refused: 'refused' }

export const troubleOf = (error: unknown): Trouble => troubles[prospectOf(error)]

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
