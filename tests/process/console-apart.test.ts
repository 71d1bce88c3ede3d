import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** What learners' pages and the console's fetch of the built site: nothing of the other's, and no more than it may weigh. */

const { folder, remove } = temporaryFolder()
const dist = path.join(import.meta.dirname, '..', '..', 'dist')
const ofConsole = new Set(JSON.parse(readFileSync(path.join(dist, 'console.json'), 'utf8')) as string[])
let server: RunningServer

beforeAll(async () => {
  server = await startServer(folder)
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

/** Addresses of all pages, with 1 for each of their parameters. */
const pages = globSync('src/pages/**/*.astro').map((file) =>
  file.replace(/^src\/pages|(\/index)?\.astro$/g, '').replace(/\[\w+\]/g, '1'),
)
const isStaff = (page: string) => page === '/staff' || page.startsWith('/staff/')
const learners = pages.filter((page) => !isStaff(page))

const fileOf = (address: string) => path.join(dist, 'client', address)

/** Scripts that a page names, what those import, and all that they may load later; and its style sheets. */
async function partsOf(page: string) {
  const html = await (await fetch(server.url + page)).text()
  const named = (ending: string) =>
    [...html.matchAll(/\/_astro\/[\w.-]+\.(\w+)/g)].filter(([, kind]) => kind === ending)
  const scripts = new Set(named('js').map(([address]) => address))
  const atOnce = new Set(scripts)
  for (const script of scripts)
    for (const [, called, name] of readFileSync(fileOf(script), 'utf8').matchAll(
      /\b(?:from|import)\s*(\()?["'`]\.\/([^"'`]+\.js)["'`]/g,
    )) {
      scripts.add(`/_astro/${name}`)
      if (!called && atOnce.has(script)) atOnce.add(`/_astro/${name}`)
    }
  return { scripts: [...scripts], atOnce: [...atOnce], styles: [...new Set(named('css').map(([address]) => address))] }
}

/** Bytes of files as they are sent: the smallest are not compressed. */
const weightOf = (addresses: string[]) =>
  addresses.reduce((sum, address) => {
    const [plain, compressed] = [fileOf(address), `${fileOf(address)}.br`]
    return sum + statSync(existsSync(compressed) ? compressed : plain).size
  }, 0)

describe("learners' pages", () => {
  test('fetch no script of the console, at once or later, and no style of it', async () => {
    expect(learners.length).toBeGreaterThan(30)
    const parts = await Promise.all(learners.map(partsOf))
    for (const [index, page] of learners.entries()) {
      const { scripts, styles } = parts[index]!
      expect([page, scripts.filter((script) => ofConsole.has(script))]).toEqual([page, []])
      const foreign = styles.filter((style) => readFileSync(fileOf(style), 'utf8').includes('data-staff-roles'))
      expect([page, foreign]).toEqual([page, []])
    }
  })

  test.each([
    ['/dashboard', 80.5, 15.7],
    ['/courses', 5.1, 15.7],
  ])('weigh no more for it: %s', async (page, scripts, styles) => {
    const parts = await partsOf(page)
    expect(weightOf(parts.atOnce) / 1024).toBeLessThanOrEqual(scripts)
    expect(weightOf(parts.styles) / 1024).toBeLessThanOrEqual(styles)
  })
})

test("the console's pages have one style sheet of their own, and weigh little enough to begin a day with", async () => {
  for (const page of pages.filter(isStaff)) {
    const { atOnce, styles } = await partsOf(page)
    const own = styles.filter((style) => readFileSync(fileOf(style), 'utf8').includes('data-staff-roles'))
    expect([page, own.length]).toEqual([page, 1])
    expect(atOnce.filter((script) => ofConsole.has(script))).not.toEqual([])
    expect(weightOf(atOnce) / 1024).toBeLessThanOrEqual(150)
    expect(weightOf(styles) / 1024).toBeLessThanOrEqual(20)
  }
})
