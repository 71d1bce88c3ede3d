import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'

/** The right to import, which one process holds at a time. */
export interface ImportLease {
  /** Extends the lease in the transaction that writes. @throws Error when another import has taken the lease */
  renew: (tx: Db) => Promise<void>
  free: () => Promise<void>
}

const NAME = 'content import'

/** Milliseconds after which an import that has not renewed its lease counts as dead. */
const LEASE = 15 * SECOND

const POLL = SECOND / 5

const MAX_WAIT = 15 * MINUTE

/**
 * Waits until no other import runs, and takes the lease. The lease only keeps imports apart: every transaction of an
 * import renews it and fails where another import has it.
 * @throws Error after 15 minutes
 */
export async function takeImportLease(db: Db): Promise<ImportLease> {
  const owner = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  for (let waited = 0; !(await claim(db, owner)); waited += POLL) {
    if (waited >= MAX_WAIT) throw new Error('Another import is still running')
    await wait(POLL)
  }
  return {
    renew: async (tx) => {
      const row = await tx
        .updateTable('leases')
        .set({ expires_at: Date.now() + LEASE })
        .where('name', '=', NAME)
        .where('owner', '=', owner)
        .returning('name')
        .executeTakeFirst()
      if (!row) throw new Error('Another import has begun, because this one stood still; nothing was imported')
    },
    free: async () => {
      await db.deleteFrom('leases').where('name', '=', NAME).where('owner', '=', owner).execute()
    },
  }
}

async function claim(db: Db, owner: string): Promise<boolean> {
  const now = Date.now()
  const row = await db
    .insertInto('leases')
    .values({ name: NAME, owner, expires_at: now + LEASE })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, expires_at: now + LEASE })
        .where('leases.expires_at', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
