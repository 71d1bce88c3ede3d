import type { Services } from '#core/context.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { listingAddress, readListing, readSearchListing, searchAddress } from '../listing.rules.ts'
import { catalogueSnapshot, type Snapshot } from './snapshot.ts'

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
 * The address of a page without what the page does not read: unknown parameters, values that count as not given, and
 * another order, spelling or repetition of the same values lead to one address.
 * @param path as it was asked for
 */
export async function ownAddress(
  services: Pick<Services, 'catalogue'>,
  path: string,
  query: URLSearchParams,
): Promise<OwnAddress> {
  const reader = query.size > 0 ? readers.find((one) => one.path.test(path)) : undefined
  if (!reader) return { address: path, typed: false }
  return reader.read(query, path, await catalogueSnapshot(services))
}
