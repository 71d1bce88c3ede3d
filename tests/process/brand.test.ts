import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandedPack, MOON } from '../support/packs/branded-pack.ts'
import { runCommand } from '../support/api/command.ts'
import { writePackBelow } from '../support/packs/pack.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** A site has the name, the mark and the colours of its content on every page, and those of no other. */

const { folder, remove } = temporaryFolder()
let server: RunningServer

beforeAll(async () => {
  server = await startServer(path.join(folder, 'data'))
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

const get = (address: string) => fetch(server.url + address, { redirect: 'manual' })
const text = async (address: string) => (await get(address)).text()

/** Imports a pack as an operator does, while the server runs. */
async function load(files: Record<string, string>) {
  const done = await runCommand({ dataDir: server.dataDir, databaseUrl: undefined }, 'src/content/cli.ts', [
    'import',
    writePackBelow(folder, files),
  ])
  expect(done).toMatchObject({ code: 0, err: '' })
}

const parameters: Record<string, string> = { group: 'psc', category: 'degree' }

/** Every page that there is, with what the small pack has for its parameters. */
const pages = globSync('**/*.astro', { cwd: 'src/pages' })
  .map((file) => `/${file.replace(/(index)?\.astro$/, '').replace(/\/$/, '')}`)
  .map((address) => address.replace(/\[(\w+)\]/g, (_, name: string) => parameters[name] ?? '1'))
  .filter((address) => address !== '/')

interface Manifest {
  name: string
  short_name: string
  theme_color: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

const manifest = async () => (await (await get('/manifest.webmanifest')).json()) as Manifest

/** What a reader of a page reads, and the head says. */
const told = (html: string) => html.replace(/<(script|style)\b[^]*?<\/\1>/g, '').replace('padavu-device', '')

describe('before anything is imported', () => {
  test('every page has a neutral name and mark, whose files are there', async () => {
    for (const page of pages) {
      const html = await text(page)
      expect([page, /<title>.*\| (.*)<\/title>/.exec(html)?.[1]]).toEqual([page, 'Learning site'])
      expect([page, /padavu/i.exec(told(html))?.[0]]).toEqual([page, undefined])
    }
    const { icons, theme_color } = await manifest()
    expect(theme_color).toBe('#6733c9')
    for (const { src } of icons) expect([src, (await get(src)).status]).toEqual([src, 200])
  })
})

describe('once a pack with a brand is imported', () => {
  beforeAll(() => load(brandedPack()))

  test('every page names the site, shows its mark and has its colours', async () => {
    await expect.poll(() => text('/login')).toContain('Thinkal Academy')
    const { icons } = await manifest()
    const mark = icons[0]!.src
    expect(await text(mark)).toBe(MOON)
    for (const page of pages) {
      const html = await text(page)
      expect([page, /<title>.*\| (.*)<\/title>/.exec(html)?.[1]]).toEqual([page, 'Thinkal Academy'])
      expect(html).toContain('<meta property="og:site_name" content="Thinkal Academy">')
      expect(html).toContain('<meta name="apple-mobile-web-app-title" content="Thinkal">')
      expect(html).toMatch(new RegExp(`<link rel="icon" href="${mark}"`))
      expect(html).toMatch(/<link rel="apple-touch-icon" href="\/media\/[0-9a-f]+\.png">/)
      expect(html).toMatch(/<html [^>]*style="--light-primary:#0b6e4f;/)
      expect([page, /padavu|learning site/i.exec(told(html))?.[0]]).toEqual([page, undefined])
    }
  })

  test('home screens get its names, its colour, and icons of the size that is said, whole and to be cut', async () => {
    const { name, short_name, theme_color, icons } = await manifest()
    expect([name, short_name, theme_color]).toEqual(['Thinkal Academy', 'Thinkal', '#0b6e4f'])
    expect(icons.map(({ sizes, type, purpose }) => [sizes, type, purpose])).toEqual([
      ['any', 'image/svg+xml', 'any'],
      ['192x192', 'image/png', 'any'],
      ['512x512', 'image/png', 'any'],
      ['192x192', 'image/png', 'maskable'],
      ['512x512', 'image/png', 'maskable'],
    ])
    for (const { src, sizes } of icons.slice(1)) {
      const bytes = Buffer.from(await (await get(src)).arrayBuffer())
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('scripts know no name but the one that the page tells them', async () => {
    const assets = path.join('dist', 'client', '_astro')
    const naming = readdirSync(assets).filter((name) =>
      readFileSync(path.join(assets, name), 'utf8').includes('Padavu'),
    )
    expect(naming).toEqual([])
    expect(await text('/push/worker.js')).toMatch(/"name":"Thinkal Academy","icon":"\/media\/[0-9a-f]+\.png"/)
  })

  test('what is shown without a network has its colours, too', async () => {
    for (const worker of ['/worker.js', '/exam/worker.js']) {
      expect([worker, await text(worker)]).toEqual([worker, expect.stringMatching(/--mark: #0b6e4f; /)])
    }
  })

  test('the next import changes all of it while the server runs', async () => {
    await load(brandedPack('  color: "#8a1c4a"\n', 'Nila'))
    await expect.poll(() => text('/login')).toContain('<title>Log in | Nila</title>')
    expect(await text('/courses')).toMatch(/<html [^>]*style="--light-primary:#8a1c4a;/)
    expect(await manifest()).toMatchObject({ name: 'Nila', short_name: 'Nila', theme_color: '#8a1c4a' })
    expect(await text('/push/worker.js')).toContain('"name":"Nila"')
  })
})
