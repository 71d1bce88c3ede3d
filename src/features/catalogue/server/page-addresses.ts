import { readPage } from '#lib/both/calls/read-page.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { listingAddress, readListing, readSearchListing, searchAddress } from '../listing.rules.ts'
import type { Snapshot } from './snapshot.ts'

/** An address as the page itself would write it. */
export interface OwnAddress {
  /** Path and query. */
  address: string
  /** It holds words that somebody typed: there is no end of such addresses. */
  typed: boolean
}

type Read = (query: URLSearchParams, path: string, snapshot: Snapshot) => OwnAddress

const numbered: Read = (query, path) => {
  const page = readPage(query.get('page'))
  return { address: withQuery(path, { page: page > 1 ? page : undefined }), typed: false }
}

/** What each page reads of its query, by the page's pattern. A page that is not here is not told of any. */
export const queriesOfPages: Record<string, Read> = {
  '/search': (query) => {
    const asked = readSearchListing(query)
    return { address: searchAddress(asked), typed: asked.search !== '' }
  },
  '/courses': (query, _path, { categories }) => {
    const listing = readListing(query, categories)
    return { address: listingAddress(listing), typed: listing.search !== '' }
  },
  '/courses/[group]/[category]': (query, path, { categories }) => {
    const category = categories.find((one) => paths.category(one.group.key, one.key) === path)
    const sub = category?.subcategories.find(({ key }) => key === query.get('sub'))?.key
    return { address: withQuery(path, { sub }), typed: false }
  },
  '/news': numbered,
  '/blog': numbered,
  '/webinars': numbered,
}

/** Pages whose parameters are checked against the content: beyond those that exist they say 404. */
export const pagesOfContent = [
  '/courses/[id]',
  '/courses/[group]/[category]',
  '/news/[id]',
  '/blog/[id]',
  '/webinars/[id]',
]

const readers = Object.entries(queriesOfPages).map(([pattern, read]) => ({
  path: new RegExp(`^${pattern.replace(/\[\w+\]/g, '[^/]+')}$`),
  read,
}))

/**
 * What makes the address of a page without what the page does not read: unknown parameters, values that count as not given,
 * and another order, spelling or repetition of the same values lead to one address. Undefined where nothing of the query is
 * read: the path alone is the address.
 * @param path as it was asked for
 * @param query without its question mark
 */
export function readerOf(path: string, query: string): ((snapshot: Snapshot) => OwnAddress) | undefined {
  const reader = query === '' ? undefined : readers.find((one) => one.path.test(path))
  return reader && ((snapshot) => reader.read(new URLSearchParams(query), path, snapshot))
}
