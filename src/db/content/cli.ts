import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#api/config.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { StartError } from '../start-error.ts'
import { describeImport, describePack } from './describe.ts'
import { importPack } from './import-pack.ts'
import { PackError } from './problems.ts'
import { readPack } from './read-pack.ts'

const USAGE = 'Usage: npm run content -- check DIR, or npm run content -- import DIR [--learners]'

interface Command {
  name: 'check' | 'import'
  folder: string
  learners: boolean
}

try {
  const command = readCommand(process.argv.slice(2))
  if (!command) throw new StartError(USAGE)
  const now = Date.now()
  const pack = await readPack(command.folder, now)
  if (command.name === 'check') console.log(`The pack is good: ${describePack(pack)}`)
  else await importInto(settings(), pack, command.learners, now)
} catch (error) {
  if (error instanceof PackError) {
    for (const problem of error.problems) console.error(problem)
    if (error.problems.length > 1) console.error(`${error.problems.length} errors; nothing was imported`)
  } else if (error instanceof StartError || error instanceof ConfigError) console.error(error.message)
  else throw error
  process.exitCode = 1
}

function readCommand(given: string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { learners: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [name, folder, ...others] = positionals
    if ((name !== 'check' && name !== 'import') || !folder || others.length > 0) return undefined
    if (name === 'check' && values.learners) return undefined
    return { name, folder, learners: values.learners }
  } catch {
    return undefined
  }
}

/** Only where data and files are matters here; a wrong setting of the server's must not keep content from being imported. */
function settings(): Config {
  const place = /^(DATA_DIR|DATABASE_URL|FILES_S3_\w+)$/
  return readConfig(Object.fromEntries(Object.entries(process.env).filter(([name]) => place.test(name))))
}

async function importInto(config: Config, pack: Awaited<ReturnType<typeof readPack>>, learners: boolean, now: number) {
  const opened = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await migrate(opened)
    const files = fileStoreFor(config)
    const result = await importPack(opened.db, pack, { files, now, learners })
    if (result) console.log(describeImport(result))
  } finally {
    await opened.close()
  }
}
