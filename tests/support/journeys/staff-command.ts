import { expect } from '@playwright/test'
import { runCommand } from '../api/command.ts'

/** Types `npm run staff -- …` beside the server of the journeys. @returns what it prints */
export async function staff(...args: string[]): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR
  if (!dataDir) throw new Error('The server is started by playwright.config.ts')
  const { code, out, err } = await runCommand({ dataDir, databaseUrl: undefined }, 'src/staff/cli.ts', args)
  expect([code, err]).toEqual([0, ''])
  return out
}
