import { execFile } from 'node:child_process'
import type { Ended } from '../api/command.ts'

/** Root opens every file; a process without these capabilities is held to permissions like any owner of files. */
const prefix = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

/** Runs a script as a user whom permissions of files and folders hold back, also where the tests run as root. */
export function runBoundByPermissions(
  script: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Ended> {
  const [program = '', ...rest] = [...prefix, process.execPath, script, ...args]
  return new Promise((resolve) => {
    execFile(program, rest, { env: { ...process.env, ...settings }, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })
}
