/**
 * True of a link that leaves the site of the page `here`.
 * @param link an address with http or https, or a path
 */
export function leadsAway(link: string, here: string): boolean {
  // Browsers know `URL.parse` from 2024 on only.
  return new URL(link, here).origin !== new URL(here).origin
}
