import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/servers/server.ts'

/** `npm run build` of a small project, whose bundler writes a file when the test says so. */

/** Writes a file, waits for the file that `$WAITS` names, writes another file; or fails. */
const bundler = `
  import fs from 'node:fs'
  import path from 'node:path'
  const [, , , , folder] = process.argv
  const write = (name) => {
    fs.mkdirSync(path.join(folder, 'client'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'client', process.env.MARK + name), '')
  }
  write('-begun')
  if (process.env.WAITS) while (!fs.existsSync(process.env.WAITS)) await new Promise((resolve) => setTimeout(resolve, 20))
  if (process.env.FAILS) throw new Error('the bundler fails')
  write('-finished')
`

let folder: string
let remove: () => void
const at = (...names: string[]) => path.join(folder, ...names)

beforeEach(() => {
  ;({ folder, remove } = temporaryFolder())
  cpSync('scripts', at('scripts'), { recursive: true })
  cpSync('src/lib/server', at('src/lib/server'), {
    recursive: true,
    filter: (name) => !name.endsWith('.ts'),
  })
  for (const name of ['node_modules/.bin', 'node_modules/astro/bin']) mkdirSync(at(name), { recursive: true })
  symlinkSync(process.execPath, at('node_modules/.bin/node'))
  writeFileSync(at('node_modules/astro/bin/astro.mjs'), bundler)
  writeFileSync(at('package.json'), '{}')
})
afterEach(() => remove())

interface Bundling {
  /** File that lets the bundler go on. */
  WAITS?: string
  FAILS?: string
}

/** Starts a build whose files are named after `mark`. */
function startBuild(mark: string, bundling: Bundling = {}) {
  const child = spawn(process.execPath, [at('scripts/build.mjs')], {
    env: { ...process.env, MARK: mark, ...bundling },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, output: () => printed }
}

const built = () => readdirSync(at('dist', 'client')).sort()

/** Waits until the bundler of a build has begun; at most one build is unfinished. */
const untilBegun = (mark: string) =>
  expect
    .poll(() => readdirSync(at('.cache')).some((name) => existsSync(at('.cache', name, 'client', `${mark}-begun`))))
    .toBe(true)

test('a build that fails or is ended by a signal leaves the build before it, and its exit code says so', async () => {
  expect(await startBuild('a').ended).toBe(0)
  const before = realpathSync(at('dist'))
  const failing = startBuild('b', { FAILS: 'yes' })
  expect(await failing.ended).toBe(1)
  expect(failing.output()).toContain('The build failed.')
  const stopped = startBuild('c', { WAITS: 'continue' })
  await untilBegun('c')
  stopped.child.kill('SIGTERM')
  expect(await stopped.ended).toBe(143)
  expect(realpathSync(at('dist'))).toBe(before)
  expect(built()).toEqual(['a-begun', 'a-finished'])
})

test('of two builds at the same time the second begins when the first is complete', async () => {
  const first = startBuild('a', { WAITS: 'continue' })
  await untilBegun('a')
  const second = startBuild('b')
  await expect.poll(second.output).toContain('waiting for it')
  expect(existsSync(at('dist'))).toBe(false)
  writeFileSync(at('continue'), '')
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
  expect(built()).toEqual(['b-begun', 'b-finished'])
  expect(readdirSync(at('.cache'))).toEqual(['builds'])
})

test('the bundler of a build that was killed writes nothing into the next one', async () => {
  const killed = startBuild('a', { WAITS: 'continue' })
  await untilBegun('a')
  killed.child.kill('SIGKILL')
  const next = startBuild('b', { WAITS: 'continue-b' })
  await untilBegun('b')
  writeFileSync(at('continue'), '')
  // The output ends with the bundler.
  expect(await killed.ended).toBe(null)
  writeFileSync(at('continue-b'), '')
  expect(await next.ended).toBe(0)
  expect(built()).toEqual(['b-begun', 'b-finished'])
})

test('a build that stood still until another one took its place does not replace the newer one', async () => {
  const slept = startBuild('a', { WAITS: 'continue' })
  await untilBegun('a')
  slept.child.kill('SIGSTOP')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(at('.cache/work.lock'), longAgo, longAgo)
  const second = startBuild('b', { WAITS: 'continue' })
  await untilBegun('b')
  slept.child.kill('SIGCONT')
  writeFileSync(at('continue'), '')
  expect(await slept.ended).toBe(1)
  expect(slept.output()).toContain('another one took its place')
  expect(await second.ended).toBe(0)
  expect(built()).toEqual(['b-begun', 'b-finished'])
})

test('files of an earlier real folder stay where a server that was started from it looks for them', async () => {
  mkdirSync(at('dist/client'), { recursive: true })
  writeFileSync(at('dist/client/old-part'), 'old')
  writeFileSync(at('dist/client/a-begun'), 'old')
  expect(await startBuild('a').ended).toBe(0)
  expect(built()).toEqual(['a-begun', 'a-finished', 'old-part'])
  expect(readFileSync(at('dist/client/a-begun'), 'utf8')).toBe('')
  // Later builds do not have them.
  expect(await startBuild('b').ended).toBe(0)
  expect(built()).toEqual(['b-begun', 'b-finished'])
})
