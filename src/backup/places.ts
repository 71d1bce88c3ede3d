import { ConfigError, readConfig, type Config } from '#core/config.ts'
import { startRefusal } from '#db/start-error.ts'
import { UsageError, type Typed } from '#lib/server/command-line.mjs'
import { DataError } from './data-error.ts'

/** Where the data are that a command means, by the environment and by what was typed. */

/** Only where data and files are matters here; the server's other settings may be wrong. */
export function settings(more: Record<string, string> = {}): Config {
  const place = /^(DATA_DIR|DATABASE_URL|FILES_S3_\w+)$/
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => place.test(name)))
  return readConfig({ ...given, ...more })
}

/** @throws DataError when the data are not in a folder */
export function dataFolder(instead: string): Config {
  const config = settings()
  if (config.DATABASE_URL) throw new DataError(`DATABASE_URL is set. ${instead}: docs/data.md`)
  return config
}

/** The PostgreSQL that is meant. @throws DataError when none is */
export async function target(options: Typed['options']): Promise<{ config: Config; databaseUrl: string }> {
  const { to } = options
  const config = await naming(options, async () => settings(to === undefined ? {} : { DATABASE_URL: to }))
  if (!config.DATABASE_URL) throw new UsageError('Where to? Set DATABASE_URL, or give --to=postgres://…')
  return { config, databaseUrl: config.DATABASE_URL }
}

/** Calls the address --to, where it was given so, in what is said to be wrong with it. */
export async function naming<T>({ to }: Typed['options'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const line = error instanceof ConfigError ? error.message : startRefusal(error)
    if (to === undefined || !line?.startsWith('DATABASE_URL')) throw error
    throw new DataError(line.replace('DATABASE_URL', '--to'))
  }
}
