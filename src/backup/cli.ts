import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { countedLarge } from '#lib/both/text/format.ts'
import { ConfigError, type Config } from '#core/config.ts'
import { writePrivately } from '#lib/server/private-data.ts'
import { asksForHelp, readTyped, UsageError, type Typed, type TypedOption } from '#lib/server/command-line.mjs'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { startRefusal } from '#db/start-error.ts'
import { makeBackup } from './backup.ts'
import { reportCounts } from './count/report.ts'
import { compareWithPostgres, copyToPostgres } from './copy/copy.ts'
import { DataError } from './data-error.ts'
import { copyFiles, countFiles } from './archive/files.ts'
import { describeManifest, megabytes, seconds } from './print.ts'
import { dataFolder, naming, settings, target } from './places.ts'
import { restoreBackup } from './restore.ts'
import type { FileProblems } from './archive/named-files.ts'
import { refuseNoData } from './sqlite-file.ts'
import { verifyBackup } from './verify/verify.ts'
import { verifyData } from './verify/verify-data.ts'
import { describePermissions } from './verify/describe-permissions.ts'

interface Command {
  args: string[]
  options: Record<string, TypedOption>
  usage: string
  about: string[]
  run: (given: Given) => Promise<void>
}

const MORE = 'docs/data.md says more.'

const force = { force: {} }
const to = { to: { value: 'postgres://…' } }

const commands: Record<string, Command> = {
  backup: {
    args: ['FILE'],
    options: force,
    usage: 'backup FILE [--force]',
    about: ['database and files of DATA_DIR into one file, while the server runs;', '--force replaces a file'],
    run: backup,
  },
  verify: {
    args: ['[FILE]'],
    options: {},
    usage: 'verify [FILE]',
    about: [
      'reads a backup as a restore does, and changes nothing; without FILE the database',
      'and every file that rows name where they are; follows the log of staff',
    ],
    run: (given) => (given.args.length > 0 ? verify(given) : verifyInPlace()),
  },
  restore: {
    args: ['FILE'],
    options: force,
    usage: 'restore FILE [--force]',
    about: ['puts a backup into DATA_DIR, while no server runs; --force moves aside what is', 'there'],
    run: restore,
  },
  count: {
    args: [],
    options: { json: {}, compare: { value: 'FILE' } },
    usage: 'count [--json] [--compare=FILE]',
    about: [
      'rows of every table and sums of money at one instant, while the server runs;',
      '--compare: what is not as in FILE, which --json wrote',
    ],
    run: count,
  },
  copy: {
    args: [],
    options: { ...to, files: {} },
    usage: 'copy [--to=postgres://…] [--files]',
    about: [
      'DATA_DIR to the empty PostgreSQL of --to or DATABASE_URL, while no server runs,',
      'and compares every row; --files: files to the bucket of FILES_S3_…',
    ],
    run: copy,
  },
  compare: {
    args: [],
    options: to,
    usage: 'compare [--to=postgres://…]',
    about: ['compares every row of both, and changes nothing'],
    run: compare,
  },
}

