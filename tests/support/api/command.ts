import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Terminal } from '#lib/server/terminal.ts'
import type { FreshDatabase } from './database.ts'

export interface Ended {
  code: number
  out: string
  err: string
}

/**
 * Runs a command as another process, while this one keeps the database open as a server would.
 * @param script from the project's root
 */
export function runCommand(
  opened: Pick<FreshDatabase, 'dataDir' | 'databaseUrl'>,
  script: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const env = { ...settingsFor(opened), ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [path.resolve(script), ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/**
 * The same in this process, over a connection of its own: to start Node takes longer than what most commands do.
 * @param command what the entry of the command calls
 */
export async function typeCommand(
  opened: Pick<FreshDatabase, 'dataDir' | 'databaseUrl'>,
  command: (typed: string[], terminal: Terminal) => Promise<number>,
  typed: string[],
): Promise<Ended> {
  const ended: Ended = { code: 0, out: '', err: '' }
  ended.code = await command(typed, {
    settings: settingsFor(opened),
    out: (line) => (ended.out += `${line}\n`),
    err: (line) => (ended.err += `${line}\n`),
  })
  return ended
}

/** Of the server's other settings one is wrong, which is nothing to a command. */
function settingsFor({ dataDir, databaseUrl = '' }: Pick<FreshDatabase, 'dataDir' | 'databaseUrl'>) {
  return { ...process.env, OTP_SENDER: 'wrong', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}
