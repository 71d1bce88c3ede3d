import { execFile } from 'node:child_process'
import path from 'node:path'
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
  const { dataDir, databaseUrl = '' } = opened
  const env = { ...process.env, OTP_SENDER: 'wrong', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [path.resolve(script), ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
