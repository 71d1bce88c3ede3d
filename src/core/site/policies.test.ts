import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn } from '#backup/archive/named-files.ts'
import { switchSplashes, writeSplashWords } from '#core/content/content-facts.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { edited, packImporter, smallPack } from '../../../tests/support/packs/pack.ts'
import { sitePack } from '../../../tests/support/packs/site-pack.ts'
import { policyKinds, readPolicy } from './policies.ts'

let api: TestApi
let load: ReturnType<typeof packImporter>
beforeEach(async () => {
  api = await testApi()
  load = packImporter(api.database)
})
afterEach(() => api.close())

/** The site as it is read once what was known of it is old. */
const site = () => {
  api.clock.advance(2 * SECOND)
  return api.services.site()
}
const texts = () => Promise.all(policyKinds.map((kind) => readPolicy(api.services.db, kind)))

describe('policies and log-in panel of the content', () => {
  test('are those of the pack, with files that are served', async () => {
    await load(sitePack())
    const { policies, login } = await site()
    expect(policies).toEqual({ terms: '2026-02-01', refunds: '2026-01-15' })
    expect((await api.request(login.picture!)).status).toBe(200)
    const [terms, privacy, refunds] = await texts()
    expect([terms, privacy]).toEqual([expect.stringContaining('<strong>real</strong>'), undefined])
    const [file] = filesIn(refunds!)
    expect((await api.request(`/${file}`)).status).toBe(200)
  })

  test('give the content a new version when a text or a day changes, and only then', async () => {
    const { contentVersion: first } = await load(sitePack())
    expect((await load(sitePack())).contentVersion).toBe(first)
    api.clock.advance(SECOND)
    const { contentVersion: second } = await load(edited(sitePack(), 'policies/terms.md', 'real', 'full'))
    const { contentVersion: third } = await load(edited(sitePack(), 'pack.yaml', '2026-01-15', '2026-01-16'))
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('go with a pack that has none', async () => {
    await load(sitePack())
    await load(smallPack())
    expect(await site()).toMatchObject({ policies: {}, login: { slogan: null, picture: null } })
    expect(await texts()).toEqual([undefined, undefined, undefined])
  })

  test('stay when something else of the site changes', async () => {
    await load(sitePack())
    const { policies, login } = await site()
    const { db } = api.services
    await writeSplashWords(db, { key: 'mock', title: 'Come', text: '', portrait: null })
    await switchSplashes(db, true)
    expect(await site()).toMatchObject({ policies, login, enableMarketingSplash: true })
  })

  test('are none for data that an older version imported', async () => {
    await load(sitePack())
    await api.services.db.deleteFrom('meta').where('key', '=', 'site-texts').execute()
    expect(await site()).toMatchObject({ name: 'Small pack', policies: {}, login: { slogan: null } })
  })
})
