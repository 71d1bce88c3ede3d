import { pagesOfContent, readerOf, type OwnAddress } from '#features/catalogue/server/page-addresses.ts'
import type { Snapshot } from '#features/catalogue/server/snapshot.ts'
import { drawnPath, numberedPages } from './numbered-pages.ts'

/** Where a page that does not exist is kept, whatever was asked for. */
export const NO_PAGE = '/404'

/** A path that says nothing in two ways; most requests have one, and no query. */
const plain = /^(\/[\w.~-]+)*\/?$/

/** Parts of a path that lead elsewhere. They are gone from an address that has been read as a URL. */
const dots = /\/\.\.?(\/|$)/

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
 * @param catalogue reads the catalogue, which says what some queries mean; it is not asked where the address alone tells
 */
export async function pageAddress(url: string, catalogue: () => Promise<Snapshot>): Promise<OwnAddress> {
  const [asked, query] = parted(url.slice(url.indexOf('/', 'https://'.length)))
  const path = plain.test(asked) ? asked : normalisedPath(asked)
  const read = readerOf(path, query)
  return read ? read(await catalogue()) : { address: drawnPath(path), typed: false }
}

/**
 * The same at once; undefined of what has to be read as a URL, or by a catalogue that is not there.
 * @param target of a request, as it came
 */
export function addressAtOnce(target: string, catalogue: Snapshot | undefined): string | undefined {
  const [path, query] = parted(target)
  if (!plain.test(path) || dots.test(path)) return undefined
  const read = readerOf(path, query)
  if (!read) return drawnPath(path)
  return catalogue && read(catalogue).address
}

/** Path and query. */
export function parted(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** True for paths that the router does not redirect to a better one, so that one of no page is one of no page. */
export function isSettled(address: string): boolean {
  return plain.test(address) && !address.endsWith('/')
}

/** True for the pages of the site and its content; there is no end of all others. */
export function isOfSite(route: string | undefined, status: number, { address, typed }: OwnAddress): boolean {
  if (address === NO_PAGE) return true
  if (status !== 200 || typed || route === undefined) return false
  return !route.includes('[') || pagesOfContent.includes(route) || numberedPages.includes(route)
}

/**
 * True for pages of which a cache in front keeps one. It keeps them by the address that was asked for, so of a page that is
 * drawn once for all numbers a stranger would have it keep as many as there are numbers.
 */
export function isOneForCaches(route: string | undefined, status: number, own: OwnAddress): boolean {
  return status === 200 && isOfSite(route, status, own) && !numberedPages.includes(route!)
}
