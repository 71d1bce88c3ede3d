import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tests/support/servers/server.ts'
import { findShared } from './private-data.ts'

const { folder, remove } = temporaryFolder()
afterEach(remove)

const closed = path.join(folder, 'lost+found')
const isRoot = process.getuid?.() === 0

/** Names that a user without rights to `lost+found` finds; root may open every folder. */
function found(): Promise<string[]> {
  if (!isRoot) return findShared(folder)
  const module = path.join(import.meta.dirname, 'private-data.ts')
  const script = `process.setuid(65534)
const { findShared } = await import(${JSON.stringify(module)})
console.log(JSON.stringify(await findShared(${JSON.stringify(folder)})))`
  return Promise.resolve(
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as string[],
  )
}

it('finds shared files beside a folder that the user may not open', async () => {
  mkdirSync(closed)
  writeFileSync(path.join(folder, 'shared'), '')
  writeFileSync(path.join(closed, 'hidden'), '')
  chmodSync(path.join(folder, 'shared'), 0o644)
  chmodSync(folder, 0o755)
  chmodSync(closed, 0)
  try {
    expect(await found()).toEqual(['.', 'shared'])
  } finally {
    chmodSync(closed, 0o700)
  }
})
