import { counted } from '#lib/both/text/format.ts'
import { ConfigError, readConfig, type Config } from '#core/config.ts'
import type { Terminal } from '#lib/server/terminal.ts'
import { asksForHelp, readTyped, UsageError, type TypedOption } from '#lib/server/command-line.mjs'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { startRefusal } from '#db/start-error.ts'
import { compareWithData } from './import/compare-data.ts'
import { describeImport, describeLeaving, describePack, describeWarnings } from './describe.ts'
import { importPack, type ImportResult } from './import/import-pack.ts'
import { conflictLine, ConflictError, howToSettle, type Side } from './import/two-sides/conflicts.ts'
import { withPresentData } from './data.ts'
import { ExportError, exportPack } from './export/export-pack.ts'
import { keepRenderings } from './text/kept-renderings.ts'
import type { Pack } from './pack.ts'
import { PackError } from './read/problems.ts'
import { readPack } from './read/read-pack.ts'

const usages = {
  check: 'npm run content -- check DIR [--keep-results] [--take-pack | --keep-console]',
  import: 'npm run content -- import DIR [--learners | --dry-run] [--keep-results] [--take-pack | --keep-console]',
  export: 'npm run content -- export DIR [--fixed-times]',
}
const HELP = [
  'Usage:',
  `  ${usages.check}`,
  '      lists every error and every likely slip of a content pack with file and line, and what results of',
  '      learners and changes of the console have against it',
  `  ${usages.import}`,
  '      imports a pack, also while the server runs; --learners adds its learners; --dry-run changes nothing and',
  '      says what would be done',
  `  ${usages.export}`,
  '      writes all content as a pack, which imports to the same; DIR must not exist, or be empty; --fixed-times',
  "      writes what is relative ('today 18:00') as the time that it is now",
  '  --keep-results lets right options change by which attempts were marked: these keep the old ones',
  '  --take-pack overwrites what was changed in the console, --keep-console imports all else',
  'docs/content-pack.md says more.',
].join('\n')

interface Command {
  name: keyof typeof usages
  folder: string
  learners: boolean
  keepResults: boolean
  side: Side | undefined
  dryRun: boolean
  fixedTimes: boolean
}

/**
 * What `npm run content` does with what was typed after it.
 * @returns how the process ends: 0, 1 when something is wrong, or 2 when it was typed wrongly
 */
export async function content(typed: string[], terminal: Terminal): Promise<number> {
  const { out, err } = terminal
  try {
    if (typed.length === 0 || asksForHelp(typed)) {
      out(HELP)
      return 0
    }
    const command = readCommand(typed)
    if (command.name === 'export') return await exportTo(command, terminal)
    const now = Date.now()
    const pack = await readKept(command.folder, terminal, now)
    for (const warning of pack.warnings) err(warning)
    if (command.name === 'check') await check(pack, command, terminal)
    else if (command.dryRun) await tryImport(pack, command, terminal, now)
    else {
      const result = await importInto(configOf(terminal.settings, importNeeds), pack, command, now)
      if (result) for (const line of importLines(result, command.side)) out(line)
    }
    if (pack.warnings.length > 0) out(describeWarnings(pack.warnings))
    return 0
  } catch (error) {
    return refused(error, err)
  }
}

/** Says why something was refused. @returns how the process ends */
function refused(error: unknown, err: Terminal['err']): number {
  if (error instanceof PackError) {
    for (const line of [...error.warnings, ...error.problems]) err(line)
    if (error.problems.length > 1) err(`${counted(error.problems.length, 'error')}; nothing was imported`)
    return 1
  }
  if (error instanceof ConflictError) {
    for (const conflict of error.conflicts) err(conflictLine(conflict))
    err(`${howToSettle(error.conflicts)}; nothing was imported`)
    return 1
  }
  if (error instanceof ExportError) {
    for (const line of error.lines) err(line)
    return 1
  }
  const expected = error instanceof ConfigError || error instanceof UsageError
  const line = expected ? error.message : startRefusal(error)
  if (line === undefined) throw error
  err(line)
  return error instanceof UsageError ? 2 : 1
}

