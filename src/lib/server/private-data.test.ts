import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tests/support/servers/server.ts'
import { findShared, makeEmptyFolderPrivate } from './private-data.ts'

const { folder, remove } = temporaryFolder()
afterEach(remove)

const closed = path.join(folder, 'lost+found')
const isRoot = process.getuid?.() === 0

/** Names that a user without rights to `lost+found` finds; root may open every folder. */
async function found(): Promise<string[]> {
  if (!isRoot) return (await findShared(folder)).shared
  const module = path.join(import.meta.dirname, 'private-data.ts')
  const script = `process.setuid(65534)
const { findShared } = await import(${JSON.stringify(module)})
console.log(JSON.stringify((await findShared(${JSON.stringify(folder)}, 0)).shared))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as string[]
}

it('finds shared files beside a folder that the user may not open', async () => {
  mkdirSync(closed, { recursive: true })
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

it('leaves files and folders of other users alone, and names them', async () => {
  mkdirSync(closed, { recursive: true })
  writeFileSync(path.join(folder, 'shared'), '')
  chmodSync(path.join(folder, 'shared'), 0o644)
  writeFileSync(path.join(closed, 'hidden'), '')
  chmodSync(path.join(closed, 'hidden'), 0o644)
  chmodSync(closed, 0o755)
  chmodSync(folder, 0o700)
  const mine = statSync(folder).uid
  expect(await findShared(folder, mine)).toMatchObject({
    shared: ['lost+found', 'shared', 'lost+found/hidden'],
    foreign: [],
  })
  expect(await findShared(folder, mine + 1)).toEqual({
    owner: mine + 1,
    shared: [],
    foreign: ['lost+found', 'shared'],
  })
})

it('makes a new volume private, which has nothing but lost+found', () => {
  mkdirSync(closed, { recursive: true })
  chmodSync(folder, 0o755)
  makeEmptyFolderPrivate(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})
