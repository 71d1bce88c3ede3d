import { ownAddress, pagesOfContent, type OwnAddress } from '#features/catalogue/server/page-addresses.ts'
import type { Services } from '#core/context.ts'

/** Where a page that does not exist is kept, whatever was asked for. */
export const NO_PAGE = '/404'

/** A path that says nothing in two ways; most requests have one, and no query. */
const plain = /^(\/[\w.~-]+)*\/?$/

const unreserved = /^[\w.~-]$/

/** Characters that need no escape are written without one, escapes in capitals (RFC 3986, section 6.2.2). */
function normalisedPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16))
    return unreserved.test(character) ? character : escape.toUpperCase()
  })
}

/**
 * The address that a page is drawn for and kept by. It holds what the page reads and nothing else, and the page is told
 * nothing else: what a visitor adds to an address stays out of what all others get.
 * @param url as the caller wrote it
 */
export async function pageAddress(services: Pick<Services, 'catalogue'>, url: string): Promise<OwnAddress> {
  const asked = url.slice(url.indexOf('/', 'https://'.length))
  if (plain.test(asked)) return { address: asked, typed: false }
  const [path = '', ...rest] = asked.split('?')
  return ownAddress(services, normalisedPath(path), new URLSearchParams(rest.join('?')))
}

/** True for paths that the router does not redirect to a better one, so that one of no page is one of no page. */
export function isSettled(address: string): boolean {
  return plain.test(address) && !address.endsWith('/')
}

/** True for the pages of the site and its content; there is no end of all others. */
export function isOfSite(route: string | undefined, status: number, { address, typed }: OwnAddress): boolean {
  if (address === NO_PAGE) return true
  if (status !== 200 || typed || route === undefined) return false
  return !route.includes('[') || pagesOfContent.includes(route)
}
