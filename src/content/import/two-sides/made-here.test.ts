import { describe, expect, it } from 'vitest'
import { newContentKey } from '#core/content/content-changes.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { edited, without } from '../../../../tests/support/packs/pack.ts'
import { changesOf, contentOfTwoSides, doubts, files } from '../../../../tests/support/packs/two-sides.ts'
import { exportPack } from '../../export/export-pack.ts'
import { conflictLine } from './conflicts.ts'

const { opened, bring, staff, refusal, moveClass, marks, classes } = contentOfTwoSides()

describe('what was made in the console', () => {
  /** News, and a live class of a course. */
  async function make(): Promise<string[]> {
    const [news, course] = [newContentKey(), newContentKey()]
    await staff({ kind: 'news', key: news, fields: ['made'] }, async (tx) => {
      const like = await tx.selectFrom('news').selectAll().where('key', '=', 'own').executeTakeFirstOrThrow()
      const { id: _, ...row } = like
      await tx
        .insertInto('news')
        .values({ ...row, key: news, title: 'Made here' })
        .execute()
    })
    await staff({ kind: 'live_class', key: course, fields: ['made'] }, async (tx) => {
      const { id: _, ...row } = await tx
        .selectFrom('live_classes')
        .selectAll()
        .where('key', '=', 'doubts')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('live_classes')
        .values({ ...row, key: course, starts_rule: null, ends_rule: null })
        .execute()
    })
    return [news, course]
  }

  const shown = async () =>
    [
      ...(await opened().db.selectFrom('news').where('retired', '=', 0).select('key').execute()),
      ...(await opened().db.selectFrom('live_classes').where('retired', '=', 0).select('key').execute()),
    ].map(({ key }) => key)

  it('stays when a pack is imported that does not have it, also where its course leaves', async () => {
    const made = await make()
    await bring(files)
    expect(await shown()).toEqual(expect.arrayContaining(made))
    const less = without(without(edited(files, 'pack.yaml', 'alpha, ', ''), 'courses/alpha'), 'exams/of-alpha')
    const classes = edited(less, 'live-classes.yaml', 'course: alpha', 'course: beta')
    await bring(classes)
    await bring(classes)
    expect(await shown()).toEqual(expect.arrayContaining(made))
    expect(await marks()).toHaveLength(2)
  })

  it('goes with the pack on its side, which says so', async () => {
    const made = await make()
    const { conflicts } = await bring(files, { side: 'pack' })
    expect(conflicts.map(conflictLine).toSorted()).toEqual(
      [`news ${made[0]}`, `live_class ${made[1]}`]
        .map((it) => `${it}, made: there in the console, not there in the pack`)
        .toSorted(),
    )
    for (const key of made) expect(await shown()).not.toContain(key)
    expect(await marks()).toEqual([])
  })

  it('is exported with its key, and belongs to the pack that has it from then on', async () => {
    const made = await make()
    await moveClass()
    const before = await contentRows(opened().db)
    const folder = `${opened().dataDir}/exported`
    await exportPack(opened().db, folder, { files: folderStore(opened()), fixedTimes: false })
    expect(changesOf(await bring(folder))).toEqual([])
    expect(await contentRows(opened().db)).toEqual(before)
    expect(await marks()).toEqual([])
    await bring(files)
    for (const key of made) expect(await shown()).not.toContain(key)
  })
})

describe('what was taken away', () => {
  const take = () =>
    staff({ ...doubts, fields: ['retired'] }, (tx) =>
      tx.updateTable('live_classes').set({ retired: 1 }).where('key', '=', doubts.key).execute(),
    )

  it('in the console stays away, or comes back with the pack on its side', async () => {
    await take()
    expect(await refusal(files)).toEqual(['live_class doubts, retired: taken away in the console, there in the pack'])
    expect(changesOf(await bring(files, { side: 'console' }))).toEqual([])
    expect((await classes()).map(({ key }) => key)).toEqual(['revision'])
    await bring(files, { side: 'pack' })
    expect((await classes()).map(({ key }) => key)).toEqual(['doubts', 'revision'])
  })

  it('in the console changes nothing in an import of what is exported then', async () => {
    await staff({ kind: 'quiz', key: 'primes', fields: ['retired'] }, (tx) =>
      tx.updateTable('quizzes').set({ retired: 1 }).where('key', '=', 'primes').execute(),
    )
    const folder = `${opened().dataDir}/exported`
    await exportPack(opened().db, folder, { files: folderStore(opened()), fixedTimes: false })
    expect(changesOf(await bring(folder))).toEqual([])
  })

  it('by a pack is not, where the console changed it, unless somebody says so', async () => {
    await moveClass()
    const [first = ''] = files['live-classes.yaml']!.split('- key: revision')
    const less = edited(files, 'live-classes.yaml', first, '')
    expect(await refusal(less)).toEqual(['live_class doubts, retired: there in the console, not there in the pack'])
    await bring(less, { side: 'console' })
    expect((await classes()).map(({ title }) => title)).toEqual(['Doubts, at five', 'Revision'])
    await bring(less, { side: 'pack' })
    expect((await classes()).map(({ key }) => key)).toEqual(['revision'])
    // Nothing of the console's comes back with it.
    await bring(files)
    expect((await classes())[0]).toMatchObject({ title: 'Doubt clearing', starts_rule: 'today 18:00' })
  })
})
