import type { Limit } from './limits.ts'
import { isPhoneText } from '../text/phone-number.ts'
import { MINUTE } from '../time/clock.ts'

/** Searches of staff: calls in which a member types whom or what to find. */

export interface Search {
  /** Fields of the query or the body that hold what was typed. A request in which all are empty is no search. */
  readonly fields: readonly string[]
  /** Searches for learners are counted in the audit log, others are in the server's log alone. */
  readonly of: 'learners' | 'content'
}

/** Searches by one call that a member of the staff may make. Screens search 250 ms after the last letter. */
export const SEARCH_LIMIT: Limit = { count: 120, span: 10 * MINUTE }

/** Characters of a search. Search boxes cut what is typed beyond. */
export const MAX_STAFF_SEARCH = 200

/** Declares a search in a contract, with the limit that all searches have. */
export const searches = (of: Search['of'], ...fields: [string, ...string[]]) => ({
  search: { of, fields } satisfies Search,
  limit: SEARCH_LIMIT,
})

/** Fields that learners can be searched by; `words`: a name or a text. */
export type SearchKind = 'phone' | 'phone list' | 'email' | 'number' | 'words'

/** A number after the name of what has it: '#7', 'payment 7', 'credit note CN/26-27/000001'. */
const isNumbered = /^(?:#|payment|transaction|txn|order|refund|invoice|receipt|credit note|reference)\s?\S+$/i

/** Names what a search was made by, without its words. */
export function searchKind(typed: string): SearchKind {
  const text = typed.trim()
  if (/[\r\n]/.test(text)) return 'phone list'
  if (text.includes('@')) return 'email'
  if (isPhoneText(text)) return 'phone'
  const isNumber = /\d/.test(text) && (isNumbered.test(text) || !/\s/.test(text))
  return isNumber ? 'number' : 'words'
}

/** Typed values of the fields of a search, in their order. */
export function typedIn({ fields }: Search, input: { query: unknown; body: unknown }): string[] {
  const given = { ...(input.query as object), ...(input.body as object) } as Record<string, unknown>
  return fields
    .map((name) => given[name])
    .filter((value) => typeof value === 'string' && value.trim() !== '') as string[]
}
