import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtFrom, emptyBuildFolder, publishBuild } from '../../scripts/builds.mjs'
import { childrenOf } from '../load/processes.ts'
import { statusOf } from '../support/servers/development.ts'
import { dataOn } from '../support/servers/engine-data.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** Servers that run while others are built in the same folder. */

let folder: string
let project: string
let remove: () => void

beforeEach(() => {
  ;({ folder, remove } = temporaryFolder())
  project = path.join(folder, 'project')
  mkdirSync(project)
  for (const name of ['node_modules', 'package.json', 'src'])
    symlinkSync(path.resolve(name), path.join(project, name), name.includes('.') ? 'file' : 'dir')
})
afterEach(() => remove())

const dist = () => path.join(project, 'dist')
const copyBuild = (to: string) => cpSync(realpathSync('dist'), to, { recursive: true })

/** Publishes a copy of this project's build. */
function publishCopy(): void {
  const next = emptyBuildFolder(project)
  copyBuild(next)
  publishBuild(next, 'complete', project)
}

/** Publishes builds that have no file of the site. */
function publishEmpty(count: number): void {
  for (let made = 0; made < count; made++) publishBuild(emptyBuildFolder(project), `empty ${made}`, project)
}

/** Asks for pages and all of their scripts and styles: a server reads these when they are first asked for. */
async function expectWholePages({ url }: RunningServer, pages: string[]): Promise<void> {
  for (const page of pages) {
    const reply = await fetch(url + page)
    const html = await reply.text()
    expect(reply.status, page).toBe(200)
    const parts = [...html.matchAll(/"(\/_astro\/[^"]+)"/g)].map(([, part]) => part!)
    expect(parts.length, page).toBeGreaterThan(0)
    for (const part of [...parts, '/favicon.svg']) expect((await fetch(url + part)).status, part).toBe(200)
  }
}

test('a server serves all of its own build after newer builds, which are removed before it', async () => {
  publishCopy()
  expect(builtFrom(project)).toBe('complete')
  const own = realpathSync(dist())
  const server = await startServer(path.join(folder, 'data'), {}, project)
  try {
    publishEmpty(1)
    const unused = realpathSync(dist())
    expect(existsSync(path.join(dist(), 'server'))).toBe(false)
    publishEmpty(8)
    expect([existsSync(own), existsSync(unused)]).toEqual([true, false])
    await expectWholePages(server, ['/', '/terms', '/staff/login', '/search', '/support'])
  } finally {
    await server.stop('SIGKILL')
  }
  publishEmpty(1)
  expect(existsSync(own)).toBe(false)
})

test('a process that replaces one that was killed serves the build of the others', async () => {
  const data = await dataOn('postgres', { durable: false })
  try {
    publishCopy()
    const settings = { DATABASE_URL: data.databaseUrl!, WEB_CONCURRENCY: '2' }
    const server = await startServer(data.dataDir, settings, project)
    try {
      await expect.poll(() => childrenOf(server.pid)).toHaveLength(2)
      publishEmpty(8)
      const before = childrenOf(server.pid)
      for (const pid of before) process.kill(pid, 'SIGKILL')
      const newer = () => childrenOf(server.pid).filter((pid) => !before.includes(pid))
      await expect.poll(newer).toHaveLength(2)
      await expect.poll(() => statusOf(`${server.url}/readyz`)).toBe(200)
      await expectWholePages(server, ['/', '/terms', '/search'])
    } finally {
      await server.stop('SIGKILL')
    }
  } finally {
    await data.remove()
  }
})

test('a server that was started from a real folder finds its files there after the first build', async () => {
  copyBuild(dist())
  rmSync(path.join(dist(), '.in-use'), { force: true })
  const server = await startServer(path.join(folder, 'data'), {}, project)
  try {
    publishEmpty(1)
    expect(builtFrom(project)).toBe('empty 0')
    await expectWholePages(server, ['/', '/terms', '/staff/login'])
  } finally {
    await server.stop()
  }
})
