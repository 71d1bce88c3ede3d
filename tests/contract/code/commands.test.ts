import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { stageNames } from '../../../scripts/test-command.mjs'

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts

/** Files that scripts of package.json start; other scripts start programs of packages. */
const started = Object.values(scripts).flatMap((line) => /(?:^|\s)node (\S+\.(?:ts|mjs))/.exec(line)?.[1] ?? [])

/** Files of a folder that only run: nothing can be imported from them. */
const commandsIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(mjs|ts)$/.test(entry.name) && !/\.test\.|\.d\.ts$/.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .filter((file) => !/^export /m.test(readFileSync(file, 'utf8')))

const commands = [...new Set([...started, ...['scripts', 'deploy', 'tests/load'].flatMap(commandsIn)])].sort()

function run(file: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

describe.each(commands)('%s', (file) => {
  test('prints its usage for --help, and names a wrong option in one line', async () => {
    const help = await run(file, '--help')
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage:/) as string })
    const wrong = await run(file, '--no-such-option')
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]*\n$/) as string })
    expect(wrong.err).toMatch(/--no-such-option.*--help/)
  })
})

test('the stages of npm test are those that its help lists', () => {
  const source = readFileSync('scripts/test-stages.mjs', 'utf8')
  expect([...source.matchAll(/\bname: '(\w+)',\s+title: /g)].map(([, name]) => name)).toEqual(stageNames)
})
