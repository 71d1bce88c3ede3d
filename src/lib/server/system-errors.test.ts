import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { describeSystemError } from './system-errors.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'padavu-system-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => path.join(folder, name)
writeFileSync(at('file'), '')
symlinkSync(at('loop'), at('loop'))

function lineOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    return describeSystemError(error)
  }
  throw new Error('Nothing failed')
}

it.each<[work: () => unknown, line: string]>([
  [
    () => readFileSync(at('none')),
    `${at('none')} cannot be opened: it does not exist, or its folder takes no new files (ENOENT). Check the path`,
  ],
  [() => readFileSync(folder), `A file cannot be read: it is a folder, not a file (EISDIR). Name a file`],
  [
    () => mkdirSync(at('file/data')),
    `${at('file/data')} cannot be created: a part of the path is a file, not a folder (ENOTDIR). Check the path`,
  ],
  [() => mkdirSync(at('file')), `${at('file')} cannot be created: it exists already (EEXIST). Move it away`],
  [
    () => readdirSync(at('file')),
    `${at('file')} cannot be listed: a part of the path is a file, not a folder (ENOTDIR). Check the path`,
  ],
  [
    () => writeFileSync(at('loop'), ''),
    `${at('loop')} cannot be opened: its links lead in a circle (ELOOP). Check the path`,
  ],
  [
    () => mkdirSync('/proc/padavu'),
    '/proc/padavu cannot be created: it does not exist, or its folder takes no new files (ENOENT). Check the path',
  ],
])('describes what failed, why, and what to do: %s', (work, line) => {
  expect(lineOf(work)).toBe(line)
})

it('describes errors of a full disk without a path, and of renames with both paths', () => {
  const failure = (about: object) => Object.assign(new Error('x'), about)
  expect(describeSystemError(failure({ code: 'ENOSPC', syscall: 'write' }))).toBe(
    'A file cannot be written: the disk is full (ENOSPC). Make room',
  )
  expect(describeSystemError(failure({ code: 'EROFS', syscall: 'rename', path: '/a', dest: '/b' }))).toBe(
    '/a (to /b) cannot be renamed: the file system is read-only (EROFS). Choose a folder that can be written, or mount it for writing',
  )
})

it('names a program that cannot be started', () => {
  const program = at('no-program')
  expect(describeSystemError(spawnSync(program).error)).toBe(
    `${program} cannot be started (ENOENT). Check that it is installed and may be run`,
  )
})

it('leaves other errors alone', async () => {
  const [refused] = (await once(net.connect(1, '127.0.0.1'), 'error').catch((error: unknown) => [error])) as [unknown]
  for (const error of [refused, new TypeError('x is not a function'), new Error('EACCES'), 'EACCES', undefined])
    expect(describeSystemError(error)).toBeUndefined()
})
