import type { Services } from '#core/context.ts'
import { repeatAlone } from '#core/background/repeat.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { removeFreedFiles } from './freed-files.ts'
import { eraseEverything } from './erase.ts'

type Sweeping = Pick<Services, 'db' | 'files' | 'now' | 'log' | 'personalParts'>

/** Far longer than any call takes. */
const WATCHED = DAY

/**
 * Erases again what calls wrote that were under way when an account ended, removes files that could not be removed at once,
 * and what had to be kept until now, as of buyers whose accounts ended.
 */
export async function sweepAccounts(services: Sweeping): Promise<void> {
  await eraseStragglers(services)
  await removeFreedFiles(services)
  for (const { expire } of services.personalParts) await expire?.(services.db, services.now())
}

async function eraseStragglers({ db, now, personalParts }: Sweeping): Promise<void> {
  const ended = await db
    .selectFrom('users')
    .select(['id', 'country_code as countryCode', 'phone'])
    .where('deleted_at', '>', now() - WATCHED)
    .execute()
  for (const person of ended) await db.transaction().execute((tx) => eraseEverything(tx, personalParts, person, now()))
}

/** Sweeps at the start and every hour. @returns what stops it, waiting for a pass under way */
export function startAccountSweep(services: Sweeping & Pick<Services, 'faults' | 'leases'>): () => Promise<void> {
  return repeatAlone(services, 'sweep of ended accounts', HOUR, () => sweepAccounts(services))
}
