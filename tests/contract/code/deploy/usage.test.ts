import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** Shell scripts of deploy/ that operators start; `common.sh` is read by others. */
const scripts = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => readFileSync(file, 'utf8').startsWith('#!/bin/sh'))
  .sort()

function run(file: string, ...args: string[]) {
  // A script that takes a wrong option for none may wait for ever.
  const { status, stdout, stderr } = spawnSync(path.resolve(file), args, { encoding: 'utf8', timeout: 30_000 })
  return { code: status, out: stdout, err: stderr }
}

test('deploy/ has shell scripts', () => {
  expect(scripts.length).toBeGreaterThan(8)
})

describe.each(scripts)('%s', (file) => {
  test('prints its usage for --help', () => {
    const usage: unknown = expect.stringMatching(new RegExp(`^Usage: ${path.basename(file)}[^\\n]*\\n$`))
    expect(run(file, '--help')).toEqual({ code: 0, out: usage, err: '' })
  })

  test('names a wrong option in one line', () => {
    const line: unknown = expect.stringMatching(/^[^\n]*--no-such-option[^\n]*Usage: [^\n]*\n$/)
    expect(run(file, '--no-such-option')).toEqual({ code: 2, out: '', err: line })
  })
})
