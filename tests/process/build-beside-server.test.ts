import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFrom, emptyBuildFolder, holdBuild, publishBuild } from '../../scripts/builds.mjs'
import { startServer, temporaryFolder } from '../support/servers/server.ts'

/** What a build leaves, and what it leaves alone. */

const { folder, remove } = temporaryFolder()
const project = path.join(folder, 'project')
const dist = path.join(project, 'dist')

beforeAll(() => {
  mkdirSync(project)
  for (const name of ['node_modules', 'package.json', 'src'])
    symlinkSync(path.resolve(name), path.join(project, name), name.includes('.') ? 'file' : 'dir')
})
afterAll(remove)

/** Publishes a copy of this project's build. */
function publishCopy(): void {
  cpSync(realpathSync('dist'), emptyBuildFolder(project), { recursive: true })
  publishBuild('complete', project)
}

/** Publishes builds without any file of the site. */
function publishEmpty(count: number): void {
  for (let made = 0; made < count; made++) {
    emptyBuildFolder(project)
    publishBuild(`empty ${made}`, project)
  }
}

test('a running server answers with all pages and scripts of its own build after others', async () => {
  publishCopy()
  expect(builtFrom(project)).toBe('complete')
  const server = await startServer(path.join(folder, 'data'), {}, project)
  try {
    publishEmpty(2)
    expect(existsSync(path.join(dist, 'server'))).toBe(false)
    // None of them was asked for before: a server reads pages and scripts when somebody first asks.
    for (const page of ['/', '/terms', '/staff/login', '/search', '/support']) {
      const reply = await fetch(server.url + page)
      const html = await reply.text()
      expect(reply.status, page).toBe(200)
      const parts = [...html.matchAll(/"(\/_astro\/[^"]+)"/g)].map(([, part]) => part!)
      expect(parts.length, page).toBeGreaterThan(0)
      for (const part of parts) expect((await fetch(server.url + part)).status, part).toBe(200)
    }
    expect((await fetch(`${server.url}/favicon.svg`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('a build that is in use stays, however many come after it; others go', () => {
  publishEmpty(1)
  const unused = realpathSync(dist)
  publishEmpty(1)
  const used = holdBuild(project)
  expect(used).toBe(realpathSync(dist))
  publishEmpty(8)
  expect([existsSync(used), existsSync(unused)]).toEqual([true, false])
})

test('a build that was cut off changes nothing', () => {
  const before = [realpathSync(dist), builtFrom(project)]
  writeFileSync(path.join(emptyBuildFolder(project), 'half'), '')
  expect([realpathSync(dist), builtFrom(project)]).toEqual(before)
})

test('a folder in the place of the build is replaced', () => {
  const other = path.join(folder, 'other')
  mkdirSync(path.join(other, 'dist', 'server'), { recursive: true })
  emptyBuildFolder(other)
  publishBuild('new', other)
  expect(builtFrom(other)).toBe('new')
  expect(existsSync(path.join(other, 'dist', 'server'))).toBe(false)
})