/** @throws UsageError */
function readCommand([name = '', ...words]: string[]): Command {
  if (!isCommand(name)) throw new UsageError(`There is no command '${name}'. See: npm run content -- --help`)
  try {
    const { args, options } = readTyped(words, ['DIR'], optionsOf[name])
    const given = (option: string) => options[option] !== undefined
    if (given('take-pack') && given('keep-console'))
      throw new UsageError('--take-pack and --keep-console say the opposite of each other')
    if (given('dry-run') && given('learners'))
      throw new UsageError(
        '--dry-run cannot try --learners, because demo learners need the courses to be imported first',
      )
    return {
      name,
      folder: args[0] ?? '',
      learners: given('learners'),
      keepResults: given('keep-results'),
      side: given('take-pack') ? 'pack' : given('keep-console') ? 'console' : undefined,
      dryRun: given('dry-run'),
      fixedTimes: given('fixed-times'),
    }
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}. Usage: ${usages[name]}`) : error
  }
}

function isCommand(name: string): name is Command['name'] {
  return Object.hasOwn(usages, name)
}

const settling = { 'keep-results': {}, 'take-pack': {}, 'keep-console': {} }
const optionsOf: Record<Command['name'], Record<string, TypedOption>> = {
  check: settling,
  import: { ...settling, learners: {}, 'dry-run': {} },
  export: { 'fixed-times': {} },
}

/** @throws PackError when the data have something against the pack */
async function check(pack: Pack, command: Command, { settings, out, err }: Terminal): Promise<void> {
  const { problems, retired, unknown } = await compareWithSettings(settings, pack, command)
  if (problems.length > 0) throw new PackError(problems)
  if (unknown) err(`The results of learners were not looked at: ${unknown}`)
  out(`The pack is good: ${describePack(pack)}`)
  for (const line of describeLeaving(retired, 'will be')) out(line)
}

/** @throws ConflictError, PackError as the import would be refused */
async function tryImport(pack: Pack, command: Command, { settings, out }: Terminal, now: number): Promise<void> {
  const config = configOf(settings, importNeeds)
  const tried = await withPresentData(config, ({ db }) =>
    importPack(db, pack, { ...command, files: fileStoreFor(config), now, dryRun: true }),
  )
  if ('why' in tried) {
    if (tried.why === 'none') out(`There are no data yet; all would be new: ${describePack(pack)}`)
    else throw new UsageError('The data are of another version, so that nothing can be tried on them')
    return
  }
  if (!tried.found) return
  for (const line of importLines(tried.found, command.side)) out(`would be: ${line}`)
  if (tried.found.conflicts.length > 0 && !command.side) throw new ConflictError(tried.found.conflicts)
}

/** What an import did, a line each. */
function importLines(result: ImportResult, side: Side | undefined): string[] {
  const done = side === 'pack' ? 'overwritten' : 'kept'
  const settled = side ? result.conflicts.map((conflict) => `${done}: ${conflictLine(conflict)}`) : []
  const leaving = describeLeaving([...result.questions.retired], 'are')
  return [describeImport(result), ...leaving, ...settled, ...result.changedLearners, ...result.keptAnswers]
}

/**
 * Writes a pack and reads it as an import would.
 * @throws ExportError
 */
async function exportTo({ folder, fixedTimes }: Command, terminal: Terminal): Promise<number> {
  const { settings, out, err } = terminal
  const config = configOf(settings, importNeeds)
  const done = await withPresentData(config, ({ db }) =>
    exportPack(db, folder, { files: fileStoreFor(config), fixedTimes }),
  )
  if ('why' in done)
    throw new ExportError([
      done.why === 'none' ? 'There are no data yet' : 'The data are of another version: start the server on them once',
    ])
  try {
    out(`Exported to ${folder}: ${describePack(await readKept(folder, terminal, Date.now()))}`)
    return 0
  } catch (error) {
    if (!(error instanceof PackError)) throw error
    for (const line of error.problems) err(line)
    err(`${folder} was written, but has to be mended before it can be imported`)
    return 1
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
async function compareWithSettings(settings: Terminal['settings'], pack: Pack, command: Command) {
  try {
    return await compareWithData(configOf(settings, checkNeeds), pack, command)
  } catch (error) {
    if (error instanceof ConfigError) return { problems: [], retired: [], unknown: error.message }
    throw error
  }
}

async function importInto(config: Config, pack: Pack, { learners, keepResults, side }: Command, now: number) {
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const files = fileStoreFor(config)
    return await importPack(opened.db, pack, { files, now, learners, keepResults, side })
  } finally {
    await opened.close()
  }
}
