import { ConfigError, readConfig, type Config } from '#core/config.ts'
import type { Terminal } from '#lib/server/terminal.ts'
import { asksForHelp, readTyped, UsageError } from '#lib/server/typed.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { startRefusal } from '#db/start-error.ts'
import { compareWithData } from './import/compare-data.ts'
import { describeImport, describePack, describeWarnings } from './describe.ts'
import { importPack } from './import/import-pack.ts'
import { keepRenderings } from './text/kept-renderings.ts'
import type { Pack } from './pack.ts'
import { PackError } from './read/problems.ts'
import { readPack } from './read/read-pack.ts'

const usages = {
  check: 'npm run content -- check DIR [--keep-results]',
  import: 'npm run content -- import DIR [--learners] [--keep-results]',
}
const HELP = [
  'Usage:',
  `  ${usages.check}`,
  '      lists every error and every likely slip of a content pack with file and line, and what results of',
  '      learners have against it',
  `  ${usages.import}`,
  '      imports a pack, also while the server runs; --learners adds its learners',
  '  --keep-results lets right options change by which attempts were marked: these keep the old ones',
  'docs/content-pack.md says more.',
].join('\n')

interface Command {
  name: 'check' | 'import'
  folder: string
  learners: boolean
  keepResults: boolean
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
    const pack = await readKept(command.folder, { settings, err }, now)
    for (const warning of pack.warnings) err(warning)
    if (command.name === 'check') {
      const { problems, unknown } = await compareWithSettings(settings, pack, command.keepResults)
      if (problems.length > 0) throw new PackError(problems)
      if (unknown) err(`The results of learners were not looked at: ${unknown}`)
      out(`The pack is good: ${describePack(pack)}`)
    } else {
      const result = await importInto(configOf(settings, importNeeds), pack, command, now)
      if (result)
        for (const line of [describeImport(result), ...result.changedLearners, ...result.keptAnswers]) out(line)
    }
    if (pack.warnings.length > 0) out(describeWarnings(pack.warnings))
    return 0
  } catch (error) {
    if (error instanceof PackError) {
      for (const line of [...error.warnings, ...error.problems]) err(line)
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
    const known = { 'keep-results': {}, ...(name === 'import' && { learners: {} }) }
    const { args, options } = readTyped(words, ['DIR'], known)
    return {
      name,
      folder: args[0] ?? '',
      learners: options.learners !== undefined,
      keepResults: options['keep-results'] !== undefined,
    }
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}. Usage: ${usages[name]}`) : error
  }
}

/** Reads a pack with what is kept of earlier readings, in the data folder: a check needs no database. */
async function readKept(
  folder: string,
  { settings, err }: Pick<Terminal, 'settings' | 'err'>,
  now: number,
): Promise<Pack> {
  const { DATA_DIR } = configOf(settings, /^DATA_DIR$/)
  const kept = keepRenderings(DATA_DIR, { now, tell: err })
  try {
    return await readPack(folder, now, kept.render)
  } finally {
    kept.close()
  }
}

/** Where data and files are. A wrong setting that is not needed must not keep content from being checked or imported. */
const checkNeeds = /^(DATA_DIR|DATABASE_URL)$/
const importNeeds = /^(DATA_DIR|DATABASE_URL|FILES_S3_\w+)$/

/** @throws ConfigError */
function configOf(settings: Terminal['settings'], needed: RegExp): Config {
  return readConfig(Object.fromEntries(Object.entries(settings).filter(([name]) => needed.test(name))))
}

/** Compares with the data where the settings tell where these are: a pack can be checked without. */
async function compareWithSettings(settings: Terminal['settings'], pack: Pack, keepResults: boolean) {
  try {
    return await compareWithData(configOf(settings, checkNeeds), pack, keepResults)
  } catch (error) {
    if (error instanceof ConfigError) return { problems: [], unknown: error.message }
    throw error
  }
}

async function importInto(config: Config, pack: Pack, { learners, keepResults }: Command, now: number) {
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const files = fileStoreFor(config)
    return await importPack(opened.db, pack, { files, now, learners, keepResults })
  } finally {
    await opened.close()
  }
}
