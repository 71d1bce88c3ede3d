import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { storedSite } from '#core/site/site.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { contentRows } from '../../../tests/support/packs/content-rows.ts'
import { hostileNotifications, hostilePack } from '../../../tests/support/packs/hostile-pack.ts'
import { brandedPack } from '../../../tests/support/packs/branded-pack.ts'
import { sitePack } from '../../../tests/support/packs/site-pack.ts'
import { learningPack } from '../../../tests/support/packs/learning-pack.ts'
import { publications } from '../../../tests/support/packs/publications.ts'
import { changesOf } from '../../../tests/support/packs/two-sides.ts'
import { edited, PACK_READ, smallPack, without, writePack } from '../../../tests/support/packs/pack.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { loadSharp } from '#providers/images/sharp.ts'
import type { Pack } from '../pack.ts'
import { importPack } from '../import/import-pack.ts'
import { readPack } from '../read/read-pack.ts'
import { keepRenderings } from '../text/kept-renderings.ts'
import { exportPack } from './export-pack.ts'

const now = PACK_READ

let first: FreshDatabase
let second: FreshDatabase
beforeEach(async () => {
  first = await freshDatabase()
  second = await freshDatabase()
})
afterEach(() => Promise.all([first.close(), second.close()]))

const storeOf = ({ dataDir }: FreshDatabase) => folderStore({ dataDir })

/** Reads a pack; texts that were rendered before are not rendered again. */
async function readFolder(folder: string): Promise<Pack> {
  const kept = keepRenderings(first.dataDir)
  try {
    return await readPack(folder, now, kept.render)
  } finally {
    kept.close()
  }
}

const importInto = async (into: FreshDatabase, pack: Pack, { at = now, learners = false } = {}) =>
  (await importPack(into.db, pack, { files: storeOf(into), now: at, learners }))!

let exported = 0
async function exportFrom(from: FreshDatabase, { fixedTimes = false } = {}): Promise<string> {
  const folder = path.join(first.dataDir, `pack-${(exported += 1)}`)
  await exportPack(from.db, folder, { files: storeOf(from), fixedTimes })
  return folder
}

/** All files of a folder by their paths. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]))
}

/** The content of `first` is exported and imported into `second`, and both ways nothing is lost or changed. */
async function expectRoundTrip(told = { prints: true }): Promise<Record<string, string>> {
  const before = await contentRows(first.db, told)
  const version = (await storedSite(first.db))!.contentVersion
  const folder = await exportFrom(first)
  const pack = await readFolder(folder)
  await importInto(second, pack)
  const after = await contentRows(second.db, told)
  for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows])
  const files = filesOf(folder)
  expect(filesOf(await exportFrom(second))).toEqual(files)
  const again = await importInto(first, pack, { at: now + MINUTE })
  expect(changesOf(again)).toEqual([])
  expect((await storedSite(first.db))!.contentVersion).toBe(version)
  expect(await contentRows(first.db, told)).toEqual(before)
  return files
}

