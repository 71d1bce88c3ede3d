import { ApiError } from '#lib/both/calls/errors.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Services } from '../context.ts'
import { tellReplica } from './catalogue-metrics.ts'

/** A database with the content version that stands in it: what is kept of one is keyed by the version of the same one. */
export type CatalogueSource = Pick<Services, 'db' | 'site'>

/** Reads the public catalogue. */
export interface ReadCatalogue {
  /** `read` uses nothing but the database it is given, and may be called a second time. */
  <T>(read: Read<T>): Promise<T>
  /** The content version of what would be read now; undefined where a database has to be asked for it. */
  version: () => string | undefined
}

type Read<T> = (from: CatalogueSource) => Promise<T>

/** Milliseconds until a replica that failed, or that lags behind, is looked at again. */
const RETRY = 5 * SECOND

/**
 * Reads the public catalogue from a replica, where there is one. While the replica does not answer, the primary does. The
 * replica comes back when it has the primary's content: else pages would go back in time under a version that is newer.
 */
export function catalogueReader({
  primary,
  replica,
  now,
  log,
}: { primary: CatalogueSource; replica?: CatalogueSource | undefined } & Pick<Services, 'now' | 'log'>): ReadCatalogue {
  const versionIn = (source: CatalogueSource) => source.site.known()?.contentVersion
  if (!replica) return Object.assign(<T>(read: Read<T>) => read(primary), { version: () => versionIn(primary) })
  // Not before it was looked at: a server starts without its replica, too.
  let serves = false
  let lookAt = -Infinity

  const look = async () => {
    lookAt = now() + RETRY
    try {
      const [there, here] = await Promise.all([replica.site(), primary.site()])
      serves = there.contentVersion === here.contentVersion
      tellReplica(serves ? 'serves' : 'behind')
      if (serves) log.info('the replica serves the catalogue')
      else log.warn('the replica lags behind; DATABASE_URL serves the catalogue')
    } catch (error) {
      tellReplica('away')
      log.warn({ err: error }, 'the replica does not answer; DATABASE_URL serves the catalogue')
    }
  }
  const readCatalogue = async <T>(read: Read<T>) => {
    if (!serves) {
      if (now() >= lookAt) void look()
      return read(primary)
    }
    try {
      return await read(replica)
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (serves) log.error({ err: error }, 'the replica failed; DATABASE_URL serves the catalogue')
      serves = false
      tellReplica('away')
      lookAt = now() + RETRY
      return read(primary)
    }
  }
  const version = () => {
    if (serves) return versionIn(replica)
    return now() < lookAt ? versionIn(primary) : undefined
  }
  return Object.assign(readCatalogue, { version })
}
