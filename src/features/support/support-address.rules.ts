import { paths, withQuery } from '#lib/both/paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'

/** The ticket that an address names: `?ticket=12`; undefined for none and for what is not a number. */
export function ticketIn(search: string): number | undefined {
  return readId(new URLSearchParams(search).get('ticket'))
}

/** The page with a ticket open; without one, with the form of a new ticket. */
export function supportAddress(ticket?: number): string {
  return withQuery(paths.support, { ticket })
}