describe('an export', () => {
  it('of the demo imports to the same rows, both ways', async () => {
    await importInto(first, await readFolder('src/content/demo'))
    const files = await expectRoundTrip()
    for (const name of [
      'blog/spaced-practice.md',
      'courses/psc-polity/description.md',
      'media/questions/plant-cell.svg',
    ])
      expect([name, files[name]]).toEqual([name, readFileSync(`src/content/demo/${name}`, 'latin1')])
  })

  it('of hostile texts imports to the same rows, both ways', async () => {
    await importInto(first, await readFolder(writePack(hostilePack())))
    const files = await expectRoundTrip()
    expect(Object.keys(files)).toContain('media/box.svg')
    expect(Object.keys(files)).not.toContain('blog/recall.html')
  })

  it('imports to the same rows where nobody kept how texts were written', async () => {
    await importInto(first, await readFolder(writePack(hostilePack())))
    await first.db.deleteFrom('content_sources').execute()
    const files = await expectRoundTrip({ prints: false })
    expect(Object.keys(files)).toContain('blog/recall.html')
    expect(Object.keys(files)).not.toContain('blog/recall.md')
  })

  it('writes what somebody changed since, and not as it was written before', async () => {
    await importInto(first, await readFolder(writePack({ ...smallPack(), ...publications() })))
    const changed = { body_html: '<p>Close the <em>book</em>.</p>' }
    await first.db.updateTable('blog_articles').set(changed).where('key', '=', 'recall').execute()
    const files = filesOf(await exportFrom(first))
    expect(files['blog/recall.html']).toBe(changed.body_html)
    expect(Object.keys(files)).toContain('blog/tomorrow.md')
  })

  it('keeps a brand with its icons, whatever they were drawn of', async () => {
    const png = await loadSharp().then((sharp) =>
      sharp({ create: { width: 700, height: 700, channels: 4, background: '#0b6e4f' } })
        .png()
        .toBuffer(),
    )
    const folder = writePack(brandedPack('  short_name: Thinkal\n  logo: media/logo.png\n  color: "#0b6e4f"\n'))
    writeFileSync(path.join(folder, 'media/logo.png'), png)
    await importInto(first, await readFolder(folder))
    const files = await expectRoundTrip()
    expect(files['pack.yaml']).toMatch(/icons:\n {4}any192: media/)
  })

  it('keeps a question without an explanation, as it was written', async () => {
    const files = edited(smallPack(), 'questions/all.yaml', '\n  explanation: It has corners.', '')
    await importInto(first, await readFolder(writePack(files)))
    const { 'questions/0001.yaml': written } = await expectRoundTrip()
    expect(written!.match(/explanation: /g)).toHaveLength(3)
    expect(written).not.toContain('html: true')
  })

  it('keeps policies and the log-in panel', async () => {
    const files = sitePack()
    await importInto(first, await readFolder(writePack(files)))
    const exported = await expectRoundTrip()
    expect(exported['policies/refunds.md']).toBe(files['policies/refunds.md'])
    expect(exported['pack.yaml']).toContain('policies:\n  terms: 2026-02-01\n  refunds: 2026-01-15\n')
  })

  it('leaves out what is not shown any more, and what only learners of a course that left still have', async () => {
    const files = learningPack()
    await importInto(first, await readFolder(writePack(files)))
    const less = edited(without(without(files, 'courses/alpha'), 'exams/of-alpha'), 'pack.yaml', 'alpha, ', '')
    const classes = edited(less, 'live-classes.yaml', less['live-classes.yaml']!.split('- key: revision')[0]!, '')
    const packs = without(classes, 'learners.yaml')
    await importInto(first, await readFolder(writePack(packs)))
    const names = Object.keys(filesOf(await exportFrom(first)))
    expect(names.filter((name) => /alpha|learners\.yaml/.test(name))).toEqual([])
    expect(names).toContain('exams/mock.yaml')
  })

  it('has what the pack told everybody, and nothing of learners', async () => {
    const notifications = `- key: to-all
  to: all
  title: The dates are out
  text: See **them**.
  action: ca_details
  target: dates
  at: now-40m
- key: to-one
  to: "9000000001"
  title: For Asha
  text: Hello.
  at: now-50m
`
    const folder = writePack({ ...smallPack(), ...publications(), 'notifications.yaml': notifications })
    await importInto(first, await readFolder(folder), { learners: true })
    const files = filesOf(await exportFrom(first))
    expect(JSON.stringify(files)).not.toMatch(/9000000001|Asha|to-one/)
    expect(files['notifications.yaml']).toContain('text: See **them**.')
    const told = ({ db }: FreshDatabase) =>
      db
        .selectFrom('notifications')
        .where('user_id', 'is', null)
        .select(['key', 'kind', 'title', 'message_html', 'click_action', 'created_at', 'expires_at'])
        .execute()
    await importInto(second, await readFolder(await exportFrom(first)))
    expect(await told(second)).toEqual(await told(first))
  })

  it('of notifications imports to the same ones, and exports to the same file', async () => {
    const folder = writePack({ ...hostilePack(), ...hostileNotifications() })
    await importInto(first, await readFolder(folder), { learners: true })
    const out = await exportFrom(first)
    const files = filesOf(out)
    const told = ({ db }: FreshDatabase) =>
      db
        .selectFrom('notifications')
        .where('key', 'like', 'pack:%')
        .selectAll()
        .orderBy('id')
        .execute()
        .then((rows) => rows.map(({ id: _, target_id: __, ...row }) => row))
    const rows = await told(first)
    expect(rows).toHaveLength(parse(hostileNotifications()['notifications.yaml']!).length)
    await importInto(second, await readFolder(out))
    expect(await told(second)).toEqual(rows)
    expect(filesOf(await exportFrom(second))).toEqual(files)
    await importInto(first, await readFolder(out), { learners: true, at: now + MINUTE })
    expect(await told(first)).toEqual(rows)
  })

  it('writes relative times in their own words, or as they are now', async () => {
    await importInto(first, await readFolder(writePack(learningPack())))
    const words = filesOf(await exportFrom(first))
    expect(words['live-classes.yaml']).toContain('starts: today 18:00\n')
    expect(words['courses/alpha/workouts.yaml']).toContain('published: now-90m\n')
    const fixed = filesOf(await exportFrom(first, { fixedTimes: true }))
    expect(JSON.stringify(fixed)).not.toMatch(/: (today|now)/)
    expect(fixed['live-classes.yaml']).toContain('starts: 2026-03-02 18:00\n')
    expect(fixed['courses/alpha/workouts.yaml']).toContain('published: 2026-03-02 08:30\n')
  })

  it('names files that the store does not have, and leaves nothing behind', async () => {
    await importInto(first, await readFolder(writePack(learningPack())))
    const { file } = await first.db.selectFrom('syllabuses').select('file').limit(1).executeTakeFirstOrThrow()
    rmSync(path.join(first.dataDir, 'private', file))
    const folder = path.join(first.dataDir, 'out')
    await expect(exportPack(first.db, folder, { files: storeOf(first), fixedTimes: false })).rejects.toThrow(
      `media/learners/${file}: private/${file} is missing in the store, or damaged`,
    )
    expect(readdirSync(first.dataDir).filter((name) => /out/.test(name))).toEqual([])
  })

  it('goes to a new folder, or an empty one, and to no other', async () => {
    await importInto(first, await readFolder(writePack(smallPack())))
    const exportInto = (folder: string) => exportPack(first.db, folder, { files: storeOf(first), fixedTimes: false })
    const empty = path.join(first.dataDir, 'empty')
    mkdirSync(empty)
    await exportInto(empty)
    expect(readdirSync(empty)).toContain('pack.yaml')
    await expect(exportInto(empty)).rejects.toThrow(`${empty} is not empty: an export goes to a folder of its own`)
    const file = path.join(empty, 'pack.yaml')
    await expect(exportInto(file)).rejects.toThrow(`${file} is no folder`)
    await expect(exportInto(path.join(file, 'below'))).rejects.toThrow('cannot be written')
    await expect(
      exportPack(second.db, path.join(empty, 'x'), { files: storeOf(second), fixedTimes: false }),
    ).rejects.toThrow('There is no content to export')
  })
})
