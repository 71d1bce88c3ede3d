import { execFile, type ExecFileOptions } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/servers/server.ts'
import { stageNames } from '../../../scripts/test-command.mjs'

const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts

/** Files that scripts of package.json start; other scripts start programs of packages. */
const started = Object.values(scripts).flatMap((line) =>
  [...line.matchAll(/(?:^|\s)node (\S+\.(?:ts|mjs))/g)].map(([, file]) => file!),
)

interface Ended {
  code: number
  out: string
  err: string
}

/** Files of a folder that only run: nothing can be imported from them. */
const commandsIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(mjs|ts)$/.test(entry.name) && !/\.test\.|\.d\.ts$/.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .filter((file) => !/^export /m.test(readFileSync(file, 'utf8')))

const commands = [...new Set([...started, ...['scripts', 'deploy', 'tests/load'].flatMap(commandsIn)])].sort()

function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

describe.each(commands)('%s', (file) => {
  test('prints its usage for --help, and names a wrong option in one line', async () => {
    const help = await run(process.execPath, [file, '--help'])
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage:/) as string })
    const wrong = await run(process.execPath, [file, '--no-such-option'])
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^[^\n]*\n$/) as string })
    expect(wrong.err).toMatch(/--no-such-option.*--help/)
  })
})

/** Start and test install the packages themselves, licences reads the lock file alone, and check starts the others. */
const withoutPackages = ['start', 'test', 'browsers', 'licences', 'check']

describe.each(Object.entries(scripts).filter(([name]) => !withoutPackages.includes(name)))('npm run %s', (_, line) => {
  test.each([
    ['without packages', 'src'],
    ['whose installation of packages was cut off', 'node_modules/astro'],
  ])('names in one line what to run, on a machine %s', async (__, left) => {
    const { folder, remove } = temporaryFolder()
    try {
      cpSync('src/lib/server', path.join(folder, 'src/lib/server'), { recursive: true })
      mkdirSync(path.join(folder, left), { recursive: true })
      expect(await run('sh', ['-c', line], { cwd: folder })).toEqual({
        code: 1,
        out: '',
        err: 'The packages are not installed. Run: npm install\n',
      })
    } finally {
      remove()
    }
  })
})

test('the stages of npm test are those that its help lists', () => {
  const source = readFileSync('scripts/test-stages.mjs', 'utf8')
  expect([...source.matchAll(/\bname: '(\w+)',\s+title: /g)].map(([, name]) => name)).toEqual(stageNames)
})
