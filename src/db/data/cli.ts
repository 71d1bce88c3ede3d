import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigError, readConfig, type Config } from '#api/config.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { storeFolders } from '#providers/files/folder-store.ts'
import { startRefusal } from '../start-error.ts'
import { makeBackup } from './backup.ts'
import { compareWithPostgres, copyToPostgres } from './copy.ts'
import { DataError } from './data-error.ts'
import { copyFiles, countFiles } from './files.ts'
import { counted, describeManifest, megabytes, seconds } from './print.ts'
import { restoreBackup } from './restore.ts'
import type { FileProblems } from './named-files.ts'
import { refuseNoData } from './sqlite-file.ts'
import { verifyBackup } from './verify.ts'
import { verifyData } from './verify-data.ts'

const USAGE = [
  'Usage:',
  '  npm run data -- backup FILE [--force]   database and files of DATA_DIR into one file, while the server runs',
  '  npm run data -- verify FILE             reads a backup as a restore does, and changes nothing',
  '  npm run data -- verify                  reads the database and every file that rows name where they are',
  '  npm run data -- restore FILE [--force]  puts a backup into DATA_DIR, while no server runs',
  '  npm run data -- copy [--to=postgres://…] [--files]',
  '                                          DATA_DIR to the empty PostgreSQL of --to or DATABASE_URL, while no server',
  '                                          runs, and compares every row; --files: files to the bucket of FILES_S3_…',
  '  npm run data -- compare [--to=…]        compares every row of both, and changes nothing',
  'docs/data.md says more.',
].join('\n')

const to = { to: { type: 'string' } } as const
const force = { force: { type: 'boolean', default: false } } as const

try {
  const [name, ...typed] = process.argv.slice(2)
  if (name === 'backup') await backup(read(typed, 1, force))
  else if (name === 'verify' && typed.length === 0) await verifyInPlace()
  else if (name === 'verify') await verify(read(typed, 1, {}))
  else if (name === 'restore') await restore(read(typed, 1, force))
  else if (name === 'copy') await copy(read(typed, 0, { ...to, files: { type: 'boolean' } }))
  else if (name === 'compare') await compare(read(typed, 0, to))
  else throw new DataError(USAGE)
} catch (error) {
  const expected = [DataError, ConfigError].some((kind) => error instanceof kind)
  const line = expected ? (error as Error).message : startRefusal(error)
  if (line === undefined) throw error
  console.error(line)
  process.exitCode = 1
}

async function backup({ file, options }: Given): Promise<void> {
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = dataFolder('A backup of PostgreSQL is made by pg_dump')
  refuseNoData(dataDir)
  const began = performance.now()
  const { manifest, leftOut, damaged, missing } = await makeBackup(dataDir, file, {
    now: Date.now,
    force: options.force === true,
  })
  for (const name of leftOut) console.log(`Left out: ${name}, which is no file of the store`)
  if (bucket) console.log('Files are in the bucket of FILES_S3_ENDPOINT, and not in here: docs/data.md')
  console.log(`${path.resolve(file)}: ${describeManifest(manifest)}, in ${seconds(performance.now() - began)}`)
  console.log("It holds learners' data and the keys of this site: keep it as safe as the data themselves")
  tellProblems(
    { damaged, missing: bucket ? [] : missing },
    'The backup is good but for these files, which are not in it. To bring them back import their content pack again, or take them from an older backup',
  )
}

async function verify({ file }: Given): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'padavu-verify-'))
  try {
    const { manifest, damaged, missing } = await verifyBackup(file, folder)
    // In a backup of data whose files are in a bucket there are none.
    const { FILES_S3_ENDPOINT: bucket } = settings()
    const problems = { damaged, missing: bucket ? [] : missing }
    const isGood = damaged.length + problems.missing.length === 0
    console.log(`${path.resolve(file)} is ${isGood ? 'good' : 'whole'}: ${describeManifest(manifest)}`)
    tellProblems(problems, 'The backup is as it was made, but these files were damaged or missing by then')
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
  if (state.database.length > 0) {
    throw new DataError(
      `DATA_DIR: ${path.resolve(dataDir)}/padavu.db is damaged: stop the server and restore a backup, npm run data -- restore FILE --force`,
    )
  }
  const where = databaseUrl ? 'The files of PostgreSQL' : path.resolve(dataDir)
  if (process.exitCode !== 1)
    console.log(`${where}${bucket ? ' with its bucket' : ''}: good, ${counted(state.files, 'file')} as rows name them`)
}

