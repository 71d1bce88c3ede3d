import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..', '..')
const node = path.join(root, 'node_modules', '.bin', 'node')

export interface RunningServer {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Everything it has printed. */
  output: () => string
  /** Sends the signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export type Settings = Record<string, string>

/** A data folder that is removed with `remove`. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-server-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * A port that a server may have, give up and have again: systems take the local ports of connections from above 32767, and
 * one of those may be somebody's by the time that a killed server starts anew.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/**
 * Starts the production server from dist, without content unless CONTENT is given, and waits until it serves.
 * @param folder where the release stands that is started; this project unless told otherwise
 * @throws Error with what it printed, when it ends instead
 */
export async function startServer(dataDir: string, settings: Settings = {}, folder = root): Promise<RunningServer> {
  const port = Number(settings.PORT ?? (await freePort()))
  const { child, output } = launch({ DATA_DIR: dataDir, ...settings, PORT: String(port) }, folder)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (output().includes('"msg":"Padavu is at ')) resolve()
    })
    ended.then(([code]) => reject(new Error(`The server ended with ${code}:\n${output()}`)), reject)
  })
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid!,
    dataDir,
    output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code, by] = await ended
      return { code, signal: by }
    },
  }
}

/** Starts a server that is expected to refuse, and waits for its end. */
export async function runServer(settings: Settings): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(settings)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

/** What a server gets of the tests' environment: nothing that could be a setting of it. */
export function bareEnvironment(): Settings {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

function launch(settings: Settings, folder = root) {
  const child = spawn(node, ['dist/server/entry.mjs'], {
    cwd: folder,
    env: { ...bareEnvironment(), CONTENT: 'none', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  // A letter may come in two pieces.
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  // Whatever happens to the tests, no server stays behind.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return { child, output: () => printed }
}

/** Shows the journeys of `use` another site than the run's: a server of its own on this data folder. */
export async function showSite(dataDir: string, settings: Settings, use: () => Promise<void>): Promise<void> {
  const server = await startServer(dataDir, settings)
  const before = process.env.E2E_URL
  process.env.E2E_URL = server.url
  await use()
  process.env.E2E_URL = before
  await server.stop()
}
