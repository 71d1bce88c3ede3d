import { ApiError } from '#lib/both/calls/errors.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Services } from '../context.ts'
import { tellReplica, type ReplicaState } from './catalogue-metrics.ts'

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

/** Milliseconds from one look at the replica to the next. */
const AGAIN = 5 * SECOND

/**
 * Reads the public catalogue from a replica, where there is one. While the replica does not answer, or is behind for longer
 * than from one look to the next, the primary does. The replica comes back when it has the primary's content: else pages
 * would go back in time under a version that is newer.
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
  /** Whether the last look found another version in the replica than in the primary. */
  let differs = false
  let lookAt = -Infinity
  /** What the log was told last. */
  let told = ''

  const tell = (state: ReplicaState, level: 'info' | 'warn' | 'error', text: string, err?: unknown) => {
    tellReplica(state)
    if (text !== told) log[level](err === undefined ? {} : { err }, text)
    told = text
  }
  const leave = () => {
    serves = false
    lookAt = now() + AGAIN
  }
  const look = async () => {
    lookAt = now() + AGAIN
    let there: string
    try {
      there = (await replica.site()).contentVersion
    } catch (err) {
      tell('away', 'warn', 'the replica does not answer; DATABASE_URL serves the catalogue', err)
      return leave()
    }
    // After the replica, so that it is no older than what learners have been shown meanwhile.
    const here = await primary.site().catch(() => undefined)
    // Without its primary the replica has what there is.
    if (!here) return
    const isBehind = there !== here.contentVersion
    if (!isBehind) {
      serves = true
      tell('serves', 'info', 'the replica serves the catalogue')
    } else if (!serves || differs) {
      leave()
      tell('behind', 'warn', 'the replica lags behind; DATABASE_URL serves the catalogue')
    }
    differs = isBehind
  }
  const readCatalogue = async <T>(read: Read<T>) => {
    if (now() >= lookAt) void look()
    if (!serves) return read(primary)
    try {
      return await read(replica)
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (serves) tell('away', 'error', 'the replica failed; DATABASE_URL serves the catalogue', error)
      leave()
      return read(primary)
    }
  }
  const version = () => {
    if (serves) return versionIn(replica)
    return now() < lookAt ? versionIn(primary) : undefined
  }
  return Object.assign(readCatalogue, { version })
}
