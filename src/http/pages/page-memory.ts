import type { OwnAddress } from '#features/catalogue/server/page-addresses.ts'
import { catalogueSnapshot, type Snapshot } from '#features/catalogue/server/snapshot.ts'
import type { Services } from '#core/context.ts'
import { addressAtOnce, pageAddress } from './page-address.ts'
import { watchPages } from './page-metrics.ts'
import { pageStore, type Page, type PageShare } from './page-store.ts'

/** Rendered pages of the content as it is now, by what they read of their addresses. */
export interface PageMemory {
  /** Forgets what was drawn before an import. @returns the content version */
  see: () => Promise<string>
  /**
   * Whether a page that is drawn now has nothing of another version: with a replica, some of a page is read there and some
   * on the primary.
   */
  isOfOneVersion: (version: string) => Promise<boolean>
  /** The address by which the page of a URL is kept. */
  addressOf: (url: string) => Promise<OwnAddress>
  /** A page that still shows what is so. */
  get: (address: string) => Page | undefined
  /**
   * The page that is kept for the target of a request, where that can be told without asking the database or the router.
   */
  atOnce: (target: string) => Page | undefined
  /**
   * Keeps a page, unless the content is another by now.
   * @param version the content that it was drawn from
   * @param ofSite whether the page is one of those that the site and its content bound
   */
  put: (address: string, page: Page, version: string, ofSite: boolean) => void
  /** Counts a page anew that has grown by a compressed copy. */
  grown: (address: string, page: Page) => void
}

export function pageMemory(
  services: Pick<Services, 'catalogue' | 'now' | 'site'>,
  bytes?: Record<PageShare, number>,
): PageMemory {
  const pages = pageStore(bytes)
  watchPages(pages.held)
  let version = ''
  /** The catalogue of this version, once somebody has needed it. */
  let catalogue: Snapshot | undefined

  const get = (address: string) => {
    const page = pages.get(address)
    return page?.until !== undefined && page.until <= services.now() ? undefined : page
  }
  const readCatalogue = async () => {
    const begun = version
    const read = await catalogueSnapshot(services)
    if (begun === version) catalogue = read
    return read
  }
  return {
    see: async () => {
      const { contentVersion } = await services.catalogue(({ site }) => site())
      if (contentVersion !== version) {
        pages.clear()
        catalogue = undefined
        version = contentVersion
      }
      return version
    },
    isOfOneVersion: async (version) => {
      const site = await services.site().catch(() => undefined)
      return site?.contentVersion === version
    },
    addressOf: (url) => pageAddress(url, readCatalogue),
    get,
    atOnce: (target) => {
      if (services.catalogue.version() !== version) return undefined
      const address = addressAtOnce(target, catalogue)
      return address === undefined ? undefined : get(address)
    },
    put: (address, page, drawnFrom, ofSite) => {
      if (drawnFrom === version) pages.put(address, page, ofSite)
    },
    grown: pages.grown,
  }
}
