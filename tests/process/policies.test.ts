import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../support/api/command.ts'
import { edited, smallPack, writePackBelow, type PackFiles } from '../support/packs/pack.ts'
import { sitePack } from '../support/packs/site-pack.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** Policies and log-in panel of a pack on the pages of the running server. */

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
async function load(files: PackFiles) {
  const args = ['import', writePackBelow(folder, files)]
  const done = await runCommand({ dataDir: server.dataDir, databaseUrl: undefined }, 'src/content/cli.ts', args)
  expect(done).toMatchObject({ code: 0 })
}

test('pages show the texts of the pack, then those of the next import, and else the own ones', async () => {
  await load(sitePack())
  await expect.poll(() => text('/terms')).toContain('<strong>real</strong>')
  const terms = await text('/terms')
  expect(terms).toContain('id="section-your-account"')
  expect(terms).toContain('<time datetime="2026-02-01">')
  expect(terms).toContain('href="/refund-policy"')
  expect(terms).not.toContain('By registering you accept them')
  expect(await text('/privacy')).toContain('Digital Personal Data Protection')
  const refunds = await get('/refund-policy')
  expect([refunds.status, await refunds.text()]).toEqual([200, expect.stringContaining('<math ')])
  for (const page of ['/login', '/auth']) {
    const html = await text(page)
    expect(html).toContain('<p lang="ml"')
    expect(html).toMatch(/<img src="\/media\/[^"]+\.svg" alt=""[^>]* loading="lazy"/)
    expect(html).not.toContain('Step by step to your exam.')
  }

  await load(edited(sitePack(), 'policies/terms.md', 'real', 'full'))
  await expect.poll(() => text('/terms')).toContain('<strong>full</strong>')

  await load(smallPack())
  await expect.poll(() => text('/terms')).toContain('By registering you accept them')
  expect((await get('/refund-policy')).status).toBe(404)
  expect(await text('/terms')).not.toContain('href="/refund-policy"')
  expect(await text('/login')).toContain('Step by step to your exam.')
})
