import { LRUCache } from 'lru-cache'

/** A page in one encoding, ready to be sent: everything but the request's id. */
export interface Copy {
  body: Buffer<ArrayBuffer>
  /** Names and values in turn. */
  headers: string[]
}

/** A rendered page. */
export interface Page {
  status: number
  etag: string
  plain: Copy
  /** Made when they are first asked for. */
  compressed: { br?: Copy; gzip?: Copy }
  /** Those that are being made, for all who ask meanwhile. */
  compressing: { br?: Promise<Copy>; gzip?: Promise<Copy> }
  /** Bytes that it holds, compressed copies included. */
  size: number
  /** The pattern of its address. */
  route: string | undefined
  /** May serve the next request, too. */
  lasts: boolean
  /** From when on it may not, since what it shows is another by then; undefined: until the content changes. */
  until: number | undefined
}

/** Bytes of each share. */
const pageShares = {
  /** Pages of which there are only as many as the site and its content have. */
  site: 16 * 1024 * 1024,
  /** Pages whose address has no end (words of a search, courses that are not there), and that were asked for again. */
  again: 5 * 1024 * 1024,
  /** The same, asked for once: all that a flood of addresses which nobody else asks for can fill. */
  once: 3 * 1024 * 1024,
}

export type PageShare = keyof typeof pageShares

/** Rendered pages by address, in shares that cannot take each other's room; in each the least recently used go first. */
export interface PageStore {
  get: (address: string) => Page | undefined
  /** @param ofSite whether the page is one of those that the site and its content bound */
  put: (address: string, page: Page, ofSite: boolean) => void
  /** Counts a page anew that has grown by a compressed copy, if it is still there. */
  grown: (address: string, page: Page) => void
  clear: () => void
  /** Bytes held now. */
  held: () => Record<PageShare, number>
}

export function pageStore(bytes: Record<PageShare, number> = pageShares): PageStore {
  const share = (name: PageShare) =>
    new LRUCache<string, Page>({ maxSize: bytes[name], sizeCalculation: ({ size }) => size })
  const site = share('site')
  const again = share('again')
  const once = share('once')
  return {
    get: (address) => {
      const found = site.get(address) ?? again.get(address)
      if (found) return found
      const second = once.peek(address)
      if (second) {
        once.delete(address)
        again.set(address, second)
      }
      return second
    },
    put: (address, page, ofSite) => {
      // An older copy may stand in another share: the page holds no longer, or was asked for again.
      for (const one of [site, again, once]) one.delete(address)
      ;(ofSite ? site : once).set(address, page)
    },
    grown: (address, page) => {
      for (const one of [site, again, once]) if (one.peek(address) === page) one.set(address, page)
    },
    clear: () => [site, again, once].forEach((one) => one.clear()),
    held: () => ({ site: site.calculatedSize, again: again.calculatedSize, once: once.calculatedSize }),
  }
}
