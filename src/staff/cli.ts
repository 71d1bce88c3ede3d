import { existsSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { ConfigError, readConfig, type Config } from '#api/config.ts'
import { privateLinks } from '#api/private-files.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { StartError } from '#db/start-error.ts'
import { ApiError } from '#lib/errors.ts'
import { UsageError, type StaffContext } from './command.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { commands } from './commands.ts'
import { readCommand } from './read-command.ts'

try {
  const read = readCommand(commands, process.argv.slice(2))
  if ('help' in read) console.log(read.help)
  else console.log(await withData((ctx) => read.command.run(ctx, read.given)))
} catch (error) {
  const expected = [UsageError, ApiError, StartError, ConfigError].some((kind) => error instanceof kind)
  if (!expected) throw error
  console.error((error as Error).message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

/** Opens the data as the server does, beside it when it runs. */
async function withData(work: (ctx: StaffContext) => Promise<string>): Promise<string> {
  const config = settings()
  if (!config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'padavu.db'))) {
    throw new StartError(`DATA_DIR: there are no data in ${path.resolve(config.DATA_DIR)}; start the server once`)
  }
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const { db, engine } = opened
    const now = Date.now
    const log = pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true }))
    return await work({ config, db, engine, now, log, links: privateLinks(db, now), files: fileStoreFor(config) })
  } finally {
    await opened.close()
  }
}

/** Only where data and files are and how learners reach the site matter here; the server's other settings may be wrong. */
function settings(): Config {
  const given = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(DATA_DIR|DATABASE_URL|PORT|FILES_S3_\w+)$/.test(name)),
  )
  const { SITE_URL } = process.env
  try {
    return readConfig({ ...given, SITE_URL })
  } catch (error) {
    // A public site is refused beside the outbox, which is the default; nobody logs in here.
    if (error instanceof ConfigError && SITE_URL) return { ...readConfig(given), SITE_URL }
    throw error
  }
}
