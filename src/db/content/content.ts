import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#api/config.ts'
import type { Terminal } from '#lib/terminal.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { StartError, startRefusal } from '../start-error.ts'
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

/**
 * What `npm run content` does with what was typed after it.
 * @returns how the process ends: 0, or 1 when something is wrong
 */
export async function content(typed: string[], { settings, out, err }: Terminal): Promise<number> {
  try {
    const command = readCommand(typed)
    if (!command) throw new StartError(USAGE)
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
    const line = error instanceof ConfigError ? error.message : startRefusal(error)
    if (line === undefined) throw error
    err(line)
    return 1
  }
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