/** Names files that are not as they should be; the command has not ended well then. */
function tellProblems({ damaged, missing }: FileProblems, advice: string): void {
  for (const name of damaged) console.error(`Damaged: ${name}`)
  for (const name of missing) console.error(`Missing: ${name}`)
  if (damaged.length + missing.length === 0) return
  console.error(`${counted(damaged.length, 'file')} damaged, ${missing.length} missing. ${advice}`)
  process.exitCode = 1
}

async function restore({ file, options }: Given): Promise<void> {
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = dataFolder('PostgreSQL is restored by pg_restore')
  const began = performance.now()
  const restored = await restoreBackup(file, dataDir, { now: Date.now(), force: options.force === true })
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
  const { config, databaseUrl } = target(options)
  const { DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket } = config
  if (options.files && !bucket) throw new DataError('--files copies to a bucket: FILES_S3_ENDPOINT must be set')
  const began = performance.now()
  const copied = await copyToPostgres(dataDir, databaseUrl, {
    step: (name) => console.log(name),
    rows: (table, rows) => console.log(`  ${table}: ${counted(rows, 'row')} so far`),
    table: (table, rows, milliseconds) => {
      if (rows > 0) console.log(`  ${table}: ${counted(rows, 'row')} in ${seconds(milliseconds)}`)
    },
  })
  const rows = Object.values(copied.rows).reduce((sum, count) => sum + count, 0)
  const took = performance.now() - began
  const tables = counted(Object.keys(copied.rows).length, 'table')
  console.log(
    `Copied and compared ${tables} with ${counted(rows, 'row')} in ${seconds(took)}, ` +
      `${counted(Math.round((rows / took) * 1000), 'row')} a second`,
  )
  if (options.files) await sendFiles(config)
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
  for (const name of leftOut) console.log(`Left out: ${name}, which is no file of the store`)
  for (const name of damaged) console.error(`Damaged here, and not copied: ${name}`)
  if (damaged.length > 0) process.exitCode = 1
  if (broken.length > 0) throw new DataError(`Not the same in the bucket:\n${broken.join('\n')}`)
  const took = seconds(performance.now() - began)
  console.log(`Copied and compared ${counted(files, 'file')}, ${megabytes(bytes)}, in ${took}`)
}

async function sayWhereFilesAre({ DATA_DIR: dataDir, FILES_S3_ENDPOINT: bucket }: Config): Promise<void> {
  const files = await countFiles(dataDir)
  if (files === 0) return
  const where = Object.values(storeFolders(path.resolve(dataDir))).join(' and ')
  console.log(
    `${counted(files, 'file')} of ${where} stay there. ` +
      (bucket
        ? 'The bucket of FILES_S3_ENDPOINT gets them with --files'
        : 'Every server must have that folder as its DATA_DIR, or a bucket: docs/data.md'),
  )
}

async function compare({ options }: Given): Promise<void> {
  const { config, databaseUrl } = target(options)
  const { same, different, told } = await compareWithPostgres(config.DATA_DIR, databaseUrl)
  if (different > 0) {
    throw new DataError([...told, `${counted(different, 'difference')}, ${counted(same, 'row')} the same`].join('\n'))
  }
  console.log(`${counted(same, 'row')}, all the same`)
}

interface Given {
  /** The argument that some commands have; '' where there is none. */
  file: string
  options: Record<string, string | boolean | undefined>
}

/** @throws DataError with how it is used, when it was typed in another way */
function read(typed: string[], args: 0 | 1, options: NonNullable<ParseArgsConfig['options']>): Given {
  try {
    const { values, positionals } = parseArgs({ args: typed, options, allowPositionals: true })
    if (positionals.length === args) return { file: positionals[0] ?? '', options: values as Given['options'] }
  } catch {
    // An option that there is not.
  }
  throw new DataError(USAGE)
}

/** Only where data and files are matters here; the server's other settings may be wrong. */
function settings(more: Record<string, string> = {}): Config {
  const place = /^(DATA_DIR|DATABASE_URL|FILES_S3_\w+)$/
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => place.test(name)))
  return readConfig({ ...given, ...more })
}

/** @throws DataError when the data are not in a folder */
function dataFolder(instead: string): Config {
  const config = settings()
  if (config.DATABASE_URL) throw new DataError(`DATABASE_URL is set. ${instead}: docs/data.md`)
  return config
}

/** The PostgreSQL that is meant. @throws DataError when none is */
function target({ to }: Given['options']): { config: Config; databaseUrl: string } {
  const config = settings(typeof to === 'string' ? { DATABASE_URL: to } : {})
  if (!config.DATABASE_URL) throw new DataError('Where to? Set DATABASE_URL, or give --to=postgres://…')
  return { config, databaseUrl: config.DATABASE_URL }
}
