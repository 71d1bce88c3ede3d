/** How a page says until when it holds; the page cache reads it and sends it to nobody. */
const PAGE_UNTIL = 'x-page-until'

/**
 * Says of the page that is being drawn that it holds until the first of these moments that is still to come. Without one it
 * holds until the content changes.
 * @param moments milliseconds since 1970
 * @param now from before anything was read: a moment that has come since then leaves the page without what it brought, and
 *   must end it at once
 */
export function holdsUntil(headers: Headers, moments: readonly number[], now: number): void {
  const coming = moments.filter((moment) => moment > now)
  if (coming.length > 0) headers.set(PAGE_UNTIL, String(Math.min(...coming)))
}

/** What a page has said; undefined where it says nothing. */
export function untilOf(headers: Headers): number | undefined {
  const until = headers.get(PAGE_UNTIL)
  return until === null ? undefined : Number(until)
}
