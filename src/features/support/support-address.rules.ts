import { paths, withQuery } from '#lib/paths.ts'

/** The ticket that an address names: `?ticket=12`; undefined for none and for what is no number. */
export function ticketIn(search: string): number | undefined {
  const given = new URLSearchParams(search).get('ticket') ?? ''
  return /^[1-9]\d{0,9}$/.test(given) && Number(given) <= 2_147_483_647 ? Number(given) : undefined
}

/** The page with a ticket open; without one, with the form of a new ticket. */
export function supportAddress(ticket?: number): string {
  return withQuery(paths.support, { ticket })
}
