import path from 'node:path'
import { siteKey } from '#core/site/site.ts'
import type { Services } from '#core/context.ts'
import { StartError } from '#db/start-error.ts'
import { importPack } from './import/import-pack.ts'
import { PackError } from './read/problems.ts'
import { readPack } from './read/read-pack.ts'
import { refreshSchedules } from './schedules.ts'
import { describeImport, describeWarnings } from './describe.ts'

type Needs = Pick<Services, 'config' | 'db' | 'files' | 'log' | 'now'>

/**
 * Imports the pack that CONTENT names into a database without content, with demo learners when codes go to the outbox;
 * then brings relative times up to date. Of several processes that start at once, one imports.
 * @param read how the pack is read
 * @throws StartError when the pack is not good
 */
export async function importOnFirstStart(services: Needs, read = readPack): Promise<void> {
  const { db, now } = services
  const site = await db.selectFrom('meta').select('key').where('key', '=', siteKey).executeTakeFirst()
  if (!site && services.config.CONTENT !== 'none') await importConfigured(services, read)
  await refreshSchedules(db, now())
}

async function importConfigured({ config, db, files, log, now }: Needs, read: typeof readPack): Promise<void> {
  try {
    const pack = await read(path.resolve(config.CONTENT), now())
    const learners = config.OTP_SENDER === 'outbox'
    const result = await importPack(db, pack, {
      ...{ files, now: now(), learners, settings: config, onlyIfEmpty: true },
      // What was made before there was any content stays.
      side: 'console',
    })
    if (result) log.info(`content imported from ${config.CONTENT}: ${describeImport(result)}`)
    if (result && pack.warnings.length > 0) {
      const list = `npm run content -- check ${config.CONTENT} lists ${pack.warnings.length === 1 ? 'it' : 'them'}`
      log.info(`content: ${describeWarnings(pack.warnings)}; ${list}`)
    }
  } catch (error) {
    if (!(error instanceof PackError)) throw error
    const [first, ...others] = error.problems
    const more =
      others.length > 0 ? ` (and ${others.length} more; npm run content -- check ${config.CONTENT} lists all)` : ''
    throw new StartError(`CONTENT: ${first}${more}`)
  }
}
