import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs'
import { bareEnvironment, freePort, temporaryFolder } from '../support/servers/server.ts'

/** What `npm start` does once all is installed and built. */

const serveScript = path.resolve('scripts/serve.mjs')
let cleanups: (() => void)[]
let port: number

beforeEach(async () => {
  cleanups = []
  port = await freePort()
})
afterEach(() => {
  for (const cleanup of cleanups.reverse()) cleanup()
})

/** Starts the server as start.mjs does, below another process that stands for npm. */
async function start(): Promise<{ npm: ChildProcess; starter: number; server: number }> {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  const starting = `import { endWithNpm, serve } from ${JSON.stringify(serveScript)}; console.log('starter', process.pid); endWithNpm(); serve()`
  const asNpm = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(starting)}], { stdio: 'inherit' })
    setInterval(() => {}, 1000)
  `
  const settings = { PORT: String(port), DATA_DIR: folder, CONTENT: 'none', LOG_LEVEL: 'silent' }
  const npm = spawn(process.execPath, ['-e', asNpm], {
    env: { ...bareEnvironment(), npm_lifecycle_event: 'start', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const end = () => npm.kill('SIGKILL')
  cleanups.push(end)
  await expect.poll(() => said).toContain('Padavu is at')
  const starter = Number(/starter (\d+)/.exec(said)![1])
  const server = Number(readFileSync(`/proc/${starter}/task/${starter}/children`, 'utf8').trim())
  cleanups.push(() => lives(server) && process.kill(server, 'SIGKILL'))
  return { npm, starter, server }
}

/** A process that has ended may wait to be taken note of, where nobody does that for orphans. */
function lives(pid: number): boolean {
  const status = `/proc/${pid}/status`
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}

test.each(['npm', 'the script that it runs'])('the server ends when %s is killed without a word', async (which) => {
  const { npm, starter, server } = await start()
  expect(lives(server)).toBe(true)
  if (which === 'npm') npm.kill('SIGKILL')
  else process.kill(starter, 'SIGKILL')
  await expect.poll(() => lives(server)).toBe(false)
  await expect.poll(() => lives(starter)).toBe(false)
})

test('the server is started with the flags and the environment of every server', async () => {
  const { server } = await start()
  const told = (what: string) => readFileSync(`/proc/${server}/${what}`, 'utf8').split('\0')
  expect(told('cmdline')).toEqual(expect.arrayContaining([...serverFlags]))
  expect(told('environ')).toEqual(
    expect.arrayContaining(Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)),
  )
})

test('the server that is told to stop through the script ends in order, and the script with it', async () => {
  const { starter, server } = await start()
  process.kill(starter, 'SIGTERM')
  await expect.poll(() => lives(starter)).toBe(false)
  expect(lives(server)).toBe(false)
})