writePrivately()
try {
  const typed = process.argv.slice(2)
  const [name = '', ...words] = typed
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (typed.length === 0 || asksForHelp(typed)) console.log(command ? helpOn(command) : helpOnAll())
  else if (!command) throw new UsageError(`There is no command '${name}'. See: npm run data -- --help`)
  else await command.run(readFor(command, words))
} catch (error) {
  const expected = [UsageError, DataError, ConfigError].some((kind) => error instanceof kind)
  const line = expected ? (error as Error).message : startRefusal(error)
  if (line === undefined) throw error
  console.error(line)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

function helpOnAll(): string {
  const all = Object.values(commands)
  const width = Math.max(...all.map(({ usage }) => usage.length))
  const lines = all.flatMap(({ usage, about }) =>
    about.map((line, at) => `  ${(at === 0 ? usage : '').padEnd(width)}  ${line}`),
  )
  return ['Usage: npm run data -- COMMAND', '', ...lines, '', MORE].join('\n')
}

function helpOn({ usage, about }: Command): string {
  return [`Usage: npm run data -- ${usage}`, '', ...about, '', MORE].join('\n')
}

/** @throws UsageError that says what is wrong, and how it is used */
function readFor({ args, options, usage }: Command, words: string[]): Given {
  try {
    return readTyped(words, args, options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}. Usage: npm run data -- ${usage}`)
  }
}

async function backup({ args: [file = ''], options }: Given): Promise<void> {
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = dataFolder('A backup of PostgreSQL is made by pg_dump')
  refuseNoData(dataDir)
  const began = performance.now()
  const { manifest, leftOut, damaged, missing } = await makeBackup(dataDir, file, {
    now: Date.now,
    force: options.force !== undefined,
  })
  for (const name of leftOut) console.log(`Left out: ${name}, which is not a file of the store`)
  if (bucket) console.log('Files are in the bucket of FILES_S3_ENDPOINT, and not in here: docs/data.md')
  console.log(`${path.resolve(file)}: ${describeManifest(manifest)}, in ${seconds(performance.now() - began)}`)
  console.log("It holds learners' data and the keys of this site: keep it as safe as the data themselves")
  tellProblems(
    { damaged, missing: bucket ? [] : missing },
    'The backup is good but for these files, which are not in it. To bring them back import their content pack again, or take them from an older backup',
  )
}

async function verify({ args: [file = ''] }: Given): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'padavu-verify-'))
  try {
    const { manifest, damaged, missing, log } = await verifyBackup(file, folder)
    // In a backup of data whose files are in a bucket there are none.
    const { FILES_S3_ENDPOINT: bucket } = settings()
    const problems = { damaged, missing: bucket ? [] : missing }
    const isGood = damaged.length + problems.missing.length + log.length === 0
    console.log(`${path.resolve(file)} is ${isGood ? 'good' : 'whole'}: ${describeManifest(manifest)}`)
    tellProblems(problems, 'The backup is as it was made, but these files were damaged or missing by then')
    tellLog(log)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyInPlace(): Promise<void> {
  const config = settings()
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, FILES_S3_ENDPOINT: bucket } = config
  const state = await verifyData({ dataDir, databaseUrl }, fileStoreFor(config))
  for (const line of state.database) console.error(`Database: ${line}`)
  tellProblems(state, 'Import their content pack again, or take them from a backup')
  tellLog(state.log)
  for (const line of describePermissions(path.resolve(dataDir), state.permissions)) console.error(line)
  if (state.database.length > 0) {
    throw new DataError(
      `DATA_DIR: ${path.resolve(dataDir)}/padavu.db is damaged: stop the server and restore a backup, npm run data -- restore FILE --force`,
    )
  }
  const where = databaseUrl ? 'The files of PostgreSQL' : path.resolve(dataDir)
  if (process.exitCode !== 1)
    console.log(
      `${where}${bucket ? ' with its bucket' : ''}: good, ${countedLarge(state.files, 'file')} as rows name them`,
    )
}

async function count({ options: { json, compare } }: Given): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings()
  for (const line of await reportCounts({ dataDir, databaseUrl }, { json: json !== undefined, compare }))
    console.log(line)
}

/** Names files that are not as they should be; the command has not ended well then. */
function tellProblems({ damaged, missing }: FileProblems, advice: string): void {
  for (const name of damaged) console.error(`Damaged: ${name}`)
  for (const name of missing) console.error(`Missing: ${name}`)
  if (damaged.length + missing.length === 0) return
  console.error(`${countedLarge(damaged.length, 'file')} damaged, ${missing.length} missing. ${advice}`)
  process.exitCode = 1
}

/** Says what is wrong with the log of staff; the command has not ended well then. */
function tellLog(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) return
  console.error('What staff did is not as it was written: compare it with older backups. docs/data.md says how')
  process.exitCode = 1
}

async function restore({ args: [file = ''], options }: Given): Promise<void> {
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = dataFolder('PostgreSQL is restored by pg_restore')
  const began = performance.now()
  const restored = await restoreBackup(file, dataDir, { now: Date.now(), force: options.force !== undefined })
  const { manifest, movedTo, damaged, missing } = restored
  if (movedTo) console.log(`What was there is in ${movedTo}; delete it when you no longer need it`)
  console.log(
    `Restored into ${path.resolve(dataDir)}: ${describeManifest(manifest)}, in ${seconds(performance.now() - began)}`,
  )
  tellProblems(
    { damaged, missing: bucket ? [] : missing },
    'All else is restored. Import their content pack again, or take them from an older backup',
  )
}

async function copy({ options }: Given): Promise<void> {
  const { config, databaseUrl } = await target(options)
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = config
  const withFiles = options.files !== undefined
  if (withFiles && !bucket) throw new DataError('--files copies to a bucket: FILES_S3_ENDPOINT must be set')
  const began = performance.now()
  const copied = await naming(options, () =>
    copyToPostgres(dataDir, databaseUrl, {
      step: (name) => console.log(name),
      rows: (table, rows) => console.log(`  ${table}: ${countedLarge(rows, 'row')} so far`),
      table: (table, rows, milliseconds) => {
        if (rows > 0) console.log(`  ${table}: ${countedLarge(rows, 'row')} in ${seconds(milliseconds)}`)
      },
    }),
  )
  const rows = Object.values(copied.rows).reduce((sum, count) => sum + count, 0)
  const took = performance.now() - began
  const tables = countedLarge(Object.keys(copied.rows).length, 'table')
  console.log(
    `Copied and compared ${tables} with ${countedLarge(rows, 'row')} in ${seconds(took)}, ` +
      `${countedLarge(Math.round((rows / took) * 1000), 'row')} a second`,
  )
  if (withFiles) await sendFiles(config)
  else await sayWhereFilesAre(config)
}

async function sendFiles(config: Config): Promise<void> {
  console.log('Copying files')
  const began = performance.now()
  const { files, bytes, leftOut, damaged, broken } = await copyFiles(
    config.DATA_DIR,
    fileStoreFor(config),
    (done, of) => {
      if (done % 1000 === 0) console.log(`  ${done} of ${of}`)
    },
  )
  for (const name of leftOut) console.log(`Left out: ${name}, which is not a file of the store`)
  for (const name of damaged) console.error(`Damaged here, and not copied: ${name}`)
  if (damaged.length > 0) process.exitCode = 1
  if (broken.length > 0) throw new DataError(`Not the same in the bucket:\n${broken.join('\n')}`)
  const took = seconds(performance.now() - began)
  console.log(`Copied and compared ${countedLarge(files, 'file')}, ${megabytes(bytes)}, in ${took}`)
}

async function sayWhereFilesAre({ DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket }: Config): Promise<void> {
  const files = await countFiles(dataDir)
  if (files === 0) return
  const where = Object.values(storeFolders(path.resolve(dataDir))).join(' and ')
  console.log(
    `${countedLarge(files, 'file')} of ${where} stay there. ` +
      (bucket
        ? 'The bucket of FILES_S3_ENDPOINT gets them with --files'
        : 'Every server must have that folder as its DATA_DIR, or a bucket: docs/data.md'),
  )
}

async function compare({ options }: Given): Promise<void> {
  const { config, databaseUrl } = await target(options)
  const { same, different, told } = await naming(options, () => compareWithPostgres(config.DATA_DIR, databaseUrl))
  if (different > 0) {
    throw new DataError(
      [...told, `${countedLarge(different, 'difference')}, ${countedLarge(same, 'row')} the same`].join('\n'),
    )
  }
  console.log(`${countedLarge(same, 'row')}, all the same`)
}

type Given = Typed
