import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { ConfigError, readConfig, readSettings, type Config } from '#core/config.ts'
import { privateLinks } from '#core/files/private-files.ts'
import { paymentProviderFor } from '#core/outside/choose-payment.ts'
import { siteReader } from '#core/site/site.ts'
import { examineData } from '#db/examine.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { StartError, startRefusal } from '#db/start-error.ts'
import { webhookPath } from '#features/purchases/server/payments/webhook.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { Terminal } from '#lib/server/terminal.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import type { StaffContext } from './command.ts'
import { commands } from './commands.ts'
import { readCommand } from './read-command.ts'

/**
 * What `npm run staff` does with what was typed after it.
 * @returns how the process ends: 0, 1, or 2 when it was typed wrongly
 */
export async function staff(typed: string[], terminal: Terminal): Promise<number> {
  try {
    const read = readCommand(commands, typed)
    if ('help' in read) terminal.out(read.help)
    else
      terminal.out(
        await withData(terminal, (ctx) => read.command.run({ ...ctx, command: read.command.name }, read.given)),
      )
    return 0
  } catch (error) {
    const expected = [UsageError, ApiError, ConfigError].some((kind) => error instanceof kind)
    const line = expected ? (error as Error).message : startRefusal(error)
    if (line === undefined) throw error
    terminal.err(line)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Opens the data as the server does, beside it when it runs. */
async function withData(
  { settings, err }: Terminal,
  work: (ctx: Omit<StaffContext, 'command'>) => Promise<string>,
): Promise<string> {
  const config = configOf(settings)
  if (!config.DATABASE_URL && !examineData(config.DATA_DIR)) {
    throw new StartError(`DATA_DIR: there are no data in ${path.resolve(config.DATA_DIR)}; start the server once`)
  }
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const { db, engine } = opened
    const now = Date.now
    const log = pino({ level: 'warn', base: null }, { write: (line) => err(line.trimEnd()) })
    const person = personOf(settings)
    const site = siteReader(db, now, config)
    return await work({
      payments: () => paymentProviderFor({ config: paymentConfigOf(settings), db, now, log, webhookPath }),
      config,
      db,
      engine,
      now,
      log,
      site,
      person,
      requestId: randomUUID().replaceAll('-', '').slice(0, 16),
      links: privateLinks(db, now),
      files: fileStoreFor(config),
    })
  } finally {
    await opened.close()
  }
}

/** Who is logged in at this machine, whoever's rights they have taken. */
function personOf({ SUDO_USER }: Terminal['settings']): string {
  if (SUDO_USER) return SUDO_USER
  try {
    return userInfo().username
  } catch {
    // In a container the number may have no name.
    return `user ${process.getuid?.()}`
  }
}

/** Who takes the money: only commands that send some back ask. */
function paymentConfigOf(settings: Terminal['settings']): Config {
  return readConfig(
    Object.fromEntries(Object.entries(settings).filter(([name]) => /^(PAYMENT_PROVIDER|RAZORPAY_\w+)$/.test(name))),
  )
}

/** Only where data and files are, how learners reach the site and who sells matter here; the server's other settings may be wrong. */
function configOf(settings: Terminal['settings']): Config {
  const given = Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      /^(DATA_DIR|DATABASE_URL|PORT|FILES_S3_\w+|SELLER_\w+|SITE_NAME|SITE_URL)$/.test(name),
    ),
  )
  return readSettings(given)
}
