import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { bareEnvironment, freePort, temporaryFolder } from '../support/servers/server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const root = path.join(import.meta.dirname, '..', '..')

/** A copy of the project, whose files a test may break; packages are links. */
function copyOfProject(): string {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  for (const name of ['src', 'public', 'scripts', 'astro.config.mjs', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  // A folder of its own, for what Vite keeps there.
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.vite' || name === '.astro') continue
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  return folder
}

/** `npm run dev` on a copy. @returns its address, and what it has printed */
async function develop(folder: string): Promise<{ url: string; output: () => string }> {
  const port = await freePort()
  const child = spawn(path.join(root, 'node_modules', '.bin', 'node'), ['node_modules/astro/bin/astro.mjs', 'dev'], {
    cwd: folder,
    env: {
      ...bareEnvironment(),
      CONTENT: 'none',
      PORT: String(port),
      DATA_DIR: '.data',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  cleanups.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const url = `http://localhost:${port}`
  await expect.poll(() => statusOf(`${url}/healthz`), { timeout: 120_000 }).toBe(200)
  return { url, output: () => printed }
}

const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )

/**
 * Saves a file, and again while the change goes unnoticed: of two changes of a file within 50 ms Vite's watcher tells the
 * first alone, and this test writes faster than anybody types.
 */
async function saveUntil(file: string, text: string, call: string, status: number) {
  const save = () => {
    writeFileSync(file, text)
    return statusOf(call)
  }
  await expect.poll(save, { timeout: 60_000, interval: 1000 }).toBe(status)
}

test(
  'while code is written, a mistake in the code of a call is told by terminal, call and page, until it is mended',
  { timeout: 300_000 },
  async () => {
    const folder = copyOfProject()
    const { url, output } = await develop(folder)
    const file = path.join(folder, 'src/features/catalogue/server/home.ts')
    const before = readFileSync(file, 'utf8')
    const call = `${url}/api/v1/getcontentsource`
    const working = await statusOf(call)
    expect(working).toBe(200)
    // Its scripts, its styles and Vite's own are let in.
    const shown = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
    expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, null])
    for (const [mistake, told] of [
      ['const broken = = 1\n', 'Unexpected token'],
      ["throw new Error('thrown while it is read')\n", 'thrown while it is read'],
    ] as const) {
      await saveUntil(file, before + mistake, call, 500)
      const answer = await fetch(call)
      expect(answer.headers.get('content-type')).toBe('application/json')
      const { message, code, request_id } = (await answer.json()) as Record<string, string>
      expect([code, request_id]).toEqual(['internal', answer.headers.get('x-request-id')])
      expect(message).toContain(told)
      expect(message).toContain('src/features/catalogue/server/home.ts')
      const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
      const html = await page.text()
      expect(html).toContain(told)
      expect(html).toContain('new ErrorOverlay(')
      await expect.poll(output).toContain(told)

      await saveUntil(file, before, call, 200)
      expect((await fetch(`${url}/login`, { headers: { accept: 'text/html' } })).status).toBe(200)
    }
  },
)
