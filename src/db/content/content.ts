import { ConfigError, readConfig, type Config } from '#api/config.ts'
import type { Terminal } from '#lib/terminal.ts'
import { asksForHelp, readTyped, UsageError } from '#lib/typed.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { startRefusal } from '../start-error.ts'
import { describeImport, describePack } from './describe.ts'
import { importPack } from './import-pack.ts'
import { PackError } from './problems.ts'
import { readPack } from './read-pack.ts'

const usages = { check: 'npm run content -- check DIR', import: 'npm run content -- import DIR [--learners]' }
const HELP = [
  'Usage:',
  `  ${usages.check.padEnd(usages.import.length)}  lists every error of a content pack with file and line`,
  `  ${usages.import}  imports a pack, also while the server runs; --learners adds its learners`,
  'docs/content-pack.md says more.',
].join('\n')

interface Command {
  name: 'check' | 'import'
  folder: string
  learners: boolean
}

/**
 * What `npm run content` does with what was typed after it.
 * @returns how the process ends: 0, 1 when something is wrong, or 2 when it was typed wrongly
 */
export async function content(typed: string[], { settings, out, err }: Terminal): Promise<number> {
  try {
    if (typed.length === 0 || asksForHelp(typed)) {
      out(HELP)
      return 0
    }
    const command = readCommand(typed)
    const now = Date.now()
    const pack = await readPack(command.folder, now)
    if (command.name === 'check') out(`The pack is good: ${describePack(pack)}`)
    else {
      const result = await importInto(configOf(settings), pack, command.learners, now)
      if (result) for (const line of [describeImport(result), ...result.changedLearners]) out(line)
    }
    return 0
  } catch (error) {
    if (error instanceof PackError) {
      for (const problem of error.problems) err(problem)
      if (error.problems.length > 1) err(`${error.problems.length} errors; nothing was imported`)
      return 1
    }
    const expected = error instanceof ConfigError || error instanceof UsageError
    const line = expected ? error.message : startRefusal(error)
    if (line === undefined) throw error
    err(line)
    return error instanceof UsageError ? 2 : 1
  }
}

/** @throws UsageError */
function readCommand([name = '', ...words]: string[]): Command {
  if (name !== 'check' && name !== 'import')
    throw new UsageError(`There is no command '${name}'. See: npm run content -- --help`)
  try {
    const { args, options } = readTyped(words, ['DIR'], name === 'import' ? { learners: {} } : {})
    return { name, folder: args[0] ?? '', learners: options.learners !== undefined }
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}. Usage: ${usages[name]}`) : error
  }
}

/** Only where data and files are matters here; a wrong setting of the server's must not keep content from being imported. */
function configOf(settings: Terminal['settings']): Config {
  const place = /^(DATA_DIR|DATABASE_URL|FILES_S3_\w+)$/
  return readConfig(Object.fromEntries(Object.entries(settings).filter(([name]) => place.test(name))))
}

async function importInto(config: Config, pack: Awaited<ReturnType<typeof readPack>>, learners: boolean, now: number) {
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const files = fileStoreFor(config)
    return await importPack(opened.db, pack, { files, now, learners })
  } finally {
    await opened.close()
  }
}
