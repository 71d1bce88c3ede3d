import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Db } from '#db/database.ts'
import { SECOND, type Clock } from '#lib/both/time/clock.ts'
import type { Faults } from '../faults.ts'

/** How long a process that is heard of no more keeps its work from the others. */
export const LEASE = 6 * SECOND
/** Milliseconds between two renewals, and between two looks at what has become free. */
const BEAT = 2 * SECOND

/** Which work that one process at a time does is this process's. */
export interface Leases {
  /** From now on this process may do the work of that name, when nobody else does. */
  join: (name: string) => void
  holds: (name: string) => boolean
  /** Leaves all work to the others, at once. */
  close: () => Promise<void>
}

/** Of a process that is alone with its data: on SQLite the lock of the data folder is the lease. */
export const allHeld: Leases = { join: () => {}, holds: () => true, close: async () => {} }

/**
 * Leases in the database, one a name, renewed while this process lives. Whoever holds one knows until when by its own
 * clock, also while the database does not answer. Leases save work and hold off nothing: a process that was stopped in the
 * middle, or whose clock is wrong, may work beside another, so every step of the work decides by itself who has it.
 */
export function leases({
  db,
  now,
  log,
  faults,
}: {
  db: Db
  now: Clock
  log: Logger
  faults: Faults
}): Leases & { beat: () => Promise<void> } {
  // Says to whoever looks where the work is done.
  const owner = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const names = new Set<string>()
  let held = new Map<string, number>()
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  const renew = async () => {
    if (closed) return
    const at = now()
    const until = at + LEASE
    try {
      const mine = await claim(db, { names: [...names].sort(), owner, now: at, until })
      held = new Map(mine.map((name) => [name, until]))
    } catch (error) {
      if (!faults.note(error, { work: 'renewal of leases' })) log.warn({ err: error }, 'leases could not be renewed')
    }
  }
  // One after the other, so that no late answer undoes a later one.
  const beat = () => (last = last.then(renew))
  const goOn = () => {
    if (!closed) timer = setTimeout(() => void beat().then(goOn), BEAT).unref()
  }
  goOn()
  return {
    join: (name) => {
      names.add(name)
      void beat()
    },
    holds: (name) => (held.get(name) ?? -Infinity) > now(),
    beat,
    close: async () => {
      clearTimeout(timer)
      await last
      closed = true
      held.clear()
      const free = db.updateTable('leases').set({ expires_at: 0 }).where('owner', '=', owner)
      // They run out by themselves.
      await free.execute().catch((error: unknown) => log.warn({ err: error }, 'leases could not be given back'))
    },
  }
}

/**
 * Renews the leases of an owner and takes those that nobody holds.
 * @returns the names that are the owner's until then
 */
async function claim(
  db: Db,
  { names, owner, now, until }: { names: string[]; owner: string; now: number; until: number },
): Promise<string[]> {
  if (names.length === 0) return []
  const taken = await db
    .selectFrom('leases')
    .select('name')
    .where('owner', '!=', owner)
    .where('expires_at', '>', now)
    .execute()
  const free = names.filter((name) => !taken.some((lease) => lease.name === name))
  if (free.length === 0) return []
  const mine = await db
    .insertInto('leases')
    .values(free.map((name) => ({ name, owner, expires_at: until })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ owner: ref('excluded.owner'), expires_at: ref('excluded.expires_at') }))
        // Looked at again: another process may have been faster.
        .where(({ or, eb, ref }) =>
          or([eb('leases.expires_at', '<=', now), eb('leases.owner', '=', ref('excluded.owner'))]),
        ),
    )
    .returning('name')
    .execute()
  return mine.map(({ name }) => name)
}
