import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import { temporaryFolder } from './server.ts'

/** A data folder of a test's own with the demo's content in it. */
export function demoFolder(): { folder: string; remove: () => void } {
  const made = temporaryFolder()
  cpSync(inject('demoSite'), made.folder, { recursive: true })
  return made
}
