import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '../until.ts'
import { bareEnvironment, freePort, temporaryFolder, type Settings } from './server.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** A copy of the project, whose files a test may break; packages are links. */
export function copyProject(): { folder: string; remove: () => void } {
  const { folder, remove } = temporaryFolder()
  for (const name of ['src', 'public', 'scripts', 'astro.config.mjs', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  // A folder of its own, so that Vite's cache of packages begins empty.
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.vite' || name === '.astro') continue
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  // Vite serves files of its own root alone, and resolves the links to a folder outside.
  renameSync(path.join(folder, 'astro.config.mjs'), path.join(folder, 'project.config.mjs'))
  writeFileSync(
    path.join(folder, 'astro.config.mjs'),
    `import config from './project.config.mjs'
const fs = { allow: ${JSON.stringify([folder, path.join(root, 'node_modules')])} }
export default { ...config, vite: { ...config.vite, server: { ...config.vite.server, fs } } }
`,
  )
  return { folder, remove }
}

/**
 * Starts `npm run dev` in a copy of the project and waits until it serves.
 * @returns its address, what it has printed, and its end
 */
export async function startDevelopment(folder: string, settings: Settings = {}) {
  const port = await freePort()
  const child = spawn(path.join(root, 'node_modules', '.bin', 'node'), ['node_modules/astro/bin/astro.mjs', 'dev'], {
    cwd: folder,
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      DATA_DIR: '.data',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const stop = async () => {
    kill()
    await ended
  }
  const url = `http://localhost:${port}`
  const output = () => printed
  await until(
    'the development server serves',
    async () => (await statusOf(`${url}/healthz`)) === 200,
    async () => printed,
  )
  return { url, output, stop }
}

/** The status of a reply; 0 where no server answers. */
export const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )
