import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getCalendarFeed, makeCalendarFeed } from '#features/live-classes/live-classes.contract.ts'
import { makeExport } from '#features/profile/profile.contract.ts'
import { getInvoice } from '#features/purchases/receipts/invoice.contract.ts'
import { filesIn } from '#backup/archive/named-files.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { brandedPack, MOON } from '../../../tests/support/packs/branded-pack.ts'
import { buyerOf, tellWebhook } from '../../../tests/support/scenes/buyer.ts'
import { packImporter, smallPack } from '../../../tests/support/packs/pack.ts'
import { brandStyle, neutralBrand } from './brand.ts'
import { siteKey } from './site.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

/** The site as it is read once what was known of it is old. */
const site = () => {
  api.clock.advance(2 * SECOND)
  return api.services.site()
}

/** Everything that the API and its files say in a learner's name. */
async function said(): Promise<Record<string, string>> {
  const buyer = await buyerOf(api)
  await tellWebhook(api, api.payments.pay((await buyer.create()).body.order_id))
  const [payment] = await buyer.payments()
  const text = async (path: string) => (await api.request(path)).text()
  const made = async (format: 'html' | 'json') =>
    text((await api.call(makeExport, { body: { format } }, buyer.caller)).body.address)
  const { body: feed } = await api.call(makeCalendarFeed, {}, buyer.caller)
  const { body: invoice } = await api.call(getInvoice, { params: { paymentId: payment!.id } }, buyer.caller)
  return {
    document: await text('/api/openapi.json'),
    json: await made('json'),
    html: await made('html'),
    calendar: await text(new URL(feed.url!).pathname),
    feed: JSON.stringify((await api.call(getCalendarFeed, {}, buyer.caller)).body),
    invoice: JSON.stringify(invoice),
  }
}

describe("the site's name", () => {
  test('is that of the content wherever a reply, a file or a receipt names the site, and no other', async () => {
    await packImporter(api.database)(brandedPack())
    expect(await site()).toMatchObject({ name: 'Thinkal Academy', brand: { shortName: 'Thinkal' } })
    const all = await said()
    expect(all.document).toContain('"title":"Thinkal Academy"')
    expect(all.json).toContain('"product": "Thinkal Academy"')
    expect(all.html).toContain('<h1>My data at Thinkal Academy</h1>')
    expect(all.calendar).toContain('X-WR-CALNAME:Thinkal Academy: live classes')
    expect(all.calendar).toContain('PRODID:-//Thinkal Academy//Live classes//EN')
    expect(all.invoice).toContain('"seller":{"name":"Thinkal Academy"')
    for (const [name, text] of Object.entries(all)) expect([name, /padavu/i.exec(text)?.[0]]).toEqual([name, undefined])
  })

  test('is that of the next content within two seconds', async () => {
    const load = packImporter(api.database)
    await load(brandedPack())
    const before = await site()
    await load(brandedPack('  color: "#8a1c4a"\n', 'Nila & Co'))
    const after = await site()
    expect([after.name, after.brand.colors?.light.primary]).toEqual(['Nila & Co', '#8a1c4a'])
    expect(after.contentVersion).not.toBe(before.contentVersion)
    const all = await said()
    expect(all.html).toContain('<title>My data at Nila &amp; Co</title>')
    expect(Object.values(all).join()).not.toContain('Thinkal')
  })

  test('is SITE_NAME before all, also on receipts and under the icon', async () => {
    await api.close()
    api = await testApi({ SITE_NAME: 'Kadal' })
    await packImporter(api.database)(brandedPack())
    expect(await site()).toMatchObject({ name: 'Kadal', brand: { shortName: null } })
    const all = await said()
    expect(all.invoice).toContain('"seller":{"name":"Kadal"')
    expect(Object.values(all).join()).not.toContain('Thinkal')
  })

  test('is the seller before there is content, and else a neutral one', async () => {
    expect(await site()).toMatchObject({ name: 'Learning site', brand: neutralBrand })
    await api.close()
    api = await testApi({ SELLER_NAME: 'Kadal Learning' })
    expect(await site()).toMatchObject({ name: 'Kadal Learning' })
  })
})

describe('the logo', () => {
  test('and its icons are files that never change under their addresses', async () => {
    await packImporter(api.database)(brandedPack())
    const { brand } = await site()
    const logo = await api.request(brand.logo)
    expect(await logo.text()).toBe(MOON)
    for (const [name, address] of Object.entries(brand.icons)) {
      const reply = await api.request(address)
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect([name, reply.status, reply.headers.get('content-type')]).toEqual([name, 200, 'image/png'])
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const side = Number(/\d+$/.exec(name)![0])
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([side, side])
    }
  })

  test('makes the same files when it is imported again, and no new version of the content', async () => {
    const load = packImporter(api.database)
    await load(brandedPack())
    const before = await site()
    await load(brandedPack())
    expect(await site()).toEqual(before)
  })

  test('outlives a server of the version before, which writes again only the facts that it knows, and so do splashes', async () => {
    const splash = '- { key: mock, image: media/thumb.svg, alt: Look, title: Come, success: Thanks }\n'
    await packImporter(api.database)({ ...brandedPack(), 'splashes.yaml': splash })
    const before = await site()
    const { db } = api.services
    const { value } = await db.selectFrom('meta').select('value').where('key', '=', siteKey).executeTakeFirstOrThrow()
    const { brand: _, splashes: __, ...known } = JSON.parse(value) as Record<string, unknown>
    const written = JSON.stringify({ ...known, contentVersion: 'tomorrow' })
    await db.updateTable('meta').set({ value: written }).where('key', '=', siteKey).execute()
    expect(before.splashes).toMatchObject([{ key: 'mock', title: 'Come' }])
    expect(await site()).toEqual({ ...before, contentVersion: 'tomorrow' })
  })

  test('goes with a pack that has none', async () => {
    const load = packImporter(api.database)
    await load(brandedPack())
    await load(smallPack())
    expect((await site()).brand).toEqual(neutralBrand)
  })

  test('and its icons are among the files that the data name, which backups are checked for', async () => {
    await packImporter(api.database)(brandedPack())
    const { brand } = await site()
    const rows = await api.services.db.selectFrom('meta').select('value').execute()
    const named = rows.flatMap(({ value }) => filesIn(value))
    const files = [brand.logo, ...Object.values(brand.icons)].map((address) => address.slice(1))
    expect(named).toEqual(expect.arrayContaining(files))
  })
})

test('what a page says of the colours is nothing where they are those of the style sheet', async () => {
  expect(brandStyle(neutralBrand)).toBeUndefined()
  await packImporter(api.database)(brandedPack())
  expect(brandStyle((await site()).brand)).toMatch(
    /^--light-primary:#0b6e4f;--light-content:#\w{6};--dark-primary:#\w{6};--dark-content:#\w{6};--brand-hue:\d+;--brand-vividness:[\d.]+$/,
  )
})
