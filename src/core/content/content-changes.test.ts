import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedSite } from '#core/site/site.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { edited, packImporter, smallPack, type PackFiles } from '../../../tests/support/packs/pack.ts'
import { markChanged, newContentKey, readMarks, versionOf } from './content-changes.ts'
import type { ContentEntry } from './content-kinds.ts'
import { lockContent } from './content-facts.ts'

const NOW = 1_772_000_000_000
const alpha = { kind: 'price', key: 'alpha' } as const

let opened: FreshDatabase
let importFiles: (files: PackFiles) => Promise<unknown>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
  await importFiles(smallPack())
})
afterEach(() => opened.close())

/** As a function of staff does: lock, change, mark. */
function change(fields: readonly ('price' | 'gst')[], now = NOW): Promise<number> {
  return opened.db.transaction().execute(async (tx) => {
    await lockContent(tx)
    await tx
      .updateTable('courses')
      .set({ price_paise: now % 1000 })
      .where('key', '=', 'alpha')
      .execute()
    return markChanged(tx, { ...alpha, fields, who: 'Divya', now })
  })
}

const version = (entry: ContentEntry = alpha) => versionOf(opened.db, entry)
const contentVersion = async () => (await storedSite(opened.db))!.contentVersion

describe('a change of the console', () => {
  it('is marked with all fields that were changed since, by whom and when', async () => {
    await change(['price'])
    await change(['gst', 'price'], NOW + 5)
    expect(await readMarks(opened.db)).toEqual([{ ...alpha, fields: ['price', 'gst'] }])
    const rows = await opened.db.selectFrom('content_changes').select(['who', 'changed_at']).execute()
    expect(rows).toEqual([{ who: 'Divya', changed_at: NOW + 5 }])
  })

  it('is not marked where it is taken back', async () => {
    const failing = opened.db.transaction().execute(async (tx) => {
      await markChanged(tx, { ...alpha, fields: ['price'], who: 'Divya', now: NOW })
      throw new Error('It is taken back')
    })
    await expect(failing).rejects.toThrow('It is taken back')
    expect(await readMarks(opened.db)).toEqual([])
  })

  it('gives the content another version, each time', async () => {
    const versions = [await contentVersion()]
    for (const now of [NOW, NOW, NOW + 1]) {
      await change(['price'], now)
      versions.push(await contentVersion())
    }
    expect(new Set(versions).size).toBe(4)
  })

  it('gives its entry a version that it never had, whatever imports do meanwhile', async () => {
    const seen = [await version()]
    const see = async () => seen.push(await version())
    expect(await change(['price'])).toBe(seen[0]! + 1)
    await see()
    await change(['gst'])
    await see()
    // The pack says the same: the mark goes, and the row stays as it is.
    const { price_paise } = await opened.db
      .selectFrom('courses')
      .select('price_paise')
      .where('key', '=', 'alpha')
      .executeTakeFirstOrThrow()
    await opened.db.updateTable('courses').set({ offer_price_paise: null }).where('key', '=', 'alpha').execute()
    const same = edited(
      smallPack(),
      'courses/alpha/course.yaml',
      'price: 4999.50\noffer_price: 3999',
      `price: ${price_paise / 100}`,
    )
    await importFiles(same)
    expect(await readMarks(opened.db)).toEqual([])
    await see()
    await change(['price'])
    await see()
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
    expect(await version({ kind: 'price', key: 'beta' })).toBeLessThan(await version())
  })

  it('begins with a version that a form can send, also where imports were not counted yet', async () => {
    await opened.db.deleteFrom('meta').where('key', '=', 'content-imports').execute()
    expect(await version()).toBe(1)
    expect(await change(['price'])).toBe(2)
  })

  it('keeps the version of an entry where an import changes nothing', async () => {
    const before = await version()
    await importFiles(smallPack())
    expect(await version()).toBe(before)
    await importFiles(edited(smallPack(), 'courses/beta/course.yaml', 'gst: 18', 'gst: 12'))
    expect(await version()).toBeGreaterThan(before)
  })
})

describe('a key for what is made in the console', () => {
  it('is one that a pack may have, and another each time', () => {
    const keys = Array.from({ length: 50 }, newContentKey)
    expect(new Set(keys).size).toBe(50)
    for (const key of keys) expect(key).toMatch(/^console-[a-z0-9]{12}$/)
  })
})
